import { fromKysely, PgBoss, type Db as BossDatabase } from 'pg-boss';
import type { Logger } from 'pino';
import { afterCommit, type JobDatabase, type Tx } from '../db/index.js';
import { allLanes, lanes, type Lane, type LaneData } from './lanes.js';

/** How often a worker looks for jobs that nobody in this process told it of, in seconds. */
const pollingIntervalSeconds = 2;
/** How long jobs under way may go on when the service stops, in milliseconds. */
const stopWithin = 10_000;

export interface Jobs {
  /**
   * Puts a job on its lane as part of the transaction: it begins when that is committed, or at `startAfter`, which
   * is real time whatever the sandbox clock says.
   */
  enqueue<L extends Lane>(
    tx: Tx,
    lane: L,
    data: LaneData[L],
    options?: { readonly startAfter?: Date },
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
    db: database.db,
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

  return {
    async enqueue(tx, lane, data, { startAfter } = {}) {
      await boss.send(lane, data, { db: fromKysely(tx), ...(startAfter && { startAfter }) });
      if (!startAfter) afterCommit(() => workers.get(lane)?.forEach((id) => boss.notifyWorker(id)));
    },
    async work(lane, handler) {
      const ids: string[] = [];
      for (let n = 0; n < lanes[lane].workers; n++)
        ids.push(
          await boss.work<LaneData[typeof lane]>(lane, { pollingIntervalSeconds }, async ([job]) => {
            if (!job) return;
            await handler(job.data, AbortSignal.any([job.signal, stopping.signal]));
            // Where one was there may be more, and by itself it would look for them seconds later only.
            const own = ids[n];
            if (own) boss.notifyWorker(own);
          }),
        );
      workers.set(lane, ids);
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
