import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, it } from 'vitest';
import { transact, type OpenDatabase } from '../../src/db/index.js';
import { readLaneFigures, startJobs, type Jobs } from '../../src/jobs/index.js';
import { createLog } from '../../src/server/log.js';
import { openForTests } from '../support/memory-database.js';

let database: OpenDatabase;
let jobs: Jobs;
beforeAll(async () => {
  database = await openForTests(assert.fail);
  jobs = await startJobs(database.forJobs, createLog('silent'));
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
});

/** Enqueues a job in the lane `webhook` that has been due for so many seconds. Nothing works on that lane. */
async function wait(delivery_id: string, seconds: number): Promise<void> {
  await transact(database.db, (tx) => jobs.enqueue(tx, 'webhook', { delivery_id, attempts: 0 }));
  await sql`update pgboss.job set start_after = now() - make_interval(secs => ${seconds})
    where data->>'delivery_id' = ${delivery_id}`.execute(database.db);
}

it('a lane waits as long as its oldest due job', async () => {
  const figures = async () =>
    (await readLaneFigures(database.db)).find(({ lane }) => lane === 'webhook') ?? assert.fail();
  assert.deepEqual(await figures(), { lane: 'webhook', waiting: 0, later: 0, oldest: 0 });
  await wait('for later', -3600);
  await wait('newer', 60);
  await wait('older', 600);
  const { waiting, later, oldest } = await figures();
  assert.deepEqual([waiting, later], [2, 1]);
  assert.ok(oldest >= 600 && oldest < 3600, String(oldest));

  await transact(database.db, (tx) => jobs.enqueue(tx, 'bulk', { operation_id: 'one' }));
  await sql`update pgboss.job set start_after = now() - interval '900 seconds' where name = 'bulk'`.execute(
    database.db,
  );
  const bulk = (await readLaneFigures(database.db)).find(({ lane }) => lane === 'bulk');
  assert.ok(bulk && bulk.oldest >= 900 && bulk.oldest < 3600, String(bulk?.oldest));
});
