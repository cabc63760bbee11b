import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { laneJobs, laneJobSeconds, lanePlaces } from '../metrics/index.js';
import { inSpan, type Origin } from '../traces/index.js';
import { batched } from '../work/index.js';
import { retryDelaySeconds, type Lane, type LaneSettings } from './lanes.js';

/** How many jobs one statement completes. */
const mostAtOnce = 100;
/**
 * After a search without result, the next one waits this many times as long as that search took, up to a limit in milliseconds.
 * Such a search is expensive if it had to skip many waiting jobs of a group whose places are all in use. It may also have waited
 * for a connection.
 */
const searchShare = 10;
const longestWait = 2_000;

interface Place {
  readonly job: Job<unknown>;
  readonly ended: Promise<void>;
}

/** A kind of search: for the jobs of groups that have fewer than `perGroup` in progress, or of any group. */
interface Search {
  readonly perGroup: number | undefined;
  /** How many free places it leaves to the kinds for groups with fewer jobs in progress. */
  readonly leaves: number;
  /** The earliest time of the next one after one without result, by `performance.now()`. */
  next: number;
  /** Whether a job has ended since the last one, so that another job of its group may begin. */
  hasEnded: boolean;
}

const searchFor = (perGroup: number | undefined, leaves = 0): Search => ({
  ...{ perGroup, leaves, next: 0, hasEnded: false },
});

/** The searches of a lane. One takes place while more places are free than it leaves: the first of those. */
function searchesOf({ perGroup, reserved = [] }: LaneSettings): readonly Search[] {
  const limits = [perGroup, ...reserved.map((few) => few.perGroup)];
  return limits.map((limit, at) => searchFor(limit, reserved[at]?.places));
}

/**
 * Runs the jobs of a lane. One statement fetches jobs for all free places, and another completes all jobs that have ended since:
 * separate statements for each job would cost more than most jobs do.
 */
export class LaneWorker {
  readonly #boss: PgBoss;
  readonly #log: Logger;
  readonly #lane: Lane;
  readonly #settings: LaneSettings;
  readonly #handler: (data: unknown, signal: AbortSignal) => Promise<void>;
  readonly #places = new Set<Place>();
  readonly #stopping = new AbortController();
  readonly #done: (job: Job<unknown>) => Promise<unknown>;
  readonly #timers: NodeJS.Timeout[] = [];
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  readonly #searches: readonly Search[];
  #laterSearch: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;

  constructor(
    boss: PgBoss,
    log: Logger,
    lane: Lane,
    settings: LaneSettings,
    handler: (data: unknown, signal: AbortSignal) => Promise<void>,
    pollingSeconds: number,
  ) {
    this.#boss = boss;
    this.#log = log;
    this.#lane = lane;
    this.#settings = settings;
    this.#handler = handler;
    this.#searches = searchesOf(settings);
    this.#done = batched(mostAtOnce, async (jobs) => {
      await boss.complete(lane, [...jobs]);
      return jobs;
    });
    this.#timers.push(setInterval(() => this.look(), pollingSeconds * 1000).unref());
    // So that a lane in which nothing happens differs from a process that takes no jobs.
    lanePlaces.set({ lane }, 0);
    const { heartbeat } = settings;
    if (heartbeat !== undefined)
      this.#timers.push(setInterval(() => void this.#sendHeartbeat(), (heartbeat / 2) * 1000).unref());
    this.look();
  }

  /** Searches for jobs, now or after the search in progress. */
  look(): void {
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    if (this.#stopping.signal.aborted) return;
    this.#looking = this.#lookUntilNothing()
      .catch((err: unknown) => this.#log.error({ err, lane: this.#lane }, 'a lane could not look for jobs'))
      .finally(() => {
        this.#looking = undefined;
        if (!this.#lookAgain) return;
        this.#lookAgain = false;
        this.look();
      });
  }

  /** Aborts the jobs in progress. Gives back the jobs that have not ended within so many milliseconds. */
  async stop(within: number): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearInterval(timer);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, within)));
    // If the search in progress still finds jobs, they are started and have to end, too.
    await Promise.race([late, this.#looking]);
    await Promise.race([late, Promise.all([...this.#places].map(({ ended }) => ended))]);
    clearTimeout(timer);
    const left = this.#jobs();
    if (left.length === 0) return;
    try {
      await this.#boss.fail(this.#lane, left, { message: 'the process stopped' });
    } catch (err) {
      // They are run again after their time limit.
      this.#log.error({ err, lane: this.#lane }, 'a job could not be looked after');
    }
  }

  #jobs(): Job<unknown>[] {
    return [...this.#places].map(({ job }) => job);
  }

  async #lookUntilNothing(): Promise<void> {
    for (;;) {
      // PGlite answers within one turn of the event loop. Jobs and requests need other turns to make progress.
      await turn();
      const free = this.#settings.places - this.#places.size;
      if (free <= 0 || this.#stopping.signal.aborted) return;
      const search = this.#searches.find(({ leaves }) => free > leaves);
      // The last one leaves no place.
      if (!search) return;
      const { perGroup, leaves } = search;
      const began = performance.now();
      if (search.next > began && (!search.hasEnded || this.#hasFullGroup(perGroup))) {
        this.#searchAt(search.next);
        return;
      }
      search.hasEnded = false;
      const jobs = await this.#boss.fetch<unknown>(this.#lane, {
        batchSize: free - leaves,
        ...(perGroup !== undefined && { groupConcurrency: perGroup }),
      });
      for (const job of jobs) this.#begin(job);
      if (jobs.length === 0) {
        const now = performance.now();
        if (perGroup !== undefined) search.next = now + Math.min(searchShare * (now - began), longestWait);
        return;
      }
      // Waiting jobs of a full group may hide others from this search.
      if (perGroup === undefined && jobs.length < free) return;
    }
  }

  /** Looks at a time by `performance.now()`, or earlier if an earlier time was asked for. */
  #searchAt(at: number): void {
    if (this.#laterSearch && this.#laterSearch.at <= at) return;
    clearTimeout(this.#laterSearch?.timer);
    const timer = setTimeout(() => {
      this.#laterSearch = undefined;
      this.look();
    }, at - performance.now()).unref();
    this.#laterSearch = { at, timer };
  }

  /** Whether all places of a group are in use, so that a search has to skip its waiting jobs. */
  #hasFullGroup(perGroup: number | undefined): boolean {
    if (perGroup === undefined) return false;
    const running = new Map<string, number>();
    for (const { job } of this.#places) {
      if (!job.groupId) continue;
      const count = (running.get(job.groupId) ?? 0) + 1;
      if (count >= perGroup) return true;
      running.set(job.groupId, count);
    }
    return false;
  }

  #begin(job: Job<unknown>): void {
    const place = { job, ended: this.#work(job) };
    this.#places.add(place);
    lanePlaces.set({ lane: this.#lane }, this.#places.size);
    void place.ended.then(() => {
      this.#places.delete(place);
      lanePlaces.set({ lane: this.#lane }, this.#places.size);
      for (const search of this.#searches) search.hasEnded = true;
      this.look();
    });
  }

  /** Never rejects. */
  async #work(job: Job<unknown>): Promise<void> {
    const lane = this.#lane;
    const ended = laneJobSeconds.startTimer({ lane });
    try {
      await this.#traced(job);
      ended();
      await this.#done(job);
      laneJobs.inc({ lane, outcome: 'done' });
    } catch (err) {
      await this.#rejected(job, err);
    }
  }

  #traced(job: Job<unknown>): Promise<void> {
    const lane = this.#lane;
    // The data of a job is an object that also contains its origin.
    const { traceparent, linked } = job.data as Origin;
    const origin = { ...(traceparent && { traceparent }), ...(linked && { linked }) };
    const attributes = { 'svc.lane': lane, 'svc.job_id': job.id };
    return inSpan(`job ${lane}`, { kind: 'consumer', attributes, origin }, () => this.#handle(job));
  }

  async #handle({ data }: Job<unknown>): Promise<void> {
    const { longest } = this.#settings;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), longest * 1000).unref();
    try {
      await Promise.race([
        this.#handler(data, AbortSignal.any([late.signal, this.#stopping.signal])),
        new Promise((_, reject) => {
          late.signal.onabort = () => reject(new Error(`a job took longer than ${longest} seconds`));
        }),
      ]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #rejected(job: Job<unknown>, err: unknown): Promise<void> {
    const lane = this.#lane;
    if (!this.#stopping.signal.aborted) {
      laneJobs.inc({ lane, outcome: 'failed' });
      this.#log.error({ err, lane, job: job.data }, 'a job failed and begins again');
    }
    await this.#giveBack(job);
    this.lookIn(retryDelaySeconds * 1000);
  }

  /**
   * Makes a job run again soon. Otherwise it would wait for its time limit. If the database is away, this tries until other
   * processes would take over the job.
   */
  async #giveBack(job: Job<unknown>): Promise<void> {
    const { longest, heartbeat = longest } = this.#settings;
    const end = performance.now() + heartbeat * 1000;
    for (let isLogged = false; ; isLogged = true)
      try {
        // Not the error itself, because it may contain data of rows.
        await this.#boss.fail(this.#lane, job, { message: 'see the log' });
        return;
      } catch (err) {
        if (!isLogged) this.#log.error({ err, lane: this.#lane }, 'a job could not be looked after');
        const { signal } = this.#stopping;
        if (signal.aborted || performance.now() > end) return;
        await pause(retryDelaySeconds * 1000, undefined, { signal }).catch(() => undefined);
      }
  }

  /** Searches at the time of a job that starts before the next poll. */
  lookIn(milliseconds: number): void {
    // Timers may fire a millisecond early, and a search before the job's time finds nothing.
    setTimeout(() => this.look(), milliseconds + 10).unref();
  }

  /** Sends the heartbeat of the jobs in progress, so that no other process starts them. */
  async #sendHeartbeat(): Promise<void> {
    const jobs = this.#jobs();
    if (jobs.length === 0) return;
    try {
      await this.#boss.touch(this.#lane, jobs);
    } catch (err) {
      this.#log.error({ err, lane: this.#lane }, 'a job could not be looked after');
    }
  }
}
