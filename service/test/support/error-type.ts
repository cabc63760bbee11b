/** The `error_type` of a refusal. */
export const errorType = (detail: unknown) => (detail as { error_type?: string } | undefined)?.error_type;
/** The first place that a refusal names. */
export const placeIn = (detail: unknown) => (detail as { loc: unknown }[])[0]?.loc;
