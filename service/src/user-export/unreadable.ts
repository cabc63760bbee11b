import type { UnreadableValue } from 'svc-link/contract';
import type { Deps } from '../deps.js';

/** The tables with sealed values that are in the document. */
type Table = 'connection' | 'pulled_day' | 'insurance' | 'lab_order' | 'event';

/** Opens the sealed values of one document, and remembers those that do not open. */
export interface Opener {
  /** What `open` returns; undefined, and remembered, if it throws. */
  opened<T>(table: Table, row: string, open: () => T): T | undefined;
  /** Those of which that happened so far. */
  readonly unreadable: readonly UnreadableValue[];
}

/** One value that cannot be opened, sealed with a key that is lost, must not keep a person from all others. */
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
