import { sqlState } from './sql-state.js';

/** The database cannot be reached. `code` is the code of the cause, if the cause has one. */
export class DatabaseAway extends Error {
  readonly code: unknown;

  constructor(cause: unknown) {
    super(`the database does not answer: ${cause instanceof Error ? cause.message : 'unknown reason'}`, {
      cause,
    });
    this.name = 'DatabaseAway';
    this.code = codeOf(cause);
  }
}

/** A connection was lost while it was in use. */
export class ConnectionLost extends DatabaseAway {
  /** Whether certainly nothing was stored, so that the work may be done again. If false, nobody knows. */
  readonly isUndone: boolean;

  constructor(cause: unknown, isUndone: boolean) {
    super(cause);
    this.name = 'ConnectionLost';
    this.isUndone = isUndone;
  }
}

/** The database is overloaded, or this process has reached its limit. The work was not done and may be tried again. */
export class DatabaseBusy extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DatabaseBusy';
  }
}

/** A statement that took too long, or waited too long for a lock. */
const busyStates = new Set(['57014', '55P03']);

/** Whether a query failed because there is too much to do, so that it may succeed later. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusy || busyStates.has(sqlState(error) ?? '');

/**
 * Connection errors; a server that starts, stops, has too many connections, or has no room on its disk or in its memory; a
 * replica after a failover; a transaction that was left open; and a statement after which a distributed engine does not know
 * whether it was done.
 */
const awayStates = /^(?:08...|57P0[123]|53[123]00|58030|25006|25P03|40003)$/;
/** The states after which the connection is useless. */
const lostStates = /^(?:08...|57P0[12])$/;
/** The driver's messages for a lost connection, which have no code. */
const awayMessages = /^(?:Connection terminated|Client has encountered a connection error)/;
const awayCodes = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT']);

/** Whether a query failed because the database cannot be reached, so that it may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseAway || awayStates.test(sqlState(error) ?? '') || isConnectionLost(error);
}

/** Whether the driver or the server says that the connection is gone. False if the server merely does not answer. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseAway) return false;
  if (lostStates.test(sqlState(error) ?? '') || awayMessages.test(error.message)) return true;
  return awayCodes.has(String(codeOf(error)));
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
