/** The `error_type` of a refusal. */
export const errorType = (detail: unknown) => (detail as { error_type?: string } | undefined)?.error_type;
/** The place that a refusal names first. */
export const placeIn = (detail: unknown) => (detail as { loc: unknown }[])[0]?.loc;
