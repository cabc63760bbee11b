import type { Logger } from 'pino';
import type { UnreadableValue } from 'svc-link/contract';

/** A stored value does not open: it was sealed with a key that this process does not have, or its bytes are not those that were stored. */
export class Unreadable extends Error {
  constructor(cause?: unknown) {
    super(cause instanceof Error ? cause.message : 'a sealed value does not open', { cause });
    this.name = 'Unreadable';
  }
}

/** The tables with sealed values that are read with others. */
type Table =
  | 'connection'
  | 'custom_credentials'
  | 'pulled_day'
  | 'insurance'
  | 'lab_order'
  | 'event'
  | 'webhook';

/** Opens the sealed values of one answer, and lists those that cannot be opened. */
export interface Opener {
  /** Returns the result of `open`. If it throws `Unreadable`, returns undefined and lists the value. */
  opened<T>(table: Table, row: string, open: () => T): T | undefined;
  /** The values that could not be opened so far. */
  readonly unreadable: readonly UnreadableValue[];
}

/** If one value was sealed with a lost key, whoever asks must still get all other values. */
export function createOpener({ log }: { readonly log: Pick<Logger, 'error'> }): Opener {
  const unreadable: UnreadableValue[] = [];
  return {
    opened(table, row, open) {
      try {
        return open();
      } catch (err) {
        // Any other error is a fault. If it passed as a lost key, nobody would look for it.
        if (!(err instanceof Unreadable)) throw err;
        log.error({ err, table, row }, 'a value cannot be read with this key and is left out of an answer');
        unreadable.push({ table, row });
        return undefined;
      }
    },
    unreadable,
  };
}

/**
 * Opens values for background work, which goes on without them and tries again later. If `open` throws, logs that `what` cannot be
 * read and returns undefined. Only if the reason is a lost key does the log say so.
 */
export function openedOrLogged<T>(
  log: Pick<Logger, 'error'>,
  fields: Readonly<Record<string, unknown>>,
  what: string,
  open: () => T,
): T | undefined {
  try {
    return open();
  } catch (err) {
    const reason = err instanceof Unreadable ? ' with this key' : '';
    log.error({ err, ...fields }, `${what} cannot be read${reason}`);
    return undefined;
  }
}

/** The field of an answer that names what it lacks. An answer that lacks nothing does not have it. */
export const lacking = ({ unreadable }: Opener): { readonly unreadable?: UnreadableValue[] } =>
  unreadable.length > 0 ? { unreadable: [...unreadable] } : {};
