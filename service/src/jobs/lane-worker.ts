import type { Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { batched } from '../batched.js';
import { retryDelaySeconds, type Lane, type LaneSettings } from './lanes.js';

/** The tier of jobs of a group that fails. */
export const failing = 'failing';
/** How many jobs are said to be done with one statement. */
const mostAtOnce = 100;

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
  readonly #places = new Map<string, Place>();
  readonly #stopping = new AbortController();
  readonly #done: (job: Job<unknown>) => Promise<unknown>;
  readonly #timers: NodeJS.Timeout[] = [];
  #looking: Promise<void> | undefined;
  #lookAgain = false;

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
    await this.#looking;
    const ended = Promise.all([...this.#places.values()].map((place) => place.ended));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([ended, new Promise((resolve) => (timer = setTimeout(resolve, within)))]);
    clearTimeout(timer);
    const left = [...this.#places.values()].map(({ job }) => job);
    if (left.length > 0) await this.#boss.fail(this.#lane, left, { message: 'the process stopped' });
  }

  async #lookUntilNothing(): Promise<void> {
    const { places, perGroup } = this.#settings;
    while (!this.#stopping.signal.aborted) {
      const free = places - this.#places.size;
      if (free <= 0) return;
      const jobs = await this.#boss.fetch<unknown>(this.#lane, {
        batchSize: free,
        ...(perGroup && {
          groupConcurrency: { default: perGroup.default, tiers: { [failing]: perGroup.failing } },
        }),
      });
      for (const job of jobs) this.#places.set(job.id, { job, ended: this.#work(job) });
      // Those that a full group holds back may stand before others. Processes that look at the same moment each count
      // without the other's, so that a group may have its full number in each of them; never more, beside others' places.
      if (jobs.length === 0 || (!perGroup && jobs.length < free)) return;
    }
  }

  async #work(job: Job<unknown>): Promise<void> {
    try {
      await this.#handle(job);
      await this.#done(job);
    } catch (err) {
      await this.#rejected(job, err);
    } finally {
      this.#places.delete(job.id);
      this.look();
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
    const jobs = [...this.#places.values()].map(({ job }) => job);
    if (jobs.length === 0) return;
    try {
      await this.#boss.touch(this.#lane, jobs);
    } catch (err) {
      this.#log.error({ err, lane: this.#lane }, 'a job could not be looked after');
    }
  }
}
