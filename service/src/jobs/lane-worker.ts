import { setImmediate as turn } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { batched } from '../work/index.js';
import { retryDelaySeconds, type Lane, type LaneSettings } from './lanes.js';

/** The tier of jobs that wait long for others, and so have few places. */
const slowTier = 'slow';
/** The group of those jobs: one of their own, as others would never leave them its few places. */
export const slow = (id: string) => ({ id: `${id} slow`, tier: slowTier });
/** How many jobs are said to be done with one statement. */
const mostAtOnce = 100;
/**
 * After nothing was found the next search comes after so many times what that one took: it went through all that waits
 * of a group which has its places full, here or in another process.
 */
const searchShare = 10;

interface Place {
  readonly job: Job<unknown>;
  readonly ended: Promise<void>;
}

/**
 * Does the jobs of a lane. It takes as many as there are places for with one statement, and says of all that have
 * ended meanwhile with another that they are done: a statement or three for each job would cost more than most jobs do.
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
  /** When it is searched again, after nothing was found, by `performance.now()`. */
  #nextSearch = 0;
  /** Whether a job has ended since the last look, so that another one of its group may begin. */
  #hasEnded = false;
  #laterSearch: NodeJS.Timeout | undefined;

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
    this.#done = batched(mostAtOnce, async (jobs) => {
      await boss.complete(lane, [...jobs]);
      return jobs;
    });
    this.#timers.push(setInterval(() => this.look(), pollingSeconds * 1000).unref());
    const { heartbeat } = settings;
    if (heartbeat !== undefined)
      this.#timers.push(setInterval(() => void this.#beat(), (heartbeat / 2) * 1000).unref());
    this.look();
  }

  /** Looks for jobs, now or as soon as it has looked. */
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

  /** Tells the jobs under way to end, and gives up those that have not after so many milliseconds. */
  async stop(within: number): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearInterval(timer);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, within)));
    // What it was just looking for begins, and ends, too.
    await Promise.race([late, this.#looking]);
    await Promise.race([late, Promise.all([...this.#places].map(({ ended }) => ended))]);
    clearTimeout(timer);
    const left = this.#jobs();
    if (left.length === 0) return;
    try {
      await this.#boss.fail(this.#lane, left, { message: 'the process stopped' });
    } catch (err) {
      // They begin again when their time is over.
      this.#log.error({ err, lane: this.#lane }, 'a job could not be looked after');
    }
  }

  #jobs(): Job<unknown>[] {
    return [...this.#places].map(({ job }) => job);
  }

  async #lookUntilNothing(): Promise<void> {
    const { places, perGroup } = this.#settings;
    for (;;) {
      // PGlite answers without a turn of the event loop, in which jobs end and requests come.
      await turn();
      const free = places - this.#places.size;
      if (free <= 0 || this.#stopping.signal.aborted) return;
      const wait = this.#nextSearch - performance.now();
      if (wait > 0 && (!this.#hasEnded || this.#hasFullGroup())) {
        this.#searchIn(wait);
        return;
      }
      this.#hasEnded = false;
      const began = performance.now();
      const jobs = await this.#boss.fetch<unknown>(this.#lane, {
        batchSize: free,
        ...(perGroup && {
          groupConcurrency: {
            default: perGroup.default,
            ...(perGroup.slow !== undefined && { tiers: { [slowTier]: perGroup.slow } }),
          },
        }),
      });
      for (const job of jobs) this.#begin(job);
      if (jobs.length === 0) {
        const now = performance.now();
        this.#nextSearch = now + searchShare * (now - began);
        return;
      }
      // Those that a full group holds back may stand before others.
      if (!perGroup && jobs.length < free) return;
    }
  }

  #searchIn(milliseconds: number): void {
    if (this.#laterSearch) return;
    this.#laterSearch = setTimeout(() => {
      this.#laterSearch = undefined;
      this.look();
    }, milliseconds).unref();
  }

  /** Whether a group has all of its places, so that what waits of it is searched through for jobs of others. */
  #hasFullGroup(): boolean {
    const { perGroup } = this.#settings;
    if (!perGroup) return false;
    const running = new Map<string, number>();
    for (const { job } of this.#places) {
      if (!job.groupId) continue;
      const count = (running.get(job.groupId) ?? 0) + 1;
      const most = (job.groupTier === slowTier ? perGroup.slow : undefined) ?? perGroup.default;
      if (count >= most) return true;
      running.set(job.groupId, count);
    }
    return false;
  }

  #begin(job: Job<unknown>): void {
    const place = { job, ended: this.#work(job) };
    this.#places.add(place);
    void place.ended.then(() => {
      this.#places.delete(place);
      this.#hasEnded = true;
      this.look();
    });
  }

  /** Never rejects. */
  async #work(job: Job<unknown>): Promise<void> {
    try {
      await this.#handle(job);
      await this.#done(job);
    } catch (err) {
      await this.#rejected(job, err);
    }
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
    if (!this.#stopping.signal.aborted)
      this.#log.error({ err, lane, job: job.data }, 'a job failed and begins again');
    try {
      // Not what was thrown: that may hold what is in the rows.
      await this.#boss.fail(lane, job, { message: 'see the log' });
    } catch (failed) {
      // It begins again when its time is over.
      this.#log.error({ err: failed, lane }, 'a job could not be looked after');
    }
    this.lookIn(retryDelaySeconds * 1000);
  }

  /** Looks when a job's time comes, which is before the next look. */
  lookIn(milliseconds: number): void {
    // Timers may be early by a millisecond, and who looks too early finds nothing.
    setTimeout(() => this.look(), milliseconds + 10).unref();
  }

  /** Says that the jobs under way are, so that no other process begins them. */
  async #beat(): Promise<void> {
    const jobs = this.#jobs();
    if (jobs.length === 0) return;
    try {
      await this.#boss.touch(this.#lane, jobs);
    } catch (err) {
      this.#log.error({ err, lane: this.#lane }, 'a job could not be looked after');
    }
  }
}
