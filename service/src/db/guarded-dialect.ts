import {
  CompiledQuery,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { AsyncVariable } from '../context/index.js';
import { DatabaseAway, DatabaseBusy } from './away.js';
import { isWithoutLimits } from './limits.js';
import { RepeatingConnection } from './repeating-connection.js';

interface Scope {
  open: boolean;
  readonly after: (() => void)[];
}
const scopes = new AsyncVariable<Scope>();

/**
 * Runs `work` within a transaction. The work may query only the transaction. A query to the database itself would wait forever
 * for PGlite's one connection, and on PostgreSQL it would not be part of the transaction. Also returns the functions that
 * were passed to `afterCommit`.
 */
export async function insideTransaction<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly after: readonly (() => void)[] }> {
  const scope: Scope = { open: true, after: [] };
  try {
    return { result: await scopes.run(scope, work), after: scope.after };
  } finally {
    scope.open = false;
  }
}

/** Runs a function after the transaction around it is committed. Does not run it after a rollback. */
export function afterCommit(act: () => void): void {
  const scope = scopes.get();
  if (!scope?.open) throw new Error('afterCommit was called outside a transaction');
  scope.after.push(act);
}

/** Throws `problem` inside a transaction. */
export function refuseInsideTransaction(problem: string): void {
  if (scopes.get()?.open) throw new Error(problem);
}

/** A queue for PGlite's one connection. Kysely's own queue comes before the guard, so the guard could not refuse a query. */
export class Turns {
  #last: Promise<void> = Promise.resolve();
  #free: (() => void) | undefined;
  /** How many callers have the connection or wait for it. */
  #count = 0;

  get waiting(): number {
    return Math.max(0, this.#count - 1);
  }

  get inUse(): number {
    return Math.min(1, this.#count);
  }

  async take(): Promise<void> {
    const before = this.#last;
    let free = (): void => {};
    this.#last = new Promise((resolve) => (free = resolve));
    this.#count++;
    await before;
    this.#free = free;
  }

  give(): void {
    this.#count--;
    this.#free?.();
  }
}

/** What a database needs in addition to its own dialect. */
interface Needs {
  /** The queue of a database with one connection. */
  readonly turns?: Turns;
  /** Statements that each transaction begins with. */
  readonly limits?: string;
}

class GuardedDriver implements Driver {
  readonly #driver: Driver;
  readonly #turns: Turns | undefined;
  readonly #limits: string | undefined;

  constructor(driver: Driver, { turns, limits }: Needs) {
    this.#driver = driver;
    this.#turns = turns;
    this.#limits = limits;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<RepeatingConnection> {
    refuseInsideTransaction('the database was queried inside a transaction: use the transaction');
    await this.#turns?.take();
    try {
      const connection = new RepeatingConnection(this.#driver);
      await connection.acquire();
      return connection;
    } catch (error) {
      this.#turns?.give();
      throw error instanceof DatabaseAway || error instanceof DatabaseBusy ? error : new DatabaseAway(error);
    }
  }

  async releaseConnection(connection: RepeatingConnection): Promise<void> {
    try {
      await connection.release();
    } finally {
      this.#turns?.give();
    }
  }

  beginTransaction(connection: RepeatingConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(async (own) => {
      if (this.#limits === undefined || isWithoutLimits())
        return this.#driver.beginTransaction(own, settings);
      if (settings.isolationLevel !== undefined || settings.accessMode !== undefined)
        throw new Error('a transaction with an isolation level of its own would be without limits');
      // Sent together, these statements cost no more than `begin` alone.
      await own.executeQuery(CompiledQuery.raw(`begin; ${this.#limits}`));
    });
  }

  commitTransaction(connection: RepeatingConnection): Promise<void> {
    return connection.commit((own) => this.#driver.commitTransaction(own));
  }

  rollbackTransaction(connection: RepeatingConnection): Promise<void> {
    return connection.rollBack((own) => this.#driver.rollbackTransaction(own));
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

/** A dialect whose database refuses queries from inside a transaction. */
export class GuardedDialect implements Dialect {
  readonly #dialect: Dialect;
  readonly #adapter: DialectAdapter;
  readonly #needs: Needs;

  constructor(dialect: Dialect, adapter: DialectAdapter, needs: Needs) {
    this.#dialect = dialect;
    this.#adapter = adapter;
    this.#needs = needs;
  }

  createDriver(): Driver {
    return new GuardedDriver(this.#dialect.createDriver(), this.#needs);
  }

  createQueryCompiler(): QueryCompiler {
    return this.#dialect.createQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return this.#adapter;
  }

  // Kysely's own signature asks for any schema here.
  createIntrospector(db: Parameters<Dialect['createIntrospector']>[0]): DatabaseIntrospector {
    return this.#dialect.createIntrospector(db);
  }
}
