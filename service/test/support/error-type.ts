/** The `error_type` of a refusal. */
export const errorType = (detail: unknown) => (detail as { error_type?: string } | undefined)?.error_type;
