/** Deleted webhooks of which nothing more could be deleted, so that the others do not wait for them. */
export const failedWebhooks: readonly string[] = [
  `alter table webhook add column deletion_failed_on timestamptz`,
];
