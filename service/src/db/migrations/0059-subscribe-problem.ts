/** Why the last attempt to subscribe for a person failed, in our words. An earlier version leaves it unchanged. */
export const subscribeProblem: readonly string[] = [
  `alter table provider_grant add column subscribe_problem text`,
];
