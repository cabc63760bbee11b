// The API keys that a process remembers after it has looked them up, so that not every request of a team's server needs a query.
import type { Selectable } from 'kysely';
import type { Db, Tables } from '../db/index.js';
import { hashText } from '../crypto/index.js';

/** A key, and whether it has expired. */
export type FoundKey = Selectable<Tables['api_key']> & { readonly isOver: boolean };

/**
 * How long a key is remembered, in milliseconds of real time. For so
 * long this process accepts a key that another has deleted or ended.
 */
const knownFor = 1000;
/** The most keys that are remembered. */
const mostKeys = 10_000;

interface Known {
  /** By the hash of the key, because the keys themselves must not be kept. */
  readonly found: Map<string, { readonly until: number; readonly row: FoundKey }>;
  /** How often all keys were forgotten. */
  turn: number;
}

const knownOf = new WeakMap<Db, Known>();

function knownBy(db: Db): Known {
  const known = knownOf.get(db) ?? { found: new Map(), turn: 0 };
  knownOf.set(db, known);
  return known;
}

/** Returns a key that was found within the last second, or else calls `find`. Unknown and expired keys are not remembered. */
export async function recall(
  db: Db,
  key: string,
  find: (db: Db, key: string) => Promise<FoundKey | undefined>,
): Promise<FoundKey | undefined> {
  const known = knownBy(db);
  const hashed = hashText(key);
  const before = known.found.get(hashed);
  if (before && before.until > performance.now()) return before.row;
  const { turn } = known;
  const row = await find(db, key);
  if (row && !row.isOver && known.turn === turn) {
    if (known.found.size >= mostKeys) known.found.clear();
    known.found.set(hashed, { until: performance.now() + knownFor, row });
  }
  return row;
}

/** Makes this process notice at once that keys were deleted or have got an end. Call it when the change is stored. */
export function forgetKeys(db: Db): void {
  const known = knownBy(db);
  known.found.clear();
  known.turn += 1;
}
