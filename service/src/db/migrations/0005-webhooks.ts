/** Webhooks, and the deliveries of events to them. */
export const webhooks: readonly string[] = [
  `create table webhook (
    id uuid primary key,
    team_id uuid not null references team (id),
    kind text not null,
    url text not null,
    events jsonb not null,
    routes jsonb not null,
    headers bytea not null,
    secret bytea not null,
    old_secret bytea,
    old_secret_until timestamptz,
    status text not null,
    disabled_reason text,
    failing_since timestamptz,
    created_on timestamptz not null
  )`,
  `create index webhook_team on webhook (team_id, created_on, id)`,
  `create table webhook_delivery (
    id uuid primary key,
    webhook_id uuid not null references webhook (id) on delete cascade,
    event_id uuid not null references event (id) on delete cascade,
    status text not null,
    attempts integer not null default 0,
    retries integer not null default 0,
    response_status integer,
    error text,
    next_attempt_at timestamptz,
    created_on timestamptz not null
  )`,
  `create index webhook_delivery_log on webhook_delivery (webhook_id, created_on, id)`,
  `create index webhook_delivery_event on webhook_delivery (event_id)`,
  `create index event_user on event (user_id)`,
];
