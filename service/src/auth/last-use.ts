import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Db, rowsOf } from '../db/index.js';
import { type Clock, regularly } from '../work/index.js';

/** What one process knows of the use of keys, by their ids, in milliseconds of real time. */
interface Uses {
  /** Of the latest use that was noted. */
  readonly noted: Map<string, number>;
  /** What is not stored yet. */
  waiting: Map<string, number>;
}

const usesOf = new WeakMap<Db, Uses>();

/** The shortest time between two notes of a key. */
const apart = 60_000;

/** The most keys that are remembered at a time. */
const mostKept = 100_000;

/** Notes in memory that a key is used: no request waits for that. `kill -9` loses the notes of the last seconds. */
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

/** Stores what was noted, all keys by one statement; of several processes one stores the use of a minute. */
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

/** In milliseconds. */
const storeEvery = 10_000;

/** Stores what was noted regularly, and once more at the end. Returns the function that stops it. */
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
