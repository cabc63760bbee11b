/** What happened with real providers in the last hours, and where broken connections are found. */
export const providerActivity: readonly string[] = [
  // A row for each hour of the day, so that nothing grows and nothing has to be deleted: `hour` says of which day it is.
  `create table provider_activity (
    team_id uuid not null references team (id) on delete cascade,
    provider text not null,
    kind text not null,
    slot smallint not null,
    hour timestamptz not null,
    times integer not null,
    latest timestamptz not null,
    primary key (team_id, provider, kind, slot)
  )`,
  `create index connection_broken on connection (team_id, provider, (error_details ->> 'since'), id)
    where error_details is not null`,
];
