// Builds an index of a table that is in use.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { rulesOf } from './engines.js';
import type { TableDatabase } from './open.js';
import { sqlState } from './sql-state.js';
import type { Db } from './transact.js';

const shape = /^\s*create (unique )?index (\w+) on\b/i;

/** Errors after which building is tried again: conflicts, and an index that a process which was killed has begun meanwhile. */
const again = new Set(['40001', '40P01', '42P07']);
const lookEvery = 250;

/**
 * Builds an index outside a transaction, so that others can write meanwhile. It waits for open transactions and blocks nobody.
 * If a process has left the index unfinished, it is dropped and built again. `text`: `create [unique] index NAME on …`.
 */
export async function buildIndex(database: TableDatabase, text: string): Promise<void> {
  const { db, engine, sendAlone } = database;
  const [, , name] = shape.exec(text) ?? [];
  if (name === undefined) throw new Error(`not an index: ${text}`);
  const how = rulesOf[engine].concurrently ? 'concurrently ' : '';
  for (;;) {
    const isValid = await lookAt(db, name);
    if (isValid) return;
    if (isValid === false && how && (await isBeingBuilt(db, name))) {
      // A process that was killed began it, and the server is still building it.
      await wait(lookEvery);
      continue;
    }
    try {
      if (isValid === false) await sendAlone(`drop index ${how}if exists ${name}`);
      await sendAlone(text.replace(shape, `create $1index ${how}$2 on`));
    } catch (error) {
      if (!again.has(sqlState(error) ?? '')) throw error;
      await wait(lookEvery);
    }
  }
}

/** Whether an index is valid; undefined if it does not exist. */
async function lookAt(db: Db, name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  return rows[0]?.valid;
}

async function isBeingBuilt(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_progress_create_index where index_relid = to_regclass(${name})`.execute(db);
  return rows.length > 0;
}
