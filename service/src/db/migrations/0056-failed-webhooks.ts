/** Deleted webhooks whose deletion failed, so that the other webhooks do not wait for them. */
export const failedWebhooks: readonly string[] = [
  `alter table webhook add column deletion_failed_on timestamptz`,
];
