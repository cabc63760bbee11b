/**
 * The figures of past days over all of their sessions, both deleted and existing ones. So the statistics need not read the
 * steps of each session. A version that does not know these tables counts as before.
 */
export const countedDays: readonly string[] = [
  `create table link_total (
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
  `create table link_counted (
    team_id uuid primary key references team (id) on delete cascade,
    until text not null
  )`,
];
