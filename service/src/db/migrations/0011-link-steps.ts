/** How far sessions came and which problems they had, for the statistics of their team. */
export const linkSteps: readonly string[] = [
  `create table link_step (
    session_id uuid not null references link_session (id) on delete cascade,
    id uuid not null default gen_random_uuid(),
    team_id uuid not null,
    day text not null,
    step text not null,
    provider text,
    error_type text,
    at timestamptz not null,
    primary key (session_id, id)
  )`,
  `create index link_step_team on link_step (team_id, day)`,
  // Only the state of earlier sessions is known, so their steps are derived from it.
  ...[
    `'opened', null, null, started_on from link_session where true`,
    `'provider_chosen', provider, null, started_on from link_session where attempt > 0`,
    `'signed_in', provider, null, started_on from link_session where state = 'pending_confirmation'`,
    `'challenged', provider, null, started_on from link_session where state = 'pending_provider_mfa'`,
    `'connected', provider, null, coalesce(ended_on, started_on) from link_session where state = 'success'`,
    // Not for sessions of deleted users.
    `'problem', provider, error_type, coalesce(ended_on, started_on) from link_session
      where state = 'error' and attempt > 0 and error_type <> 'token_expired'`,
  ].map(
    (rows) => `insert into link_step (session_id, team_id, day, step, provider, error_type, at)
      select id, team_id, to_char(started_on at time zone 'UTC', 'YYYY-MM-DD'), ${rows} and started_on is not null`,
  ),
];
