// Seals values again with another key, while others read and write them. It may be stopped at any moment: finished work is
// not repeated.
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { headerOf, type Secrets } from '../crypto/index.js';
import { type Db, transact, transactUnlimited, type Tx } from '../db/index.js';
import type { RowKey } from './sealed-columns.js';
import { type Place, places, readSealed, replaceSealed } from './sealed-rows.js';

/** How many values one statement replaces. */
const atOnce = 100;

/** How often the progress is reported, in milliseconds. */
const saysEvery = 2000;

export interface Resealing {
  /** Seals with the data key of the number `to`. */
  readonly secrets: Secrets;
  readonly to: number;
  /** Called with lines that report the progress. */
  readonly say: (line: string) => void;
}

/**
 * Seals every value again that another data key has sealed, until only values are left that cannot be opened; these stay as
 * they are. Returns how many of these there are, by column.
 */
export async function resealAll(db: Db, resealing: Resealing): Promise<ReadonlyMap<string, number>> {
  for (;;) {
    const broken = new Map<string, number>();
    let replaced = 0;
    for (const place of places) {
      const done = await resealColumn(db, place, resealing);
      replaced += done.replaced;
      if (done.broken > 0) broken.set(place.name, done.broken);
    }
    // Looks once more, because rows move between tables, and a slow transaction may store a value that it sealed before.
    if (replaced === 0) return broken;
  }
}

async function resealColumn(
  db: Db,
  place: Place,
  { secrets, to, say }: Resealing,
): Promise<{ readonly replaced: number; readonly broken: number }> {
  const unlike = headerOf(to);
  const total = await transactUnlimited(db, (tx) => countUnlike(tx, place, unlike));
  const done = { replaced: 0, broken: 0 };
  let saidAt = Date.now();
  for (let last: RowKey | undefined; ;) {
    // This may pass over many finished values before it finds an unfinished one.
    const after = last;
    const rows = await transactUnlimited(db, (tx) => readSealed(tx, place, atOnce, { last: after, unlike }));
    if (rows.length === 0) break;
    last = rows.at(-1)?.row;
    const values = rows.flatMap(({ row, sealed }) => {
      const text = opened(secrets, place, row, sealed);
      return text === undefined
        ? []
        : [{ row, sealed, anew: secrets.seal(place.purpose, place.place(row), text) }];
    });
    done.broken += rows.length - values.length;
    if (values.length > 0) done.replaced += await transact(db, (tx) => replaceSealed(tx, place, values));
    if (Date.now() - saidAt > saysEvery) {
      say(`${place.name}: ${done.replaced} of ${total}`);
      saidAt = Date.now();
    }
    // PGlite answers within one turn of the event loop. Without this extra turn, no request would be answered meanwhile.
    await turn();
  }
  if (done.replaced > 0) say(`${place.name}: ${done.replaced} of ${total}`);
  return done;
}

async function countUnlike(tx: Tx, { table, column }: Place, header: Uint8Array): Promise<number> {
  const { rows } = await sql<{ readonly values: string }>`
    select count(*) as values from ${table}
    where substring(${column} from 1 for ${sql.lit(header.length)}) <> ${header}`.execute(tx);
  return Number(rows[0]?.values ?? 0);
}

function opened(
  secrets: Secrets,
  { purpose, place }: Place,
  row: RowKey,
  sealed: Uint8Array,
): string | undefined {
  try {
    return secrets.open(purpose, place(row), sealed);
  } catch {
    return undefined;
  }
}
