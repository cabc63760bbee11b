// Handles due rows in batches, so that a failing row does not block the others.
import { setImmediate as turn } from 'node:timers/promises';
import { after } from '../work/index.js';
import { transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';

type Tools = Pick<Deps, 'db' | 'log'>;

/** After how many seconds a failed row is tried again. */
const againAfter = 300;

export interface Work<Row extends { readonly id: string }, T extends Tools> {
  /** Locks some of the rows that are due at `now`, or the row with the id `only` if it is due. */
  readonly find: (tx: Tx, now: Date, only?: string) => Promise<readonly Row[]>;
  readonly act: (tx: Tx, deps: T, rows: readonly Row[], now: Date) => Promise<void>;
  /** Postpones a row that is due at `now`. */
  readonly postpone: (tx: Tx, id: string, now: Date, later: Date) => Promise<unknown>;
}

/**
 * Handles a batch in one transaction. If that fails, tries each row in its own
 * transaction, and postpones the rows that fail again. Returns how many rows there were.
 */
export const batchOf =
  <Row extends { readonly id: string }, T extends Tools>({ find, act, postpone }: Work<Row, T>) =>
  async (deps: T, now: Date, goOn: () => boolean): Promise<number> => {
    const { db, log } = deps;
    let found: readonly Row[] = [];
    try {
      await transact(db, async (tx) => {
        // The transaction may run again, and then finds other rows.
        found = [];
        found = await find(tx, now);
        await act(tx, deps, found, now);
      });
      return found.length;
    } catch (error) {
      // The error did not come from a row.
      if (found.length === 0) throw error;
    }
    for (const { id } of found) {
      // PGlite answers within one turn of the event loop. Without this extra turn, no request would be answered meanwhile.
      await turn();
      if (!goOn()) break;
      try {
        await transact(db, async (tx) => act(tx, deps, await find(tx, now, id), now));
      } catch (err) {
        log.error({ err, row_id: id }, 'an appointment or order could not go on and is left for later');
        await transact(db, (tx) => postpone(tx, id, now, after(now, againAfter)));
      }
    }
    return found.length;
  };
