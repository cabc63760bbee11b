import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { transact, type OpenDatabase } from '../../src/db/index.js';
import { startJobs, type Jobs } from '../../src/jobs/index.js';
import { lanes } from '../../src/jobs/lanes.js';
import { createLog } from '../../src/server/log.js';
import { openForTests } from '../support/memory-database.js';

const said: string[] = [];
const log = createLog('error', { write: (line) => void said.push(line) });

describe('jobs', () => {
  let database: OpenDatabase;
  let jobs: Jobs;
  beforeAll(async () => {
    database = await openForTests(assert.fail);
  });
  afterAll(() => database.close());
  const start = async () => (jobs = await startJobs(database.forJobs, log));
  afterEach(async () => {
    await jobs.stop();
    // Jobs that a test leaves behind must not reach the next test, above all one that takes jobs back.
    await database.forJobs.db.executeSql('delete from pgboss.job');
  });

  it('begin after their transaction is committed, and not before', async () => {
    await start();
    const seen: string[] = [];
    const done = new Promise<void>((resolve) => {
      jobs.work('pull', ({ connection_id }) => {
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

  it('begin again if they reject', async () => {
    await start();
    let runs = 0;
    said.length = 0;
    const done = new Promise<void>((resolve) => {
      jobs.work('pull', () => {
        if (++runs === 1) return Promise.reject(new Error('not yet'));
        resolve();
        return Promise.resolve();
      });
    });
    await transact(database.db, (tx) => jobs.enqueue(tx, 'pull', { connection_id: 'again' }));
    const began = performance.now();
    await done;
    assert.equal(runs, 2);
    // Nothing polls within the first ten seconds.
    assert.ok(performance.now() - began < 9_000);
    assert.match(said.join(''), /"job":\{"connection_id":"again"\}.*"a job failed and begins again"/);
  });

  it('begin at their time, not before', async () => {
    await start();
    const began = Date.now();
    const done = new Promise<number>((resolve) => {
      jobs.work('pull', () => Promise.resolve(resolve(Date.now())));
    });
    const startAfter = new Date(began + 1_500);
    await transact(database.db, (tx) => jobs.enqueue(tx, 'pull', { connection_id: 'later' }, { startAfter }));
    const waited = (await done) - began;
    assert.ok(waited >= 1_500 && waited < 9_000, `${waited} ms`);
  });

  it('follow one another at once if many came together', async () => {
    await start();
    const began = performance.now();
    let left = 12;
    const done = new Promise<void>((resolve) => {
      jobs.work('bulk', () => {
        if (--left === 0) resolve();
        return Promise.resolve();
      });
    });
    await transact(database.db, async (tx) => {
      for (let n = 0; n < 12; n++) await jobs.enqueue(tx, 'bulk', { operation_id: String(n) });
    });
    await done;
    // If two workers waited two seconds after each job, they would need ten seconds.
    assert.ok(performance.now() - began < 9_000);
  });

  it('of one group leave the rest of the lane to others, however many are enqueued at once', async () => {
    await start();
    let [running, most, left] = [0, 0, 40];
    let [release, otherRan, allRan] = [(): void => {}, (): void => {}, (): void => {}];
    const blocked = new Promise<void>((resolve) => (release = resolve));
    const other = new Promise<void>((resolve) => (otherRan = resolve));
    const all = new Promise<void>((resolve) => (allRan = resolve));
    jobs.work('webhook', async ({ delivery_id }) => {
      if (delivery_id === 'other') return otherRan();
      most = Math.max(most, ++running);
      await blocked;
      running -= 1;
      if (--left === 0) allRan();
    });
    const job = (delivery_id: string, id: string) => ({
      data: { delivery_id, attempts: 0 },
      group: id,
    });
    const many = Array.from({ length: left }, (_, n) => job(String(n), 'busy'));
    await transact(database.db, (tx) => jobs.enqueueAll(tx, 'webhook', [...many, job('other', 'quiet')]));
    await other;
    release();
    await all;
    assert.equal(most, lanes.webhook.perGroup);
  });

  it('of many groups with much to do leave a place for one that has nothing in progress', async () => {
    await start();
    let [release, otherRan] = [(): void => {}, (): void => {}];
    const blocked = new Promise<void>((resolve) => (release = resolve));
    const other = new Promise<void>((resolve) => (otherRan = resolve));
    const running = new Map<string, number>();
    const begun = new Set<() => void>();
    jobs.work('webhook', async ({ delivery_id: group }) => {
      if (group === 'quiet') return otherRan();
      running.set(group, (running.get(group) ?? 0) + 1);
      for (const look of begun) look();
      await blocked;
    });
    const { perGroup = 0 } = lanes.webhook;
    const enqueue = (group: string, count: number) =>
      transact(database.db, (tx) =>
        jobs.enqueueAll(
          tx,
          'webhook',
          Array.from({ length: count }, () => ({ data: { delivery_id: group, attempts: 0 }, group })),
        ),
      );
    // One group after the other, so that the first ones get as much as they may.
    for (let at = 0; at < 25; at++) {
      const group = `busy ${at}`;
      const hasBegun = new Promise<void>((resolve) => begun.add(() => running.has(group) && resolve()));
      await enqueue(group, 2 * perGroup);
      await hasBegun;
    }
    await enqueue('quiet', 1);
    await other;
    assert.equal(running.get('busy 0'), perGroup);
    await database.forJobs.db.executeSql("delete from pgboss.job where state = 'created'");
    release();
  });

  for (const lane of ['webhook', 'pull'] as const)
    it(`wait only shortly after a search that had to wait for the database: ${lane}`, async () => {
      const { executeSql } = database.forJobs.db;
      let isFirst = true;
      const late: typeof executeSql = async (text, values) => {
        const found = await executeSql(text, values);
        if (isFirst && /state = 'active',\s+started_on/.test(text)) {
          isFirst = false;
          await pause(1_000);
        }
        return found;
      };
      jobs = await startJobs({ ...database.forJobs, db: { executeSql: late } }, log);
      const began = performance.now();
      let done = (): void => {};
      const isDone = new Promise<void>((resolve) => (done = resolve));
      jobs.work(lane, () => Promise.resolve(done()));
      while (isFirst) await turn();
      await transact(database.db, (tx) =>
        lane === 'pull'
          ? jobs.enqueue(tx, lane, { connection_id: 'one' })
          : jobs.enqueue(tx, lane, { delivery_id: 'one', attempts: 0 }),
      );
      await isDone;
      const took = performance.now() - began;
      assert.ok(took < 6_000, `${took} ms`);
    });

  it('of a group that are due and wait can be taken out of a lane, oldest first', async () => {
    await start();
    let release = (): void => {};
    const blocked = new Promise<void>((resolve) => (release = resolve));
    let began = (): void => {};
    const begun = new Promise<void>((resolve) => (began = resolve));
    const done: string[] = [];
    let allDone = (): void => {};
    const ended = new Promise<void>((resolve) => (allDone = resolve));
    const { perGroup = 0 } = lanes.webhook_throttled;
    let running = 0;
    jobs.work('webhook_throttled', async ({ delivery_id }) => {
      if (++running === perGroup) began();
      await blocked;
      done.push(delivery_id);
      if (done.length === perGroup + 1) allDone();
    });
    const enqueue = (delivery_id: string, more = {}) =>
      transact(database.db, (tx) =>
        jobs.enqueue(tx, 'webhook_throttled', { delivery_id, attempts: 1 }, { group: 'one', ...more }),
      );
    for (let n = 0; n < perGroup; n++) await enqueue('runs');
    await begun;
    for (const id of ['first', 'second', 'third', 'fourth']) await enqueue(id);
    // With PGlite's clock all of them may have the same time.
    await database.forJobs.db.executeSql(
      "update pgboss.job set created_on = now() - interval '1 hour' where data->>'delivery_id' in ('first', 'second')",
    );
    await enqueue('later', { startAfter: new Date(Date.now() + 3_600_000) });
    const taken = (group: string, most: number) =>
      transact(database.db, async (tx) =>
        (await jobs.takeOut(tx, 'webhook_throttled', group, most))
          .map(({ delivery_id }) => delivery_id)
          .sort(),
      );
    assert.deepEqual(await taken('another', 100), []);
    assert.deepEqual(await taken('one', 2), ['first', 'second']);
    // No job that runs or is due later.
    assert.deepEqual(await taken('one', 100), ['fourth', 'third']);
    await enqueue('fifth');
    release();
    await ended;
    assert.deepEqual(done.sort(), ['fifth', 'runs', 'runs']);
  });

  it('that were taken back while they ran are waited for, together with their next attempt', async () => {
    await start();
    const releases: (() => void)[] = [];
    let ended = 0;
    const begun = (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => (releases.length === count ? resolve() : setImmediate(look));
        look();
      });
    jobs.work('bulk', async () => {
      await new Promise<void>((resolve) => releases.push(resolve));
      await turn();
      ended += 1;
    });
    await transact(database.db, (tx) => jobs.enqueue(tx, 'bulk', { operation_id: 'one' }));
    await begun(1);
    await database.forJobs.db.executeSql(
      "update pgboss.job set state = 'retry' where name = 'bulk' and state = 'active'",
    );
    // The lane searches when another job is enqueued.
    await transact(database.db, (tx) => jobs.enqueue(tx, 'bulk', { operation_id: 'two' }));
    await begun(2);
    releases[0]?.();
    await turn();
    await turn();
    const stopped = jobs.stop();
    releases[1]?.();
    releases[2]?.();
    await stopped;
    assert.equal(ended, releases.length);
  });

  it('are fetched and completed many at a time, with one statement', async () => {
    const asked: string[] = [];
    const { executeSql } = database.forJobs.db;
    const counting: typeof executeSql = (text, values) => {
      asked.push(text);
      return executeSql(text, values);
    };
    jobs = await startJobs({ ...database.forJobs, db: { executeSql: counting } }, log);
    const count = 3 * lanes.webhook.places;
    let left = count;
    const done = new Promise<void>((resolve) => {
      jobs.work('webhook', async () => {
        // Real answers arrive over the network one by one.
        await turn();
        if (--left === 0) resolve();
      });
    });
    await transact(database.db, (tx) =>
      jobs.enqueueAll(
        tx,
        'webhook',
        Array.from({ length: count }, (_, n) => ({ data: { delivery_id: String(n), attempts: 0 } })),
      ),
    );
    await done;
    await jobs.stop();
    const those = (how: RegExp) => asked.filter((text) => how.test(text)).length;
    const [taken, ended] = [those(/state = 'active',\s+started_on/), those(/state = 'completed',/)];
    assert.ok(taken > 0 && taken < 15, `${taken} statements take ${count} jobs`);
    assert.ok(ended > 0 && ended < 15, `${ended} statements end ${count} jobs`);
    const open = await database.forJobs.db.executeSql(
      "select id from pgboss.job where name = 'webhook' and state < 'completed'",
    );
    assert.deepEqual(open.rows, []);
  });

  it('give up their place if they never end, and begin again', async () => {
    jobs = await startJobs(database.forJobs, log, { ...lanes, pull: { places: 1, longest: 1 } });
    said.length = 0;
    let tries = 0;
    let aborted = false;
    const done = new Promise<void>((resolve) => {
      jobs.work('pull', ({ connection_id }, signal) => {
        if (connection_id !== 'endless') return Promise.resolve();
        if (++tries === 2) {
          resolve();
          return Promise.resolve();
        }
        signal.onabort = () => (aborted = true);
        return new Promise(() => undefined);
      });
    });
    await transact(database.db, (tx) => jobs.enqueue(tx, 'pull', { connection_id: 'endless' }));
    await done;
    assert.ok(aborted);
    assert.match(said.join(''), /took longer than 1 seconds/);
  });

  it('wait only for jobs of their own lane', async () => {
    await start();
    let release = (): void => {};
    const blocked = new Promise<void>((resolve) => (release = resolve));
    const done = new Promise<void>((resolve) => {
      jobs.work('webhook', () => blocked);
      jobs.work('bulk', () => Promise.resolve(resolve()));
    });
    await transact(database.db, async (tx) => {
      for (let n = 0; n < 2 * lanes.webhook.places; n++)
        await jobs.enqueue(tx, 'webhook', { delivery_id: String(n), attempts: 0 });
      await jobs.enqueue(tx, 'bulk', { operation_id: 'one' });
    });
    await done;
    release();
  });

  it('are aborted when the service stops, and continue at its next start', async () => {
    await start();
    const begun = new Promise<AbortSignal>((resolve) => {
      jobs.work('bulk', async (_, signal) => {
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
      jobs.work('bulk', ({ operation_id }) => Promise.resolve(resolve(operation_id)));
    });
    assert.equal(await resumed, 'long');
    // At the start, not at the poll ten seconds later.
    assert.ok(performance.now() - began < 9_000);
  });
});
