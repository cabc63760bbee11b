/** How often sign-ins were refused, for each link token and for each account at a provider. */
export const signInTries: readonly string[] = [
  `alter table link_session add column refused_sign_ins integer not null default 0`,
  `create table sign_in_try (
    team_id uuid not null,
    account text not null,
    times jsonb not null,
    latest timestamptz not null,
    primary key (team_id, account)
  )`,
  `create index sign_in_try_latest on sign_in_try (latest)`,
];
