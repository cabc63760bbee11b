/** What people agreed to share, with the session and with the connection that it made, and what a team cannot do without. */
export const consents: readonly string[] = [
  `alter table link_session add column consent jsonb`,
  `alter table link_session add column required_resources jsonb`,
  `alter table connection add column consent jsonb`,
];
