import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { transact, type OpenDatabase } from '../src/db/index.js';
import { startJobs, type Jobs } from '../src/jobs/index.js';
import { lanes } from '../src/jobs/lanes.js';
import { createLog } from '../src/log.js';
import { openForTests } from './memory-database.js';

const said: string[] = [];
const log = createLog('error', { write: (line) => void said.push(line) });

describe('jobs', () => {
  let database: OpenDatabase;
  let jobs: Jobs;
  before(async () => {
    database = await openForTests(assert.fail);
  });
  after(() => database.close());
  const start = async () => (jobs = await startJobs(database.forJobs, log));
  afterEach(() => jobs.stop());

  it('begin once their transaction is committed, and only then', async () => {
    await start();
    const seen: string[] = [];
    const done = new Promise<void>((resolve) => {
      void jobs.work('pull', ({ connection_id }) => {
        seen.push(connection_id);
        if (connection_id === 'second') resolve();
        return Promise.resolve();
      });
    });
    const broken = transact(database.db, async (tx) => {
      await jobs.enqueue(tx, 'pull', { connection_id: 'undone' });
      throw new Error('no');
    });
    await assert.rejects(broken, /no/);
    await transact(database.db, async (tx) => {
      await jobs.enqueue(tx, 'pull', { connection_id: 'first' });
      assert.deepEqual(seen, []);
    });
    await transact(database.db, (tx) => jobs.enqueue(tx, 'pull', { connection_id: 'second' }));
    await done;
    assert.deepEqual(seen.sort(), ['first', 'second']);
  });

  it('begin again where they reject', async () => {
    await start();
    let runs = 0;
    said.length = 0;
    const done = new Promise<void>((resolve) => {
      void jobs.work('pull', () => {
        if (++runs === 1) return Promise.reject(new Error('not yet'));
        resolve();
        return Promise.resolve();
      });
    });
    await transact(database.db, (tx) => jobs.enqueue(tx, 'pull', { connection_id: 'again' }));
    const began = performance.now();
    await done;
    assert.equal(runs, 2);
    // Nobody looks by themselves before ten seconds are over.
    assert.ok(performance.now() - began < 6_000);
    assert.match(said.join(''), /"job":\{"connection_id":"again"\}.*"a job failed and begins again"/);
  });

  it('begin when their time comes, not before', async () => {
    await start();
    const began = Date.now();
    const done = new Promise<number>((resolve) => {
      void jobs.work('pull', () => Promise.resolve(resolve(Date.now())));
    });
    const startAfter = new Date(began + 1_500);
    await transact(database.db, (tx) => jobs.enqueue(tx, 'pull', { connection_id: 'later' }, { startAfter }));
    const waited = (await done) - began;
    assert.ok(waited >= 1_500 && waited < 6_000, `${waited} ms`);
  });

  it('follow one another at once where many came together', async () => {
    await start();
    const began = performance.now();
    let left = 12;
    const done = new Promise<void>((resolve) => {
      void jobs.work('bulk', () => {
        if (--left === 0) resolve();
        return Promise.resolve();
      });
    });
    await transact(database.db, async (tx) => {
      for (let n = 0; n < 12; n++) await jobs.enqueue(tx, 'bulk', { operation_id: String(n) });
    });
    await done;
    // Two workers that waited their two seconds after each job would take ten.
    assert.ok(performance.now() - began < 6_000);
  });

  it('of one group leave the rest of the lane to others, however many come at once', async () => {
    await start();
    let [running, most, left] = [0, 0, 40];
    let [release, otherRan, allRan] = [(): void => {}, (): void => {}, (): void => {}];
    const blocked = new Promise<void>((resolve) => (release = resolve));
    const other = new Promise<void>((resolve) => (otherRan = resolve));
    const all = new Promise<void>((resolve) => (allRan = resolve));
    // Every worker is there before the jobs come, so that all of them claim at the same moment.
    await jobs.work('webhook', async ({ delivery_id }) => {
      if (delivery_id === 'other') return otherRan();
      most = Math.max(most, ++running);
      await blocked;
      running -= 1;
      if (--left === 0) allRan();
    });
    const job = (delivery_id: string, id: string) => ({
      data: { delivery_id, attempts: 0 },
      group: { id, failing: false },
    });
    const many = Array.from({ length: left }, (_, n) => job(String(n), 'busy'));
    await transact(database.db, (tx) => jobs.enqueueAll(tx, 'webhook', [...many, job('other', 'quiet')]));
    await other;
    release();
    await all;
    assert.equal(most, lanes.webhook.perGroup?.default);
  });

  it('wait for those of their own lane alone', async () => {
    await start();
    let release = (): void => {};
    const blocked = new Promise<void>((resolve) => (release = resolve));
    const done = new Promise<void>((resolve) => {
      void jobs.work('webhook', () => blocked);
      void jobs.work('bulk', () => Promise.resolve(resolve()));
    });
    await transact(database.db, async (tx) => {
      for (let n = 0; n < 20; n++) await jobs.enqueue(tx, 'webhook', { delivery_id: String(n), attempts: 0 });
      await jobs.enqueue(tx, 'bulk', { operation_id: 'one' });
    });
    await done;
    release();
  });

  it('are told when the service stops, and go on with the next', async () => {
    await start();
    const begun = new Promise<AbortSignal>((resolve) => {
      void jobs.work('bulk', async (_, signal) => {
        resolve(signal);
        await new Promise((aborted) => signal.addEventListener('abort', aborted));
        throw new Error('the rest later');
      });
    });
    await transact(database.db, (tx) => jobs.enqueue(tx, 'bulk', { operation_id: 'long' }));
    const signal = await begun;
    await jobs.stop();
    assert.ok(signal.aborted);

    const began = performance.now();
    await start();
    const resumed = new Promise<string>((resolve) => {
      void jobs.work('bulk', ({ operation_id }) => Promise.resolve(resolve(operation_id)));
    });
    assert.equal(await resumed, 'long');
    // At its start, not with the look ten seconds later.
    assert.ok(performance.now() - began < 6_000);
  });
});
