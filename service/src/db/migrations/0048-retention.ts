/** How long a team keeps data, indexes to find data that is too old, and what stays of sessions: daily figures. */
export const retention: readonly string[] = [
  // The days by kind of data; null where the service's own limits apply.
  `alter table team add column retention jsonb`,
  // Sums over deleted sessions. An empty provider means all providers. An empty mode means that no page named one.
  `create table link_day (
    team_id uuid not null references team (id) on delete cascade,
    day text not null,
    provider text not null,
    mode text not null,
    step text not null,
    error_type text not null,
    sessions integer not null,
    times integer not null,
    primary key (team_id, day, provider, mode, step, error_type)
  )`,
  // The first day whose data a connection keeps; null before this was set.
  `alter table connection add column kept_from text`,
];

export const retentionIndexes: readonly string[] = [
  `create index team_retention on team (id) where retention is not null`,
  `create index link_session_age on link_session (created_on)`,
  `create index link_session_unstarted on link_session (created_on) where started_on is null`,
  `create index link_session_team_unstarted on link_session (team_id, created_on) where started_on is null`,
  `create index event_team_age on event (team_id, created_on)`,
  `create index bulk_operation_team_end on bulk_operation (team_id, ended_at)`,
  `create index provider_activity_age on provider_activity (latest)`,
  `create index connection_kept_from on connection ((coalesce(kept_from, '')))`,
  `create index connection_team_kept_from on connection (team_id, (coalesce(kept_from, '')))`,
];
