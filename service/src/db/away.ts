import { sqlState } from './sql-state.js';

/** The database cannot be reached. `code` is that of the cause, if it has one. */
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

/** Connection errors, a server that starts or stops or has too many connections, and a replica after a failover. */
const awayStates = /^(?:08...|57P0[123]|53300|25006)$/;
/** The driver's messages for a lost connection, which have no code. */
const awayMessages = /^(?:Connection terminated|Client has encountered a connection error)/;
const awayCodes = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT']);

/** Whether a query failed because the database cannot be reached, so that it may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAway || awayStates.test(sqlState(error) ?? '')) return true;
  if (!(error instanceof Error)) return false;
  return awayMessages.test(error.message) || awayCodes.has(String(codeOf(error)));
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
