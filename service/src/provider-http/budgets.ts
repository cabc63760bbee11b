import type { Adapter, Answer, Limit, Standing } from '../adapters/index.js';
import { type Db, isDatabaseAway, isDatabaseBusy } from '../db/index.js';
import { keyedTurns } from '../work/index.js';
import type { Gate, ProviderResponse } from './api.js';
import { block, type BudgetKey, mostFor, type Purpose, recordUsed, reserve } from './budget-rows.js';
import { type ProviderFailure, tooOften } from './provider-failure.js';

/** Whose limits a request counts against. */
export interface Spender {
  readonly adapter: Pick<Adapter, 'slug' | 'limits' | 'standing'>;
  readonly application: {
    /** The name of the team's own application; null for the service's application. */
    readonly id: string | null;
    /** The name of the application's limits; empty for the service's application. */
    readonly budget: string;
  };
  /** Null for a link, which has no grant yet. */
  readonly grant: string | null;
}

/** Keeps requests within the limits of providers, together with the other processes. */
export interface Budgets {
  /** Lets the requests of a grant pass one at a time. */
  gateFor(spender: Spender, purpose: Purpose): Gate;
  /** Counts requests that cannot be sent later, and holds none of them back. */
  counterFor(spender: Spender, purpose: Purpose): Gate;
}

/** The limit for a provider that does not say how often it may be asked. */
const modest: Limit = { per: 'grant', requests: 60, seconds: 60 };
/**
 * The most requests that are reserved at once, so that the row is not written for each of them. If a process does not use
 * all of them, the others cannot. So links, which are rare, are counted one by one.
 */
const mostAtOnce: Readonly<Record<Purpose, number>> = { history: 5, days: 5, linking: 1 };
/** The shortest pause after a refusal, in seconds: the provider may not name a time, or name one that is past. */
const pauseAfterRefusal = 60;
/**
 * The largest random addition to a wait, as a share of it and in seconds, so that waiting requests do not all come at once.
 */
const jitter = { share: 0.1, most: 30 };

/** The requests of a window that this process has reserved and not used yet. */
interface Batch {
  left: number;
  /** When the window ends, by `performance.now()`. */
  readonly end: number;
  /** How much of the limit is used, as far as this process knows. */
  used: number;
}

export function createBudgets(db: Db): Budgets {
  const batches = new Map<string, Batch>();
  const inTurn = keyedTurns();

  const current = (name: string): Batch | undefined => {
    const batch = batches.get(name);
    if (batch && batch.end > performance.now()) return batch;
    batches.delete(name);
    return undefined;
  };

  /** Takes one request from a limit. */
  async function take(key: BudgetKey, purpose: Purpose, isCertain: boolean): Promise<void> {
    const name = nameOf(key, purpose);
    const batch = current(name);
    if (batch && batch.left > 0) {
      batch.left--;
      return;
    }
    // A small share is counted exactly.
    const requests = Math.max(1, Math.min(mostAtOnce[purpose], Math.floor(mostFor(key, purpose) / 10)));
    const answer = await reserve(db, key, { purpose, requests, isCertain });
    if (!answer.isReserved) throw tooOften(withJitter(answer.secondsLeft));
    forgetEnded();
    const earlier = current(name);
    batches.set(name, {
      // Other calls may have reserved requests meanwhile.
      left: requests - 1 + (earlier?.left ?? 0),
      end: performance.now() + answer.secondsLeft * 1000,
      used: answer.used,
    });
  }

  const giveBack = (key: BudgetKey, purpose: Purpose): void => {
    const batch = current(nameOf(key, purpose));
    if (batch) batch.left++;
  };

  async function takeAll(keys: readonly BudgetKey[], purpose: Purpose, isCertain: boolean): Promise<void> {
    const taken: BudgetKey[] = [];
    try {
      for (const key of keys) {
        await take(key, purpose, isCertain);
        taken.push(key);
      }
    } catch (error) {
      for (const key of taken) giveBack(key, purpose);
      throw error;
    }
  }

  function forgetEnded(): void {
    if (batches.size < 1000) return;
    for (const name of batches.keys()) current(name);
  }

  /** Applies what a response says about the limits. */
  async function applyResponse(
    { adapter, grant }: Spender,
    keys: readonly BudgetKey[],
    purpose: Purpose,
    { answer, failure }: ProviderResponse,
  ): Promise<void> {
    const standing = adapter.standing?.(answer, new Date());
    const named = standing && keys.find((key) => isMeant(key, standing));
    if (isTooOften(answer, failure)) {
      const isUsedUp = standing !== undefined && standing.remaining <= 0;
      // The limit of a person who is just linking. It concerns nobody else.
      if (isUsedUp && standing.per === 'grant' && grant === null) return;
      // If the provider does not name the limit, the narrowest limit of the application counts.
      const key = named && isUsedUp ? named : narrowest(keys);
      const until = named && isUsedUp ? standing.resetAt : failure?.failure.retryAt;
      if (!key) return;
      const asked = until ? (until.getTime() - Date.now()) / 1000 : 0;
      const seconds = asked > pauseAfterRefusal ? asked : pauseAfterRefusal;
      batches.delete(nameOf(key, purpose));
      await block(db, key, withJitter(seconds));
      return;
    }
    if (!named) return;
    const batch = current(nameOf(named, purpose));
    const used = Math.ceil(named.limit.requests - standing.remaining);
    const secondsLeft = (standing.resetAt.getTime() - Date.now()) / 1000;
    // The provider's values may not be numbers.
    if (!batch || !(used > batch.used) || !Number.isFinite(secondsLeft)) return;
    batch.used = used;
    await recordUsed(db, named, used, secondsLeft);
  }

  function gate(spender: Spender, purpose: Purpose, isCertain: boolean): Gate {
    const { grant } = spender;
    const keys = keysOf(spender);
    const through: Gate['through'] = async (send) => {
      await takeAll(keys, purpose, isCertain);
      const response = await send();
      try {
        await applyResponse(spender, keys, purpose, response);
      } catch (error) {
        // The request cannot be repeated if it redeems a code, and its answer is worth more than an exact count.
        if (!isDatabaseAway(error) && !isDatabaseBusy(error)) throw error;
      }
      return response;
    };
    return { through: grant === null ? through : (send) => inTurn(grant, () => through(send)) };
  }

  return {
    gateFor: (spender, purpose) => gate(spender, purpose, false),
    counterFor: (spender, purpose) => gate(spender, purpose, true),
  };
}

function keysOf({ adapter, application, grant }: Spender): readonly BudgetKey[] {
  const limits = adapter.limits.length > 0 ? adapter.limits : [modest];
  return limits.flatMap((limit): BudgetKey[] => {
    if (limit.per === 'grant' && grant === null) return [];
    const of =
      limit.per === 'grant' && grant !== null
        ? { application: application.id ?? '', scope: grant }
        : { application: application.budget, scope: '' };
    return [{ provider: adapter.slug, ...of, limit }];
  });
}

const nameOf = ({ provider, application, scope, limit }: BudgetKey, purpose: Purpose): string =>
  [provider, application, scope, limit.seconds, purpose].join(' ');

const isMeant = ({ limit }: BudgetKey, standing: Standing): boolean =>
  limit.per === standing.per && limit.seconds === standing.seconds;

const isTooOften = ({ status }: Answer, failure: ProviderFailure | undefined): boolean =>
  failure?.failure.kind === 'later' && (status === 429 || failure.failure.errorType === 'rate_limited');

function narrowest(keys: readonly BudgetKey[]): BudgetKey | undefined {
  const [first] = [...keys].sort(
    (a, b) => Number(a.scope !== '') - Number(b.scope !== '') || a.limit.seconds - b.limit.seconds,
  );
  return first;
}

const withJitter = (seconds: number): number =>
  seconds + Math.random() * Math.min(seconds * jitter.share, jitter.most);
