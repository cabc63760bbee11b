// What a process remembers of the API keys that it has looked up, so that not every request of a team's server asks for its key first.
import type { Selectable } from 'kysely';
import type { Db, Tables } from '../db/index.js';
import { hashText } from '../crypto/index.js';

/** A key with whether it has expired. */
export type FoundKey = Selectable<Tables['api_key']> & { readonly isOver: boolean };

/** How long it goes by them, in milliseconds of real time: so long it lets in what another process has deleted or ended. */
const knownFor = 1000;
/** The most keys that are remembered. */
const mostKeys = 10_000;

interface Known {
  /** By the hash of a key: the keys themselves are not kept. */
  readonly found: Map<string, { readonly until: number; readonly row: FoundKey }>;
  /** How often everything was forgotten. */
  turn: number;
}

const knownOf = new WeakMap<Db, Known>();

function knownBy(db: Db): Known {
  const known = knownOf.get(db) ?? { found: new Map(), turn: 0 };
  knownOf.set(db, known);
  return known;
}

/** A key as it was found within the last second, else what `find` finds. What is unknown or over is not remembered. */
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

/** Lets this process see at once which keys were deleted or have an end. Called when that is stored. */
export function forgetKeys(db: Db): void {
  const known = knownBy(db);
  known.found.clear();
  known.turn += 1;
}
