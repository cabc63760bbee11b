/** What happened with real providers in the last hours, and an index to find broken connections. */
export const providerActivity: readonly string[] = [
  // One row for each hour of the day, so that nothing grows and nothing has to be deleted. `hour` tells which day it belongs to.
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
