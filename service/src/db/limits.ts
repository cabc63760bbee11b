// How much of the database a process may use, and how long it waits for it.
import { AsyncVariable } from '../context/index.js';

/** The limits in the settings, in connections and seconds. */
export interface DatabaseLimits {
  /** The connections of a process, without the one that checks whether the database answers. */
  readonly poolSize: number;
  /** How long a statement of a request may take. */
  readonly statementSeconds: number;
  /** How long such a statement may wait for a lock. */
  readonly lockSeconds: number;
  /** How long a transaction may be open without a statement. */
  readonly idleSeconds: number;
}

export const usualLimits: DatabaseLimits = {
  ...{ poolSize: 10, statementSeconds: 15, lockSeconds: 10, idleSeconds: 30 },
};

/** The limits of one pool of connections. */
export interface PoolLimits extends Omit<DatabaseLimits, 'poolSize'> {
  readonly most: number;
  /** How long a caller waits for a connection. */
  readonly waitSeconds: number;
  /** Whether the limits also hold for statements outside transactions, if a connection is a session of its own. */
  readonly everywhere: boolean;
}

/** Background work may take this many times as long as a request, because nobody waits for it. */
const workFactor = 4;
/** A request that waits longer for a connection is refused and may be sent again. */
const requestWaitSeconds = 5;
const checkSeconds = 2;

/** Requests and background work have separate connections, so that neither waits for the other. */
export function poolsOf(limits: DatabaseLimits): Readonly<Record<'requests' | 'work' | 'check', PoolLimits>> {
  const { poolSize, statementSeconds, lockSeconds, idleSeconds } = limits;
  const requests = Math.min(poolSize - 1, Math.ceil(poolSize * 0.6));
  return {
    requests: {
      ...{ most: requests, waitSeconds: requestWaitSeconds, everywhere: true },
      ...{ statementSeconds, lockSeconds, idleSeconds },
    },
    work: {
      ...{ most: poolSize - requests, waitSeconds: statementSeconds * workFactor, everywhere: false },
      ...{
        statementSeconds: statementSeconds * workFactor,
        lockSeconds: lockSeconds * workFactor,
        idleSeconds,
      },
    },
    check: {
      ...{ most: 1, waitSeconds: checkSeconds, everywhere: true },
      ...{ statementSeconds: checkSeconds, lockSeconds: checkSeconds, idleSeconds: checkSeconds },
    },
  };
}

/**
 * Statements that set the limits of a transaction. They hold for that transaction only, also behind a pooler that assigns
 * connections by transaction. `statement_timeout` ends no wait for a standby: PostgreSQL stops its clock before it commits.
 */
export const limitsOfTransaction = ({ statementSeconds, lockSeconds, idleSeconds }: PoolLimits): string =>
  [
    `set local statement_timeout = '${statementSeconds}s'`,
    `set local lock_timeout = '${lockSeconds}s'`,
    `set local idle_in_transaction_session_timeout = '${idleSeconds}s'`,
  ].join('; ');

const unlimited = new AsyncVariable<true>();

/** Runs work whose statements may take as long as they need, because they change tables. */
export const withoutLimits = <T>(work: () => Promise<T>): Promise<T> => unlimited.run(true, work);

export const isWithoutLimits = (): boolean => unlimited.get() === true;
