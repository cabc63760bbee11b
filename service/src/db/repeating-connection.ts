import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { ConnectionLost, isConnectionLost } from './away.js';
import { repeat, sendAlone } from './repeat.js';

/**
 * A connection for one query or transaction. Outside a transaction it repeats a statement
 * after a conflict. After a lost connection it repeats a read, over another connection.
 * Within a transaction it only reports whether anything can have been stored.
 */
export class RepeatingConnection implements DatabaseConnection {
  readonly #driver: Driver;
  /** Undefined after it was lost. */
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

  // Kysely requires this method. Nobody here reads rows one by one.
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
    // If the connection was lost, the server rolls back its transaction.
    if (!this.#own) return;
    try {
      await this.#ask(send);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
  }

  /** `isUndone`: whether certainly nothing is stored if the connection is lost now. */
  async #send<T>(send: (own: DatabaseConnection) => Promise<T>, isUndone: boolean): Promise<T> {
    try {
      return await this.#ask(send);
    } catch (error) {
      throw isConnectionLost(error) ? new ConnectionLost(error, isUndone) : error;
    }
  }

  /** Sends over the connection. If the connection is lost, gives it back. */
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
