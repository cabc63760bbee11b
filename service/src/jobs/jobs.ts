import { randomUUID } from 'node:crypto';
import { fromKysely, PgBoss, type Db as BossDatabase } from 'pg-boss';
import type { Logger } from 'pino';
import { afterCommit, type JobDatabase, type Tx } from '../db/index.js';
import { LaneWorker, slow } from './lane-worker.js';
import { allLanes, lanes, queueOf, type Lane, type LaneData, type LaneSettings } from './lanes.js';

/**
 * How often a lane looks for jobs that nobody in this process told it of, in seconds. Beside PostgreSQL those are the
 * jobs of other processes; a database that is this process's alone has none but those whose time is further off than a
 * look, so that it is left in peace.
 */
const pollingSeconds = { shared: 2, embedded: 10 };
/** How long jobs under way may go on when the service stops, in milliseconds. */
const stopWithin = 10_000;

export interface JobOptions {
  /** Real time, whatever the sandbox clock says. */
  readonly startAfter?: Date;
  /** Whose job it is: a lane may limit how many of one group run at once, and of those of it that are slow. */
  readonly group?: { readonly id: string; readonly slow: boolean };
}

export interface Jobs {
  /** Puts a job on its lane as part of the transaction: it begins when that is committed, or at `startAfter`. */
  enqueue<L extends Lane>(tx: Tx, lane: L, data: LaneData[L], options?: JobOptions): Promise<void>;
  /** The same for many at once, which is much less work than one by one. */
  enqueueAll<L extends Lane>(
    tx: Tx,
    lane: L,
    jobs: readonly (JobOptions & { readonly data: LaneData[L] })[],
  ): Promise<void>;
  /**
   * Says who does a lane's work. A job that rejects, or whose process ends, begins again; so a job looks at its row
   * first. `signal` is aborted when the service stops.
   */
  work<L extends Lane>(lane: L, handler: (data: LaneData[L], signal: AbortSignal) => Promise<void>): void;
  /** Whether jobs can be put on their lanes and taken from them. */
  areReady(): Promise<boolean>;
  /** Takes no more jobs and lets those under way end. */
  stop(): Promise<void>;
}

/** Starts the lanes on the database that the service stands on. */
export async function startJobs(
  database: JobDatabase,
  log: Logger,
  settings: Readonly<Record<Lane, LaneSettings>> = lanes,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: database.db,
    backend: database.embedded ? 'pglite' : 'postgres',
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
    // It asks for the queue when it first needs it, which must not be in somebody's transaction.
    for (const lane of allLanes) await boss.touch(lane, randomUUID());
    if (database.embedded) await takeBack(database.db);
  } catch (error) {
    await boss.stop({ close: false, graceful: false });
    throw error;
  }
  let stopped = false;
  const workers = new Map<Lane, LaneWorker>();
  const polling = pollingSeconds[database.embedded ? 'embedded' : 'shared'];

  const enqueueAll: Jobs['enqueueAll'] = async (tx, lane, jobs) => {
    if (jobs.length === 0) return;
    const rows = jobs.map(({ data, startAfter, group }) => ({
      data,
      ...(startAfter && { startAfter }),
      ...(group && { group: group.slow ? slow(group.id) : { id: group.id } }),
    }));
    await boss.insert(lane, rows, { db: fromKysely(tx) });
    afterCommit(() => {
      const worker = workers.get(lane);
      if (jobs.some(({ startAfter }) => !startAfter)) worker?.look();
      for (const { startAfter } of jobs) {
        const wait = startAfter ? startAfter.getTime() - Date.now() : Infinity;
        if (wait <= polling * 1000) worker?.lookIn(wait);
      }
    });
  };

  return {
    enqueue: (tx, lane, data, options) => enqueueAll(tx, lane, [{ data, ...options }]),
    enqueueAll,
    work(lane, handler) {
      const work = (data: unknown, signal: AbortSignal) => handler(data as LaneData[typeof lane], signal);
      workers.set(lane, new LaneWorker(boss, log, lane, settings[lane], work, polling));
    },
    async areReady() {
      return !stopped && (await boss.schemaVersion()) !== null;
    },
    async stop() {
      stopped = true;
      await Promise.all([...workers.values()].map((worker) => worker.stop(stopWithin)));
      await boss.stop({ graceful: true, close: false, timeout: stopWithin });
    },
  };
}

/**
 * Jobs that an ended process had, and those that it gave up when it stopped: the folder is this process's alone, so
 * that nobody works on them.
 */
async function takeBack(db: BossDatabase): Promise<void> {
  await db.executeSql(
    `update pgboss.job set state = 'retry', start_after = now() where state in ('active', 'retry')`,
  );
}
