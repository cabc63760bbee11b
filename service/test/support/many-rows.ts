// Rows of a large team, made by the database itself, because as many requests would take hours.
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../src/db/index.js';

const id = (kind: string): RawBuilder<string> => sql`md5(${kind} || n)::uuid`;
const numbers = (count: number) => sql`generate_series(1, ${count}::int) as n`;

/** Adds users of a team, whose ids begin with `kind`. Each has a connection in a state that has been due for an hour. */
export async function addUsers(db: Db, team: string, kind: string, count: number): Promise<void> {
  await sql`insert into app_user (id, team_id, client_user_id, created_on)
    select ${id(kind)}, ${team}, ${kind} || n, now() from ${numbers(count)}`.execute(db);
}

export async function addConnections(
  db: Db,
  team: string,
  kind: string,
  count: number,
  { provider = 'quartz_scale', status = 'connected' } = {},
): Promise<void> {
  await sql`insert into connection (id, team_id, user_id, provider, provider_account, credentials, scopes_granted, scopes_denied,
      status, created_on, next_pull_at)
    select ${id(`${kind} at ${provider}`)}, ${team}, ${id(kind)}, ${provider}, ${kind} || n, '\\x5a', '[]', '[]', ${status}, now(),
      now() - interval '1 hour' from ${numbers(count)}`.execute(db);
}

/** Adds link sessions of one user, started and not ended. */
export async function addSessions(
  db: Db,
  team: string,
  user: string,
  count: number,
  kind = user,
): Promise<void> {
  await sql`insert into link_session (id, team_id, user_id, token_hash, state, reject_duplicate, created_on, started_on, expires_at)
    select ${id(`session of ${kind}`)}, ${team}, ${user}, decode(md5(${kind} || n), 'hex'), 'started', false, now(), now(),
      now() + interval '1 hour' from ${numbers(count)}`.execute(db);
}

/** Adds deliveries of a webhook, each of its own event. As the service writes them, in whole milliseconds: cursors have no smaller unit. */
export async function addDeliveries(
  db: Db,
  {
    team,
    user,
    webhook,
    status,
  }: { team: string; user: string; webhook: string; status: 'pending' | 'success' },
  count: number,
): Promise<void> {
  await sql`insert into event (id, team_id, user_id, event_type, created_on)
    select ${id(`event of ${webhook}`)}, ${team}, ${user}, 'daily.data.steps.created', date_trunc('milliseconds', now()) from ${numbers(count)}`.execute(
    db,
  );
  await sql`insert into webhook_delivery (id, webhook_id, event_id, status, next_attempt_at, created_on)
    select ${id(`delivery of ${webhook}`)}, ${webhook}, ${id(`event of ${webhook}`)}, ${status},
      case when ${status} = 'pending' then now() + interval '1 day' end, date_trunc('milliseconds', now()) from ${numbers(count)}`.execute(
    db,
  );
}
