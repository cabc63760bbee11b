// Who fetches what, and when: connections whose time has come, a few at once, each by one process. Their rows are the queue.
import { type Db } from '../db/index.js';
import type { Adapter } from '../adapters/index.js';
import { claimConnections, dueConnections, releaseConnection, renewClaim } from '../pulls/index.js';
import { inSpan } from '../traces/index.js';
import { stepDays } from './days.js';
import type { FetchDeps } from './ask.js';
import { stepHistory } from './history.js';

/** How many connections a process fetches at once. Most of the time is spent waiting for answers. */
const places = 8;
/** How many of one provider, so that a slow one does not hold up the others. */
const placesOfOne = 4;
/** In milliseconds. */
const lookEvery = 1_000;
/** Less than half of how long a claim lasts. */
const renewEvery = 20_000;

export interface FetchPool {
  /** Looks at once for what is due, as after a new link. */
  look(): void;
  /** Takes no more connections, and waits for those in work to end their step. */
  stop(): Promise<void>;
}

/** Fetches the data of connections of these adapters as it becomes due. */
export function startFetching(deps: FetchDeps, adapters: ReadonlyMap<string, Adapter>): FetchPool {
  const working = new Map<string, { readonly provider: string; readonly done: Promise<void> }>();
  let stopped = false;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;

  const fillPlaces = async (): Promise<void> => {
    for (;;) {
      const free = places - working.size;
      const open = [...adapters.keys()].filter((slug) => {
        const busy = [...working.values()].filter(({ provider }) => provider === slug).length;
        return busy < placesOfOne;
      });
      if (stopped || free <= 0 || open.length === 0) return;
      // One at a time, so that the limit of each provider holds.
      const [claimed] = await claimDue(deps.db, open, new Date());
      if (!claimed) return;
      const adapter = adapters.get(claimed.provider);
      if (!adapter) return;
      const attributes = { 'svc.provider': adapter.slug };
      const done = inSpan('fetch data', { kind: 'consumer', attributes, origin: {} }, () =>
        workOn(deps, adapter, claimed.id, () => !stopped),
      ).finally(() => {
        working.delete(claimed.id);
        pool.look();
      });
      working.set(claimed.id, { provider: claimed.provider, done });
    }
  };

  const pool: FetchPool = {
    look() {
      if (stopped) return;
      if (looking) {
        isAskedAgain = true;
        return;
      }
      looking = fillPlaces()
        .catch((err: unknown) => deps.log.error({ err }, 'no data could be fetched'))
        .finally(() => {
          looking = undefined;
          if (isAskedAgain) {
            isAskedAgain = false;
            pool.look();
          }
        });
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
      await Promise.all([...working.values()].map(({ done }) => done));
    },
  };
  const timer = setInterval(() => pool.look(), lookEvery);
  timer.unref();
  pool.look();
  return pool;
}

/** Takes all steps of a claimed connection. It is released however they end. */
async function workOn(deps: FetchDeps, adapter: Adapter, id: string, goOn: () => boolean): Promise<void> {
  const renewal = setInterval(() => void renewClaim(deps.db, id).catch(() => undefined), renewEvery);
  let hasFailed = false;
  try {
    while (goOn() && (await stepHistory(deps, adapter, id, new Date())));
    while (goOn() && (await stepDays(deps, adapter, id, new Date())));
  } catch (err) {
    hasFailed = true;
    deps.log.error({ err, row_id: id, provider: adapter.slug }, 'data could not be fetched');
  } finally {
    clearInterval(renewal);
    await releaseConnection(deps.db, id, hasFailed).catch((err: unknown) =>
      deps.log.error({ err, row_id: id }, 'a connection could not be released'),
    );
  }
}

interface Claimed {
  readonly id: string;
  readonly provider: string;
}

/** Claims a connection with past data that is due, or else one whose new days are. Each is found by an index. */
async function claimDue(db: Db, slugs: readonly string[], now: Date): Promise<readonly Claimed[]> {
  const claimed = await claimConnections(db, dueConnections(slugs, 'history', now, 1));
  return claimed.length > 0 ? claimed : claimConnections(db, dueConnections(slugs, 'days', now, 1));
}
