/** When a grant was last checked because of a notice that could not be verified. */
export const noticeHints: readonly string[] = [`alter table provider_grant add column hinted_on timestamptz`];
