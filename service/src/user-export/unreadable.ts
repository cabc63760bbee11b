import type { UnreadableValue } from 'svc-link/contract';
import type { Deps } from '../deps.js';

/** The tables with sealed values that are in the document. */
type Table = 'connection' | 'pulled_day' | 'insurance' | 'lab_order' | 'event';

/** Opens the sealed values of one document, and lists those that cannot be opened. */
export interface Opener {
  /** Returns the result of `open`. If it throws, returns undefined and lists the value. */
  opened<T>(table: Table, row: string, open: () => T): T | undefined;
  /** The values that could not be opened so far. */
  readonly unreadable: readonly UnreadableValue[];
}

/** If one value was sealed with a lost key, the person must still get all other values. */
export function createOpener({ log }: Pick<Deps, 'log'>): Opener {
  const unreadable: UnreadableValue[] = [];
  return {
    opened(table, row, open) {
      try {
        return open();
      } catch (err) {
        log.error({ err, table, row }, 'a value could not be opened and is left out of an export');
        unreadable.push({ table, row });
        return undefined;
      }
    },
    unreadable,
  };
}
