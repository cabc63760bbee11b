/** Users who could not be deleted for good, so that the others do not wait for them. */
export const failedUsers: readonly string[] = [
  `alter table app_user add column deletion_failed_on timestamptz`,
];
