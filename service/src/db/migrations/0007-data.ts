/** Pulled data: the progress of the pulls, and the days themselves. Both are deleted with their connection. */
export const data: readonly string[] = [
  // When to ask for the next day; null if nothing was asked for yet.
  `alter table connection add column next_pull_at timestamptz`,
  `create index connection_next_pull on connection (next_pull_at)`,
  // Dates are text, because drivers read a date as a moment in the time zone of the process.
  `create table historical_pull (
    id uuid primary key,
    connection_id uuid not null references connection (id) on delete cascade on update cascade,
    resource text not null,
    status text not null,
    attempts integer not null,
    error_details jsonb,
    range_start text not null,
    range_end text not null,
    pulled_until text,
    next_attempt_at timestamptz,
    created_on timestamptz not null,
    ended_on timestamptz,
    unique (connection_id, resource)
  )`,
  `create index historical_pull_due on historical_pull (next_attempt_at) where next_attempt_at is not null`,
  `create table pulled_day (
    connection_id uuid not null references connection (id) on delete cascade on update cascade,
    resource text not null,
    date text not null,
    items jsonb not null,
    primary key (connection_id, resource, date)
  )`,
];
