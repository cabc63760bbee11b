import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { ConnectionLost, DatabaseAway, DatabaseBusy, isConnectionLost } from './away.js';
import { isWithoutLimits, type PoolLimits } from './limits.js';
import { isConflict } from './repeat.js';

/** How long a new connection may take, in milliseconds. */
const connectWithin = 5000;
/**
 * After so many milliseconds without an answer the system checks
 * whether the other side still exists. It gives up 10 seconds later.
 */
const askAfter = 10_000;
/** The server ends a statement by itself. If it has not done so this many milliseconds later, it counts as away. */
const grace = 3000;
/** A statement without a timeout, or with as long a one as a timer can have: the driver takes 0 for the pool's own. */
const untimed = (text: string) => ({ text, query_timeout: 2 ** 31 - 1 });

/**
 * A pool of connections to PostgreSQL with a fixed maximum. Nobody waits for a connection longer than the limits say. If a
 * statement gets no answer in time, its connection is closed, so that a silent server is left as fast as a dead one.
 */
export class BoundedPool implements PostgresPool {
  readonly options: object = {};
  readonly #pool: pg.Pool;
  readonly #limits: PoolLimits;
  readonly #waiting = new Set<() => void>();
  readonly #known = new WeakSet<object>();
  #inUse = 0;
  #ended: Promise<void> | undefined;

  /** `onError` is called for idle connections that are lost. */
  constructor(url: string, limits: PoolLimits, onError: (error: Error) => void) {
    this.#limits = limits;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: limits.most,
      connectionTimeoutMillis: connectWithin,
      keepAlive: true,
      keepAliveInitialDelayMillis: askAfter,
      query_timeout: limits.statementSeconds * 1000 + grace,
    });
    this.#pool.on('error', onError);
    // The pool handles errors of idle connections only. Without this
    // listener an error of a connection in use would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  get inUse(): number {
    return this.#inUse;
  }

  get idle(): number {
    return this.#pool.idleCount;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async connect(): Promise<PostgresPoolClient> {
    await this.#acquire();
    const client = await this.#pool.connect().catch((error: unknown) => {
      this.#release();
      throw new DatabaseAway(error);
    });
    const acquired = this.#wrap(client);
    if (!this.#limits.everywhere || this.#known.has(client)) return acquired;
    try {
      await this.#limitSession(client, acquired);
    } catch (error) {
      acquired.release(true);
      const isBroken = isConnectionLost(error) || isConflict(error);
      throw isBroken ? new ConnectionLost(error, true) : new DatabaseAway(error);
    }
    this.#known.add(client);
    return acquired;
  }

  /** Sends a statement outside a transaction, without any limit. The connection is closed afterwards. */
  async sendAlone(text: string): Promise<void> {
    await this.#acquire();
    const client = await this.#pool.connect().catch((error: unknown) => {
      this.#release();
      throw new DatabaseAway(error);
    });
    try {
      // As in #limitSession, nothing is set behind a pooler, because others use the connection too.
      await client.query(setAlone, ['0', '0', processIdOf(client)]);
      await client.query(untimed(text));
    } catch (error) {
      throw isConnectionLost(error) ? new ConnectionLost(error, false) : error;
    } finally {
      client.release(true);
      this.#release();
    }
  }

  end(): Promise<void> {
    return (this.#ended ??= this.#pool.end());
  }

  /** Waits until a connection is free. */
  async #acquire(): Promise<void> {
    if (this.#inUse < this.#limits.most) {
      this.#inUse++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(turn);
        reject(new DatabaseBusy('all connections of this process are in use'));
      }, this.#limits.waitSeconds * 1000);
      this.#waiting.add(turn);
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
    } else this.#inUse--;
  }

  /** Wraps a connection in use. Its statements end in time, and its place is free for another once it is released. */
  #wrap(client: pg.PoolClient): PostgresPoolClient {
    let isSilent = false;
    let isLost = false;
    const ask = async <R>(text: string, values?: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      if (isSilent) throw new DatabaseAway(new Error('the connection has fallen silent'));
      try {
        const query = isWithoutLimits() ? untimed(text) : text;
        // The driver's type knows only one result, but statements without values may have several.
        return (await client.query(query, values && [...values])) as unknown as PostgresQueryResult<R>;
      } catch (error) {
        isLost ||= isConnectionLost(error);
        if (!(error instanceof Error && error.message === 'Query read timeout')) throw error;
        isSilent = true;
        throw new DatabaseAway(error);
      }
    };
    return {
      // Kysely also calls `query` in another form, for cursors. Nobody here uses cursors.
      query: ask as PostgresPoolClient['query'],
      release: (destroy = false) => {
        client.release(destroy || isSilent || isLost);
        this.#release();
      },
    };
  }

  /**
   * Limits the statements outside transactions as well. Behind a pooler others use the connection too. There the server's
   * process number differs from the one that the driver got, and nothing is set.
   */
  async #limitSession(client: pg.PoolClient, acquired: PostgresPoolClient): Promise<void> {
    const { statementSeconds, lockSeconds } = this.#limits;
    await acquired.query(setAlone, [`${statementSeconds}s`, `${lockSeconds}s`, processIdOf(client)]);
  }
}

/** Sets the limits of a session that nobody else uses. */
const setAlone = `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false)
  where pg_backend_pid() = $3`;

const processIdOf = ({ processID }: PostgresPoolClient): number => processID ?? 0;
