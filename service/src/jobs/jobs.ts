import { fromKysely, PgBoss, type Db as BossDatabase } from 'pg-boss';
import type { Logger } from 'pino';
import { afterCommit, type JobDatabase, type Tx } from '../db/index.js';
import { claimInTurn } from './claim-in-turn.js';
import { allLanes, lanes, type Lane, type LaneData } from './lanes.js';

/** How often a worker looks for jobs that nobody in this process told it of, in seconds. */
const pollingIntervalSeconds = 2;
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
  const workers = new Map<Lane, string[]>();

  const wake = (id: string | undefined): void => {
    if (id !== undefined) boss.notifyWorker(id);
  };

  const enqueueAll: Jobs['enqueueAll'] = async (tx, lane, jobs) => {
    if (jobs.length === 0) return;
    const rows = jobs.map(({ data, startAfter, group }) => ({
      data,
      ...(startAfter && { startAfter }),
      ...(group && { group: { id: group.id, ...(group.failing && { tier: failing }) } }),
    }));
    await boss.insert(lane, rows, { db: fromKysely(tx) });
    if (jobs.some(({ startAfter }) => !startAfter)) afterCommit(() => workers.get(lane)?.forEach(wake));
  };

  return {
    enqueue: (tx, lane, data, options) => enqueueAll(tx, lane, [{ data, ...options }]),
    enqueueAll,
    async work(lane, handler) {
      const ids: string[] = [];
      workers.set(lane, ids);
      const { workers: count, perGroup } = lanes[lane];
      const options = {
        pollingIntervalSeconds,
        ...(perGroup && {
          groupConcurrency: { default: perGroup.default, tiers: { [failing]: perGroup.failing } },
        }),
      };
      for (let n = 0; n < count; n++)
        ids.push(
          await boss.work<LaneData[typeof lane]>(lane, options, async ([job]) => {
            if (!job) return;
            try {
              await handler(job.data, AbortSignal.any([job.signal, stopping.signal]));
            } catch (err) {
              if (!stopping.signal.aborted)
                log.error({ err, lane, job: job.data }, 'a job failed and begins again');
              throw err;
            }
            // Where one was there may be more, and by itself it would look for them seconds later only.
            wake(ids[n]);
          }),
        );
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

/** Jobs that an ended process had: the folder is this process's alone, so that nobody works on them. */
async function takeBack(db: BossDatabase): Promise<void> {
  await db.executeSql(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`);
}
