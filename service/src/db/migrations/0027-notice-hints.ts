/** When a notice that was not proved last had a grant looked at. */
export const noticeHints: readonly string[] = [`alter table provider_grant add column hinted_on timestamptz`];
