import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Db, rowsOf } from '../db/index.js';
import { type Clock, regularly } from '../work/index.js';

/** The uses of keys that this process has noted, by key id, in milliseconds of real time. */
interface Uses {
  /** The latest use of each key that was noted. */
  readonly noted: Map<string, number>;
  /** The uses that are not stored yet. */
  waiting: Map<string, number>;
}

const usesOf = new WeakMap<Db, Uses>();

/** The shortest time between two notes of a key, in milliseconds. */
const apart = 60_000;

/** The most keys that are remembered at a time. */
const mostKept = 100_000;

/** Notes in memory that a key is used, so that no request waits for it. `kill -9` loses the notes of the last seconds. */
export function noteUse(db: Db, id: string): void {
  const uses = usesOf.get(db) ?? { noted: new Map<string, number>(), waiting: new Map<string, number>() };
  usesOf.set(db, uses);
  const { noted, waiting } = uses;
  const now = Date.now();
  if (now - (noted.get(id) ?? -apart) < apart) return;
  if (noted.size >= mostKept) noted.clear();
  noted.set(id, now);
  if (waiting.size < mostKept) waiting.set(id, now);
}

/** Stores the notes of all keys with one statement. If several processes note a key in the same minute, only one stores it. */
export async function storeUses(db: Db, clock: Clock): Promise<void> {
  const uses = usesOf.get(db);
  if (!uses || uses.waiting.size === 0) return;
  const stored = uses.waiting;
  uses.waiting = new Map();
  try {
    const rows = [...stored].map(([id, at]) => ({
      id,
      at: new Date(at + clock.advanced() * 1000).toISOString(),
    }));
    await sql`update api_key set last_used_at = given.at
        from ${rowsOf(rows, { id: 'uuid', at: 'timestamptz' })}
        where api_key.id = given.id
          and (last_used_at is null or last_used_at <= given.at - interval '1 minute')`.execute(db);
  } catch (error) {
    for (const [id, at] of stored) if (!uses.waiting.has(id)) uses.waiting.set(id, at);
    throw error;
  }
}

/** How often the notes are stored, in milliseconds. */
const storeEvery = 10_000;

/** Stores the notes regularly, and once more at the end. Returns the function that stops it. */
export function storeUsesRegularly({
  db,
  clock,
  log,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}): () => Promise<void> {
  const failed = (err: unknown): void => log.error({ err }, 'the last use of keys was not stored');
  const stop = regularly(storeEvery, () => storeUses(db, clock), failed);
  return async () => {
    await stop();
    await storeUses(db, clock).catch(failed);
  };
}
