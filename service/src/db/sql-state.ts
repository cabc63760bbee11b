/** The SQLSTATE of a database error. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/**
 * The states that tell of the server and not of the statement: connections, accounts, rights, resources, time-outs, its files.
 * Their messages name files, accounts and hosts, and never a value.
 */
const ofServer = /^(?:08...|28...|3D000|25006|42501|53...|55P03|57...|58...|XX00[12])$/;

/** Whether a state tells of the database server itself, so that its message may be logged. */
export const isOfServer = (state: string): boolean => ofServer.test(state);
