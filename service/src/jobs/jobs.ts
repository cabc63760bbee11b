import { fromKysely, PgBoss, type Db as BossDatabase } from 'pg-boss';
import type { Logger } from 'pino';
import { afterCommit, type JobDatabase, type Tx } from '../db/index.js';
import { claimInTurn } from './claim-in-turn.js';
import { allLanes, lanes, retryDelaySeconds, type Lane, type LaneData } from './lanes.js';

/**
 * How often a lane's first worker and its others look for jobs that nobody in this process told them of, in seconds.
 * Who finds one wakes another. Beside PostgreSQL those are the jobs of other processes; a database that is this
 * process's alone has none but those whose time is further off than a look, so that it is left in peace.
 */
const pollingSeconds = { shared: { first: 2, others: 10 }, embedded: { first: 10, others: 60 } };
/** How long jobs under way may go on when the service stops, in milliseconds. */
const stopWithin = 10_000;
/** The tier of jobs of a group that fails. */
const failing = 'failing';

export interface JobOptions {
  /** Real time, whatever the sandbox clock says. */
  readonly startAfter?: Date;
  /** Whose job it is: a lane may limit how many of one group run at once, and those of one that fails further. */
  readonly group?: { readonly id: string; readonly failing: boolean };
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
  work<L extends Lane>(
    lane: L,
    handler: (data: LaneData[L], signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Whether jobs can be put on their lanes and taken from them. */
  areReady(): Promise<boolean>;
  /** Takes no more jobs and lets those under way end. */
  stop(): Promise<void>;
}

/** One that takes jobs of a lane, by its name at pg-boss. */
interface Worker {
  id: string;
  busy: boolean;
}

/** Starts the lanes on the database that the service stands on. */
export async function startJobs(database: JobDatabase, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    db: claimInTurn(database.db),
    backend: database.embedded ? 'pglite' : 'postgres',
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (err) => log.error({ err }, 'a job could not be looked after'));
  await boss.start();
  for (const lane of allLanes) await boss.createQueue(lane, lanes[lane].queue);
  if (database.embedded) await takeBack(database.db);
  const stopping = new AbortController();
  const workers = new Map<Lane, Worker[]>();

  /** As many as there are jobs: each that finds none costs a query. Busy ones look again by themselves. */
  const wake = (lane: Lane, count: number): void => {
    const idle = (workers.get(lane) ?? []).filter(({ busy }) => !busy);
    for (const worker of idle.slice(0, count)) boss.notifyWorker(worker.id);
  };

  const polling = pollingSeconds[database.embedded ? 'embedded' : 'shared'];
  /** Wakes for a job whose time comes before the next look would. */
  const wakeIn = (lane: Lane, milliseconds: number): void => {
    if (milliseconds > polling.first * 1000) return;
    // Timers may be early by a millisecond, and who looks too early finds nothing.
    setTimeout(() => !stopping.signal.aborted && wake(lane, 1), milliseconds + 10).unref();
  };

  const enqueueAll: Jobs['enqueueAll'] = async (tx, lane, jobs) => {
    if (jobs.length === 0) return;
    const rows = jobs.map(({ data, startAfter, group }) => ({
      data,
      ...(startAfter && { startAfter }),
      ...(group && { group: { id: group.id, ...(group.failing && { tier: failing }) } }),
    }));
    await boss.insert(lane, rows, { db: fromKysely(tx) });
    afterCommit(() => {
      wake(lane, jobs.filter(({ startAfter }) => !startAfter).length);
      for (const { startAfter } of jobs) if (startAfter) wakeIn(lane, startAfter.getTime() - Date.now());
    });
  };

  return {
    enqueue: (tx, lane, data, options) => enqueueAll(tx, lane, [{ data, ...options }]),
    enqueueAll,
    async work(lane, handler) {
      const { workers: count, perGroup } = lanes[lane];
      const groups = perGroup && {
        groupConcurrency: { default: perGroup.default, tiers: { [failing]: perGroup.failing } },
      };
      const crew = Array.from({ length: count }, (): Worker => ({ id: '', busy: false }));
      workers.set(lane, crew);
      for (const worker of crew) {
        const pollingIntervalSeconds = worker === crew[0] ? polling.first : polling.others;
        worker.id = await boss.work<LaneData[typeof lane]>(
          lane,
          { pollingIntervalSeconds, ...groups },
          async ([job]) => {
            if (!job) return;
            worker.busy = true;
            // Where one was there may be more.
            wake(lane, 1);
            try {
              await handler(job.data, AbortSignal.any([job.signal, stopping.signal]));
            } catch (err) {
              if (!stopping.signal.aborted)
                log.error({ err, lane, job: job.data }, 'a job failed and begins again');
              // Its delay begins when pg-boss has written this down.
              wakeIn(lane, retryDelaySeconds * 1000 + 200);
              throw err;
            } finally {
              worker.busy = false;
              boss.notifyWorker(worker.id);
            }
          },
        );
      }
    },
    async areReady() {
      return !stopping.signal.aborted && (await boss.schemaVersion()) !== null;
    },
    async stop() {
      stopping.abort();
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
