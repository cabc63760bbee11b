/**
 * What an answer of a provider that was not understood kept from being read: the windows of days, in the order in which they are
 * read again, and the version of the service that did not understand.
 */
export const misreadAnswers: readonly string[] = [
  `alter table historical_pull add column unread jsonb`,
  `alter table historical_pull add column misread_by text`,
  `create index historical_pull_misread on historical_pull (misread_by) where misread_by is not null`,
];
