/** Deleted teams of which nothing more could be deleted, so that the others do not wait for them. */
export const failedDeletions: readonly string[] = [
  `alter table team add column deletion_failed_on timestamptz`,
];
