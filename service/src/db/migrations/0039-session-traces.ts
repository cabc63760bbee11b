/** Facts about a session for support: the page that opened it, and where its person left. */
export const sessionTraces: readonly string[] = [
  `alter table link_session add column page jsonb`,
  `alter table link_step add column place text`,
];
