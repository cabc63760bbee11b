/** When tokens without an account were last checked, and an index to find people whose subscriptions have to be ended. */
export const fairLooks: readonly string[] = [
  `alter table unnamed_grant add column looked_on timestamptz`,
  `create index provider_grant_subscribed on provider_grant (provider, subscribe_at) where subscribed`,
];
