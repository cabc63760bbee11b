// Decides when a process fetches which connection's data. It fetches a few due connections
// at once, and each is fetched by one process only. The connections' rows are the queue.
import { randomUUID } from 'node:crypto';
import type { Adapter } from '../adapters/index.js';
import {
  claimConnections,
  type ClaimedConnection,
  dueDays,
  duePast,
  releaseConnection,
  renewClaim,
} from '../pulls/index.js';
import { inSpan } from '../traces/index.js';
import { stepDays } from './days.js';
import type { FetchDeps } from './ask.js';
import { stepHistory } from './history.js';

/** How many connections a process fetches at once. Most of that time is spent waiting for answers. */
const places = 8;
/** The most connections with one provider, so that a slow one does not hold up the others. */
const placesOfOne = 4;
/**
 * The most places for one kind of work: past data, or new days. The rest stays free for the other kind, so that an import
 * of thousands does not delay people's new days, and new days do not delay the past of a new link.
 */
const ofOneKind = { places: 6, placesOfOne: 3 };
/** How often to look for due connections, in milliseconds. */
const lookEvery = 1_000;
/** How often a claim is renewed, in milliseconds: less than half of its life. */
const renewEvery = 20_000;

export interface FetchPool {
  /** Looks for due connections at once, for example after a new link. */
  look(): void;
  /** Takes no more connections, and waits until those in work have ended their step. */
  stop(): Promise<void>;
}

type Kind = 'days' | 'history';

interface Work {
  readonly provider: string;
  readonly kind: Kind;
  readonly done: Promise<void>;
}

/** Fetches the data of connections of these adapters as it becomes due. */
export function startFetching(deps: FetchDeps, adapters: ReadonlyMap<string, Adapter>): FetchPool {
  const working = new Map<string, Work>();
  let stopped = false;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  /** The team that had the last turn. It starts with a random id, so that processes do not all begin with the same team. */
  let lastTeam: string = randomUUID();
  let isLatestsTurn = false;

  /** Claims a connection for which this kind of work is due, if there is a place for it. Each kind is found by an index. */
  const claim = async (kind: Kind): Promise<ClaimedConnection | undefined> => {
    const all = [...working.values()];
    const ofKind = all.filter((work) => work.kind === kind);
    if (stopped || all.length >= places || ofKind.length >= ofOneKind.places) return undefined;
    const busy = (works: readonly Work[], slug: string): number =>
      works.filter(({ provider }) => provider === slug).length;
    const open = [...adapters.keys()].filter(
      (slug) => busy(all, slug) < placesOfOne && busy(ofKind, slug) < ofOneKind.placesOfOne,
    );
    if (open.length === 0) return undefined;
    // Claimed one at a time, so that the limit of each provider holds.
    const found =
      kind === 'history'
        ? duePast(open, new Date(), { after: lastTeam, latestFirst: isLatestsTurn }, 1)
        : dueDays(open, new Date(), 1);
    const [claimed] = await claimConnections(deps.db, found);
    if (claimed && kind === 'history') takeTurn(claimed.team_id);
    return claimed;
  };

  /**
   * Every team has a turn before any team has a second one, so that a large import does not delay other teams. In
   * every other round, a team's newest links come first; in the rounds between, the links that have waited longest.
   */
  const takeTurn = (team: string): void => {
    if (team <= lastTeam) isLatestsTurn = !isLatestsTurn;
    lastTeam = team;
  };

  const start = (kind: Kind, { id, provider }: ClaimedConnection): void => {
    const adapter = adapters.get(provider);
    if (!adapter) return;
    const attributes = { 'svc.provider': provider };
    const done = inSpan('fetch data', { kind: 'consumer', attributes, origin: {} }, () =>
      workOn(deps, adapter, { id, kind }, () => !stopped),
    ).finally(() => {
      working.delete(id);
      pool.look();
    });
    working.set(id, { provider, kind, done });
  };

  const fillPlaces = async (): Promise<void> => {
    for (;;) {
      // The kinds take turns, so that a few free places do not all go to one kind.
      const days = await claim('days');
      if (days) start('days', days);
      const history = await claim('history');
      if (history) start('history', history);
      if (!days && !history) return;
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

/**
 * Takes all due steps of a claimed connection: its new days, or its past and then its new days. The connection is released
 * however they end.
 */
async function workOn(
  deps: FetchDeps,
  adapter: Adapter,
  { id, kind }: { readonly id: string; readonly kind: Kind },
  goOn: () => boolean,
): Promise<void> {
  const renewal = setInterval(() => void renewClaim(deps.db, id).catch(() => undefined), renewEvery);
  let hasFailed = false;
  try {
    while (kind === 'history' && goOn() && (await stepHistory(deps, adapter, id, new Date())));
    while (goOn() && (await stepDays(deps, adapter, id, new Date())));
  } catch (err) {
    // Work that was cut off because the service stops is repeated by another process, or after the next start.
    hasFailed = err !== deps.stopping.reason;
    if (hasFailed) deps.log.error({ err, row_id: id, provider: adapter.slug }, 'data could not be fetched');
  } finally {
    clearInterval(renewal);
    await releaseConnection(deps.db, id, hasFailed).catch((err: unknown) =>
      deps.log.error({ err, row_id: id }, 'a connection could not be released'),
    );
  }
}
