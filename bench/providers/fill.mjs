import { sql } from 'kysely';

/**
 * Makes connections of a real provider in their usual state: the past data is there, and the next pull is due within the hour.
 * It uses a few statements, because so many links would take hours.
 */
export async function fill(db, { from, until, team, slug, scopes }) {
  if (from >= until) return;
  const numbers = sql`generate_series(${from}::int, ${until - 1}::int) as n`;
  const id = (kind) => sql`md5(${kind} || n)::uuid`;
  const sealed = (bytes) => sql`decode(repeat('5a', ${bytes}::int), 'hex')`;
  const granted = JSON.stringify(scopes);
  await sql`insert into app_user (id, team_id, client_user_id, created_on)
    select ${id('user')}, ${team}, 'seeded-' || n, now() from ${numbers}`.execute(db);
  await sql`insert into provider_grant (id, provider, account, application, credentials, scopes, access_until, version, status,
      renewed_on, created_on)
    select ${id('grant')}, ${slug}, 'seeded-' || n, '', ${sealed(250)}, ${granted}::jsonb, now() + interval '1 day' * random(), 3,
      'live', now() - interval '1 day' * random(), now() from ${numbers}`.execute(db);
  await sql`insert into connection (id, team_id, user_id, provider, provider_account, credentials, scopes_granted, scopes_denied,
      status, grant_id, created_on, next_pull_at)
    select ${id('connection')}, ${team}, ${id('user')}, ${slug}, 'seeded-' || n, ${sealed(30)}, ${granted}::jsonb, '[]',
      'connected', ${id('grant')}, now(), now() + interval '1 hour' + interval '1 hour' * random() from ${numbers}`.execute(
    db,
  );
  await sql`insert into historical_pull (id, connection_id, resource, status, attempts, range_start, range_end, pulled_from,
      pulled_until, created_on, ended_on)
    select gen_random_uuid(), ${id('connection')}, resource, 'success', 0, '2026-01-01', '2026-03-31', '2026-01-01',
      '2026-03-31', now(), now() from ${numbers},
      unnest(array['profile', 'sleep', 'sleep_cycle', 'activity', 'workouts', 'heartrate']) as resource`.execute(
    db,
  );
  await sql`insert into pulled_day (connection_id, resource, date, sealed_items)
    select ${id('connection')}, resource, '2026-03-3' || day, ${sealed(300)} from ${numbers},
      unnest(array['sleep', 'activity']) as resource, generate_series(0, 1) as day`.execute(db);
}
