/** What people agreed to share, stored with the session and its connection, and which resources a team requires. */
export const consents: readonly string[] = [
  `alter table link_session add column consent jsonb`,
  `alter table link_session add column required_resources jsonb`,
  `alter table connection add column consent jsonb`,
];
