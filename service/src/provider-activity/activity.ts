import type { Logger } from 'pino';
import type { Db } from '../db/index.js';
import { providerEvents } from '../metrics/index.js';
import { regularly } from '../work/index.js';
import { type ActivityKind, addActivity, type GrantActivity } from './activity-rows.js';

/**
 * Counts what happens with grants. Counts are kept in memory and stored together every few seconds, because
 * there are many of them and a single one does not matter: `kill -9` loses those of the last seconds.
 */
export interface Activity {
  count(grant: { readonly id: string; readonly provider: string }, kind: ActivityKind): void;
  /** Stores the counts. */
  flush(): Promise<void>;
}

/** The most grants whose counts are kept while the database is away. Further grants are not counted. */
const mostKept = 50_000;

export function createActivity(db: Db): Activity {
  let counted = new Map<string, GrantActivity>();

  function add({ grant_id, kind, times }: GrantActivity): void {
    const key = `${grant_id} ${kind}`;
    const before = counted.get(key)?.times ?? 0;
    if (before > 0 || counted.size < mostKept) counted.set(key, { grant_id, kind, times: before + times });
  }

  return {
    count({ id, provider }, kind) {
      providerEvents.inc({ provider, event: kind });
      add({ grant_id: id, kind, times: 1 });
    },
    async flush() {
      if (counted.size === 0) return;
      const rows = [...counted.values()];
      counted = new Map();
      try {
        await addActivity(db, rows);
      } catch (error) {
        rows.forEach(add);
        throw error;
      }
    },
  };
}

/** How often counts are stored, in milliseconds. */
const flushEvery = 10_000;

/** Stores the counts regularly, and once more at the end. Returns the function that stops this. */
export function flushRegularly(activity: Activity, log: Logger): () => Promise<void> {
  const failed = (err: unknown): void => log.error({ err }, 'what happened with providers was not counted');
  const stop = regularly(flushEvery, () => activity.flush(), failed);
  return async () => {
    await stop();
    await activity.flush().catch(failed);
  };
}
