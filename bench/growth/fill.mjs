import { sql } from 'kysely';

const day = (n) => sql`now() - interval '89 days' * ((${n}) % 1000) / 1000`;

/** How many users one statement makes. */
const atOnce = 50_000;

/**
 * Makes a team's users from one number to another, with their data of 90 days: a connection of a real provider with its grant
 * and pulls, days of two kinds of data, two links with their steps, five events with their deliveries, an entry of the audit
 * log, and for one user in ten an order. Of a hundred connections two are broken and three are paused. Sealed values cannot be
 * copied, because each is bound to its row. So the sealed values here only have the size of real ones and are never read.
 */
export async function fill(db, { from, until, ...given }) {
  for (let next = from; next < until; next += atOnce) {
    await fillSome(db, { ...given, from: next, until: Math.min(until, next + atOnce) });
    if (until - from > atOnce) console.error(`${Math.min(until, next + atOnce)} of ${until} users`);
  }
  // Otherwise the first queries would use plans for empty tables.
  await sql`vacuum analyze`.execute(db);
}

async function fillSome(db, { from, until, team, org, webhook, slug, scopes, days }) {
  const numbers = sql`generate_series(${from}::int, ${until - 1}::int) as n`;
  const id = (kind, of = sql`n::text`) => sql`md5(${kind} || ${of})::uuid`;
  const sealed = (bytes) => sql`decode(repeat('5a', ${bytes}::int), 'hex')`;
  const granted = JSON.stringify(scopes);
  const run = (statement) => statement.execute(db);
  await run(sql`insert into app_user (id, team_id, client_user_id, created_on)
    select ${id('user')}, ${team}, 'growth-' || n, now() from ${numbers}`);
  await run(sql`insert into user_count (team_id, part, users) values (${team}, 0, ${until - from})
    on conflict (team_id, part) do update set users = user_count.users + excluded.users`);
  await run(sql`insert into provider_grant (id, provider, account, application, credentials, scopes, access_until, version, status,
      renewed_on, created_on)
    select ${id('grant')}, ${slug}, 'growth-' || n, '', ${sealed(250)}, ${granted}::jsonb, now() + interval '1 day', 3,
      case when n % 50 = 1 then 'dead' else 'live' end, now(), now() from ${numbers}`);
  // Broken and paused connections stay due for ever.
  await run(sql`insert into connection (id, team_id, user_id, provider, provider_account, credentials, scopes_granted, scopes_denied,
      status, error_details, grant_id, created_on, kept_from, next_pull_at)
    select ${id('connection')}, ${team}, ${id('user')}, ${slug}, 'growth-' || n, ${sealed(30)}, ${granted}::jsonb, '[]',
      case when n % 50 = 1 then 'error' when n % 33 = 2 then 'paused' else 'connected' end,
      case when n % 50 = 1 then jsonb_build_object('error_type', 'reconnect_required', 'error_message', 'The person has to link again.',
        'since', to_char(${day(sql`n`)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end,
      ${id('grant')}, now(), '2999-01-01',
      case when n % 50 = 1 or n % 33 = 2 then now() - interval '30 days' else now() + interval '1 day' * random() end
    from ${numbers}`);
  await run(sql`insert into historical_pull (id, connection_id, resource, status, attempts, range_start, range_end, pulled_from,
      pulled_until, next_attempt_at, created_on, ended_on)
    select gen_random_uuid(), ${id('connection')}, resource, 'success', 0, '2026-01-01', '2026-03-31', '2026-01-01', '2026-03-31',
      case when n % 50 = 1 and resource = 'sleep' then now() - interval '30 days' end, now(), now()
    from ${numbers}, unnest(array['profile', 'sleep', 'sleep_cycle', 'activity', 'workouts', 'heartrate']) as resource`);
  await run(sql`insert into pulled_day (connection_id, resource, date, sealed_items)
    select ${id('connection')}, resource, to_char(date '2026-01-01' + day, 'YYYY-MM-DD'), ${sealed(300)}
    from ${numbers}, unnest(array['sleep', 'activity']) as resource, generate_series(0, ${days - 1}::int) as day`);
  const session = id('session', sql`n || '-' || k`);
  await run(sql`insert into link_session (id, team_id, user_id, token_hash, state, provider, reject_duplicate, created_on, started_on,
      expires_at, ended_on, error_type)
    select ${session}, ${team}, ${id('user')}, decode(md5('token' || n || '-' || k), 'hex'),
      case k when 1 then 'success' else 'error' end, ${slug}, false, ${day(sql`n + k`)}, ${day(sql`n + k`)}, ${day(sql`n + k`)},
      ${day(sql`n + k`)}, case k when 2 then 'user_cancelled' end
    from ${numbers}, generate_series(1, 2) as k`);
  await run(sql`insert into link_step (session_id, team_id, day, step, provider, error_type, at)
    select ${session}, ${team}, to_char(${day(sql`n + k`)}, 'YYYY-MM-DD'), step, ${slug},
      case when step = 'problem' then 'user_cancelled' end, ${day(sql`n + k`)}
    from ${numbers}, generate_series(1, 2) as k,
      unnest(case k when 1 then array['opened', 'provider_chosen', 'connected'] else array['opened', 'provider_chosen', 'problem'] end)
        as step`);
  const event = id('event', sql`n || '-' || k`);
  await run(sql`insert into event (id, team_id, user_id, event_type, provider, sealed_data, created_on)
    select ${event}, ${team}, ${id('user')}, 'daily.data.sleep.created', ${slug}, ${sealed(400)},
      now() - interval '29 days' * ((n * 5 + k) % 1000) / 1000
    from ${numbers}, generate_series(1, 5) as k`);
  await run(sql`insert into webhook_delivery (id, webhook_id, event_id, status, attempts, response_status, created_on)
    select ${id('delivery', sql`n || '-' || k`)}, ${webhook}, ${event},
      case when n % 100 = 1 and k = 1 then 'failed' else 'success' end, 1, 204,
      now() - interval '29 days' * ((n * 5 + k) % 1000) / 1000
    from ${numbers}, generate_series(1, 5) as k`);
  await run(sql`insert into lab_order (id, team_id, user_id, lab_test_id, status, interpretation, results_place, created_on, updated_on)
    select ${id('order')}, ${team}, ${id('user')}, '00000000-0000-4000-8000-000000000101', 'completed', 'normal', n, now(), now()
    from ${numbers} where n % 10 = 0`);
  await run(sql`insert into audit_entry (org_id, team_id, at, action, actor, subject)
    select ${org}, ${team}, ${day(sql`n`)}, case when n % 1000 = 1 then 'team.changed' else 'user.deleted' end, 'key', ${id('user')}::text
    from ${numbers}`);
}
