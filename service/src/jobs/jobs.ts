import { randomUUID } from 'node:crypto';
import { fromKysely, PgBoss, type Db as BossDatabase } from 'pg-boss';
import type { Logger } from 'pino';
import { sql } from 'kysely';
import { afterCommit, type Db, type JobDatabase, type Tx } from '../db/index.js';
import { originNow } from '../traces/index.js';
import { LaneWorker } from './lane-worker.js';
import { allLanes, lanes, queueOf, type Lane, type LaneData, type LaneSettings } from './lanes.js';
import { prioritiesOf } from './rounds.js';

/**
 * How often a lane polls for jobs that this process has not enqueued itself, in seconds. On PostgreSQL these are the jobs
 * of other processes. An embedded database has no other process, so the lane polls it seldom.
 */
const pollingSeconds = { shared: 2, embedded: 10 };
/**
 * How long jobs in progress may still run when the service stops, in milliseconds. This is as long
 * as for requests, and longer than a request for tokens takes; an import sends several of those.
 */
const stopWithin = 16_000;

export interface JobOptions {
  /** In real time, whatever the sandbox clock shows. */
  readonly startAfter?: Date;
  /** The id of the job's group. A lane may limit how many jobs of one group run at once. */
  readonly group?: string;
  /** For whom a job with a group is. The jobs that wait in a lane come in rounds, one of each sharer a round. */
  readonly sharer?: string;
}

export interface Jobs {
  /** Enqueues a job in the transaction. It begins after the commit, or at `startAfter`. */
  enqueue<L extends Lane>(tx: Tx, lane: L, data: LaneData[L], options?: JobOptions): Promise<void>;
  /** Enqueues many jobs, which is much less work than one by one. */
  enqueueAll<L extends Lane>(
    tx: Tx,
    lane: L,
    jobs: readonly (JobOptions & { readonly data: LaneData[L] })[],
  ): Promise<void>;
  /** Removes up to `most` jobs of a group that are due and wait for a place, oldest first. Returns their data. */
  takeOut<L extends Lane>(tx: Tx, lane: L, group: string, most: number): Promise<readonly LaneData[L][]>;
  /** Removes the jobs with these data that are not due yet. */
  removeLater<L extends Lane>(tx: Tx, lane: L, data: readonly LaneData[L][]): Promise<void>;
  /** Whether a job of a group is in progress, in any process. */
  isInProgress(db: Db, lane: Lane, group: string): Promise<boolean>;
  /**
   * Sets the handler of a lane. A job that rejects, or whose process ends, is run again, so a handler reads its row
   * first. `signal` is aborted when the service stops.
   */
  work<L extends Lane>(lane: L, handler: (data: LaneData[L], signal: AbortSignal) => Promise<void>): void;
  /** Whether jobs can be enqueued and fetched, as far as a query can tell. */
  areReady(db: Db): Promise<boolean>;
  /** Takes no more jobs and waits for the jobs in progress. New jobs may still be enqueued. */
  finish(): Promise<void>;
  /** Finishes, and then stops pg-boss. */
  stop(): Promise<void>;
}

/** Starts the lanes on the service's database. */
export async function startJobs(
  database: JobDatabase,
  log: Logger,
  settings: Readonly<Record<Lane, LaneSettings>> = lanes,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: database.db,
    // pg-boss has a profile for each engine, with the same name.
    backend: database.engine,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (err) => log.error({ err }, 'a job could not be looked after'));
  try {
    await database.oneAtATime(async () => {
      await boss.start();
      for (const lane of allLanes) await boss.createQueue(lane, queueOf(settings[lane]));
    });
    // pg-boss reads a queue's settings at its first use. That must not happen within a transaction.
    for (const lane of allLanes) await boss.touch(lane, randomUUID());
    if (database.embedded) await takeBack(database.db);
  } catch (error) {
    await boss.stop({ close: false, graceful: false });
    throw error;
  }
  let stopped = false;
  let finished: Promise<unknown> | undefined;
  const finish = async (): Promise<void> => {
    stopped = true;
    await (finished ??= Promise.all([...workers.values()].map((worker) => worker.stop(stopWithin))));
  };
  const workers = new Map<Lane, LaneWorker>();
  const polling = pollingSeconds[database.embedded ? 'embedded' : 'shared'];

  /**
   * The job that waited may have begun before the transaction was
   * committed. Then it has not seen the change, so this inserts another.
   */
  const insertLeftOut = async (lane: Lane, rows: Parameters<PgBoss['insert']>[1]): Promise<void> => {
    if (stopped) return;
    try {
      await boss.insert(lane, rows);
    } catch (err) {
      log.error({ err, lane }, 'a job could not be looked after');
    }
  };

  const enqueueAll: Jobs['enqueueAll'] = async (tx, lane, jobs) => {
    if (jobs.length === 0) return;
    const origin = originNow();
    const { oneWaits = false } = settings[lane];
    const sharers = jobs.map(({ sharer }) => sharer);
    const priorities = await prioritiesOf(tx, lane, sharers);
    const rows = jobs.map(({ data, startAfter, group, sharer }, at) => ({
      data: { ...data, ...origin },
      ...(startAfter && { startAfter }),
      // The tier of a group is only stored, so that the sharer of a waiting job is known.
      ...(group !== undefined && { group: { id: group, ...(sharer !== undefined && { tier: sharer }) } }),
      ...(priorities[at] !== undefined && { priority: priorities[at] }),
      ...(group !== undefined && oneWaits && { singletonKey: group }),
    }));
    const inserted = await boss.insert(lane, rows, { db: fromKysely(tx), returnId: oneWaits });
    const isLeftOut = oneWaits && (inserted?.length ?? 0) < rows.length;
    afterCommit(() => {
      if (isLeftOut) void insertLeftOut(lane, rows);
      const worker = workers.get(lane);
      if (jobs.some(({ startAfter }) => !startAfter)) worker?.look();
      for (const { startAfter } of jobs) {
        const wait = startAfter ? startAfter.getTime() - Date.now() : Infinity;
        // A job that starts right after the next poll would otherwise wait for the one after it.
        if (wait <= 2 * polling * 1000) worker?.lookIn(wait);
      }
    });
  };

  return {
    enqueue: (tx, lane, data, options) => enqueueAll(tx, lane, [{ data, ...options }]),
    enqueueAll,
    async takeOut(tx, lane, group, most) {
      // The data that is enqueued for a lane has the lane's type.
      const { rows } = await sql<{ data: LaneData[typeof lane] }>`
        delete from pgboss.job where name = ${lane} and id = any (array(
          select id from pgboss.job
          where name = ${lane} and state < 'active' and not blocked and start_after <= now() and group_id = ${group}
          order by priority desc, created_on limit ${most} for update skip locked
        )) returning data`.execute(tx);
      return rows.map(({ data }) => data);
    },
    async removeLater(tx, lane, data) {
      // The data of a job also contains its origin.
      await sql`delete from pgboss.job
        where name = ${lane} and state < 'active' and start_after > now() and data - 'traceparent' - 'linked' in (
          select value from jsonb_array_elements(${JSON.stringify(data)}::jsonb)
        )`.execute(tx);
    },
    async isInProgress(db, lane, group) {
      const { rows } = await sql`select from pgboss.job
        where name = ${lane} and state = 'active' and group_id = ${group} limit 1`.execute(db);
      return rows.length > 0;
    },
    work(lane, handler) {
      // The data that is enqueued for a lane has the lane's type.
      const work = (data: unknown, signal: AbortSignal) => handler(data as LaneData[typeof lane], signal);
      workers.set(lane, new LaneWorker(boss, log, lane, settings[lane], work, polling));
    },
    async areReady(db) {
      return !stopped && (await sql`select version from pgboss.version`.execute(db)).rows.length > 0;
    },
    finish,
    async stop() {
      await finish();
      await boss.stop({ graceful: true, close: false, timeout: stopWithin });
    },
  };
}

/**
 * Frees the jobs of an earlier process. Only this process uses the folder, so nobody works on these jobs any more.
 */
async function takeBack(db: BossDatabase): Promise<void> {
  await db.executeSql(
    `update pgboss.job set state = 'retry', start_after = now() where state in ('active', 'retry')`,
  );
}
