/** How long a team keeps data, where it is found once its time is over, and what stays of sessions: figures of a day. */
export const retention: readonly string[] = [
  // In days, by kind; null where the service's own hold.
  `alter table team add column retention jsonb`,
  // Sums of sessions that are gone. An empty provider is all of them; an empty mode is none that a page has named.
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
  // The first day of which a connection keeps data; null before it was asked.
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
