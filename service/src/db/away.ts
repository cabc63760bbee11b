import { sqlState } from './sql-state.js';

/** There is no connection to the database to be had. `code` is that of its cause, if it has one. */
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

/** Connection exceptions, shutting down or starting, no connection left, and a server that another has taken over from. */
const awayStates = /^(?:08...|57P0[123]|53300|25006)$/;
/** What the driver says of a connection that has ended, with no code. */
const awayMessages = /^(?:Connection terminated|Client has encountered a connection error)/;
const awayCodes = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT']);

/** Whether what was asked of the database failed because it is away: the same may succeed when it is back. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAway || awayStates.test(sqlState(error) ?? '')) return true;
  if (!(error instanceof Error)) return false;
  return awayMessages.test(error.message) || awayCodes.has(String(codeOf(error)));
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
