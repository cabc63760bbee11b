/** Columns and indexes to manage an organization's teams and keys. */
export const management: readonly string[] = [
  // The row is deleted last, after the team's users.
  `alter table team add column deleted_on timestamptz`,
  `create index team_list on team (org_id, created_on, id) where deleted_on is null`,
  `create index team_deleted on team (deleted_on) where deleted_on is not null`,
  `create table management_key_team (
    key_id uuid not null references api_key (id) on delete cascade,
    team_id uuid not null references team (id),
    primary key (key_id, team_id)
  )`,
  `create index management_key_team_team on management_key_team (team_id)`,
  // Marks keys from the settings, which are deleted when the settings no longer name them.
  `alter table api_key add column seeded boolean not null default false`,
  `update api_key set seeded = true where name = 'from the settings'`,
  `create index api_key_team on api_key (team_id, created_on, id)`,
  `create index api_key_org on api_key (org_id, created_on, id)`,
  `create index link_session_team on link_session (team_id, created_on)`,
];
