import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { ConnectionLost, isConnectionLost } from './away.js';
import { repeat, sendAlone } from './repeat.js';

/**
 * A connection for one query or transaction. Outside a transaction it sends a statement again after a conflict, and a read
 * after a loss, for which it takes another connection. Within one it only tells whether anything can have been stored.
 */
export class RepeatingConnection implements DatabaseConnection {
  readonly #driver: Driver;
  /** Undefined once it was lost. */
  #own: DatabaseConnection | undefined;
  #isInTransaction = false;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async acquire(): Promise<void> {
    this.#own = await repeat(() => this.#driver.acquireConnection());
  }

  async release(): Promise<void> {
    const own = this.#own;
    this.#own = undefined;
    if (own) await this.#driver.releaseConnection(own);
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isInTransaction) return this.#send((own) => own.executeQuery(query), true);
    return sendAlone(query.sql, async () => {
      if (!this.#own) await this.acquire();
      return this.#ask((own) => own.executeQuery(query));
    });
  }

  // Kysely's own signature. Nobody here reads rows one by one.
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed');
  }

  async begin(send: (own: DatabaseConnection) => Promise<void>): Promise<void> {
    await this.#send(send, true);
    this.#isInTransaction = true;
  }

  async commit(send: (own: DatabaseConnection) => Promise<void>): Promise<void> {
    await this.#send(send, false);
    this.#isInTransaction = false;
  }

  async rollBack(send: (own: DatabaseConnection) => Promise<void>): Promise<void> {
    this.#isInTransaction = false;
    // The server rolls back what a lost connection has begun.
    if (!this.#own) return;
    try {
      await this.#ask(send);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
  }

  /** `isUndone`: whether nothing is stored if the connection is lost now. */
  async #send<T>(send: (own: DatabaseConnection) => Promise<T>, isUndone: boolean): Promise<T> {
    try {
      return await this.#ask(send);
    } catch (error) {
      throw isConnectionLost(error) ? new ConnectionLost(error, isUndone) : error;
    }
  }

  /** Gives a connection back that was lost. */
  async #ask<T>(send: (own: DatabaseConnection) => Promise<T>): Promise<T> {
    if (!this.#own) throw new ConnectionLost(new Error('it was lost before'), true);
    try {
      return await send(this.#own);
    } catch (error) {
      if (isConnectionLost(error)) await this.release();
      throw error;
    }
  }
}
