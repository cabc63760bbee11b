/** Why the subscriptions of a person could not be made last, in our words. An earlier version leaves it as it is. */
export const subscribeProblem: readonly string[] = [
  `alter table provider_grant add column subscribe_problem text`,
];
