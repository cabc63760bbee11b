/** Events, stored in the transaction of the change that they report. */
export const events: readonly string[] = [
  `create table event (
    id uuid primary key,
    team_id uuid not null references team (id),
    user_id uuid not null,
    client_user_id text not null,
    event_type text not null,
    data jsonb not null,
    created_on timestamptz not null
  )`,
  `create index event_age on event (created_on)`,
];
