/** Deleted teams whose deletion failed, so that the other teams do not wait for them. */
export const failedDeletions: readonly string[] = [
  `alter table team add column deletion_failed_on timestamptz`,
];
