/** Teams' own applications with providers, and operations on many connections. */
export const bulk: readonly string[] = [
  `create table custom_credentials (
    team_id uuid not null references team (id),
    provider text not null,
    application text not null,
    credentials bytea not null,
    updated_on timestamptz not null,
    primary key (team_id, provider)
  )`,
  `create index custom_credentials_application on custom_credentials (provider, application)`,
  `alter table connection add column application text`,
  `create index connection_export on connection (team_id, provider, user_id)`,
  `create table bulk_operation (
    id uuid primary key,
    team_id uuid not null references team (id),
    type text not null,
    provider text not null,
    status text not null,
    total integer not null,
    processed integer not null,
    failed integer not null,
    keeps_outcome boolean not null,
    started_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index bulk_operation_list on bulk_operation (team_id, started_at, id)`,
  `create index bulk_operation_end on bulk_operation (ended_at)`,
  `create table bulk_chunk (
    operation_id uuid not null references bulk_operation (id),
    position integer not null,
    items bytea,
    outcome jsonb,
    primary key (operation_id, position)
  )`,
];
