/**
 * The windows of days that were not read because an answer of the provider was not understood, in the order in which they will be
 * read again, and the version of the service that did not understand it.
 */
export const misreadAnswers: readonly string[] = [
  `alter table historical_pull add column unread jsonb`,
  `alter table historical_pull add column misread_by text`,
  `create index historical_pull_misread on historical_pull (misread_by) where misread_by is not null`,
];
