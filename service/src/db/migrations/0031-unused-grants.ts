/** Tokens without a connection yet are kept for each provider that was tried, with the application that got them. */
export const unusedGrants: readonly string[] = [
  `alter table unnamed_grant add column application text not null default ''`,
  `alter table unnamed_grant drop constraint unnamed_grant_pkey`,
  `alter table unnamed_grant add primary key (session_id, provider)`,
];
