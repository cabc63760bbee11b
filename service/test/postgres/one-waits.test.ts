// While one job of a group waits, no second one is enqueued. Work that was requested meanwhile is still done.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { openPostgres, transact, type OpenDatabase } from '../../src/db/index.js';
import { startJobs, type Jobs } from '../../src/jobs/index.js';
import { createLog } from '../../src/server/log.js';

let database: OpenDatabase;
let jobs: Jobs;
beforeAll(async () => {
  database = openPostgres(process.env['TEST_DATABASE_URL'] ?? '', assert.fail);
  jobs = await startJobs(database.forJobs, createLog('silent'));
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
});

it('a job is left out beside one that waits, and comes after it if that began before the commit', async () => {
  const ends: (() => void)[] = [];
  const lookers: (() => void)[] = [];
  const begun = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => void (ends.length >= count && resolve());
      lookers.push(look);
      look();
    });
  jobs.work('webhook_slow', () => {
    const ended = new Promise<void>((resolve) => ends.push(resolve));
    for (const look of lookers) look();
    return ended;
  });
  const ask = (and: () => Promise<void> = () => Promise.resolve()) =>
    transact(database.db, async (tx) => {
      await jobs.enqueue(tx, 'webhook_slow', { webhook_id: 'one' }, { group: 'one' });
      await and();
    });
  await ask();
  await begun(1);
  for (let n = 0; n < 3; n++) await ask();
  await ask(async () => {
    // The waiting job does not see this transaction.
    ends[0]?.();
    await begun(2);
  });
  ends[1]?.();
  await begun(3);
  ends[2]?.();
  await jobs.finish();
  const { rows } = await database.forJobs.db.executeSql(
    "select id from pgboss.job where name = 'webhook_slow' and state < 'completed'",
  );
  assert.deepEqual(rows, []);
});
