/** Sessions that may make several connections, and sessions that may end connections. */
export const severalConnections: readonly string[] = [
  `alter table link_session add column multiple boolean not null default false`,
  `alter table link_session add column manage boolean not null default false`,
  `alter table link_session add column finished_on timestamptz`,
  `create table link_connection (
    session_id uuid not null references link_session (id) on delete cascade,
    provider text not null,
    provider_account text not null,
    attempt integer not null,
    consent jsonb,
    connected_on timestamptz not null,
    primary key (session_id, provider)
  )`,
];
