// What it costs to find the next connection whose past data is due, with many teams whose pulls wait until tomorrow. The cases:
// nothing is due; one connection is due; more is due of the team with the last turn than one read takes; and all of that is
// claimed.
//   npm run build:quick && node bench/turns.mjs      TEAMS=100,1000,10000
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { startPostgres } from '../service/test/support/postgres-process.mjs';
import { createLog } from '../service/dist/server/log.js';
import { openStorage, prepare } from '../service/dist/server/server.js';
import { readSettings } from '../service/dist/server/settings.js';
import { duePast } from '../service/dist/pulls/index.js';
import { cell, headings, median } from './lib/figures.mjs';

const sizes = (process.env.TEAMS ?? '100,1000,10000').split(',').map(Number);
const calls = 15;
const slugs = ['oura', 'strava', 'withings', 'polar', 'garmin', 'whoop', 'dexcom', 'suunto', 'wahoo'];

const postgres = await startPostgres([]);
try {
  console.log(headings(`ms of ${calls} calls`, sizes.map(String)));
  const rows = new Map();
  for (const size of sizes)
    for (const [name, ms] of Object.entries(await measure(size)))
      rows.set(name, [...(rows.get(name) ?? []), ms]);
  for (const [name, figures] of rows)
    console.log(name.padEnd(26) + figures.map((ms) => cell(ms, 1)).join(''));
} finally {
  await postgres.stop();
}

async function measure(teams) {
  const settings = readSettings({
    ...{ DATABASE_URL: postgres.createDatabase(), SANDBOX_PROVIDERS: '1', LOG_LEVEL: 'error' },
    SVC_MASTER_KEY: randomBytes(32).toString('hex'),
  });
  const log = createLog('error');
  const database = await openStorage(settings, log);
  const { jobs } = await prepare(settings, database, log);
  const { db } = database;
  const run = (statement) => statement.execute(db);
  const numbers = sql`generate_series(1, ${teams + 200}::int) as n`;
  const id = (kind) => sql`md5(${kind} || n)::uuid`;
  // The last 200 people are of one team.
  const team = sql`md5('team' || least(n, ${teams}))::uuid`;
  await run(sql`insert into team (id, org_id, name, region, flags, created_on)
    select ${id('team')}, org_id, 'team ' || n, 'us', '{}', now() from ${numbers}, (select org_id from team limit 1) as one
    where n <= ${teams}`);
  await run(sql`insert into app_user (id, team_id, client_user_id, created_on)
    select ${id('user')}, ${team}, 'user ' || n, now() from ${numbers}`);
  await run(sql`insert into connection (id, team_id, user_id, provider, provider_account, credentials, scopes_granted,
      scopes_denied, status, created_on, kept_from, next_pull_at)
    select ${id('connection')}, ${team}, ${id('user')}, 'oura', 'account ' || n, decode('00', 'hex'), '[]', '[]', 'connected', now(),
      '2999-01-01', now() + interval '1 day' from ${numbers}`);
  await run(sql`insert into historical_pull (id, connection_id, resource, status, attempts, range_start, range_end, next_attempt_at,
      created_on)
    select gen_random_uuid(), ${id('connection')}, resource, 'scheduled', 0, '2026-01-01', '2026-03-31',
      now() + interval '1 day' + random() * interval '1 hour', now()
    from ${numbers}, unnest(array['sleep', 'activity', 'profile']) as resource`);
  await run(sql`vacuum analyze`);
  const [{ large }] = (await run(sql`select md5('team' || ${teams})::uuid::text as large`)).rows;
  const find = async () => {
    const times = [];
    for (let call = 0; call < calls; call++) {
      const began = performance.now();
      await run(sql`select 1 from ${duePast(slugs, new Date(), { after: large }, 1)} as found`);
      times.push(performance.now() - began);
    }
    return median(times);
  };
  const become = (which) =>
    run(sql`update historical_pull set next_attempt_at = now() - interval '1 hour' from connection
      where connection.id = connection_id and ${which}`);
  const nothing = await find();
  await become(sql`connection.id = md5('connection' || ${Math.ceil(teams / 2)})::uuid`);
  const one = await find();
  await become(sql`connection.team_id = ${large}`);
  const many = await find();
  await run(sql`update connection set pull_until = now() + interval '1 hour' where team_id = ${large}`);
  const claimed = await find();
  await jobs.stop();
  await database.close();
  return {
    'nothing due': nothing,
    'one connection due': one,
    '600 pulls of a team due': many,
    'the same, claimed': claimed,
  };
}
