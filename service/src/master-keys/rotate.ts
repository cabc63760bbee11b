// The rotation of master keys: data keys are wrapped anew, and values sealed anew where that is asked for or needed.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Keyring } from '../crypto/index.js';
import type { Db } from '../db/index.js';
import type { AgreedKeys } from './agree.js';
import { contextOf, type DataKeyRow, readDataKeys, storeDataKey, wrapChecked } from './data-keys.js';
import { resealAll } from './reseal.js';

export interface Rotation {
  /** Whether values are sealed anew by a new data key. */
  readonly data: boolean;
  /**
   * How many seconds a new data key waits for the processes: for two thirds of them they take it, for the last third they begin to seal
   * with it. 0 if no process is running.
   */
  readonly wait: number;
  /** Hears what is done, and how far it is. */
  readonly say: (line: string) => void;
}

/**
 * Wraps every data key with the first master key of the keyring. Values are sealed anew too if `data` is set, or if a master key has
 * sealed them itself, in a version without data keys. It can be run while processes work, and again if it was ended.
 */
export async function rotateMasterKey(db: Db, keys: AgreedKeys, rotation: Rotation): Promise<void> {
  const { keyring } = keys;
  const { say } = rotation;
  await wrapAnew(db, keyring, say);
  const newest = (await readDataKeys(db)).at(-1);
  if (rotation.data || newest?.was_master) await sealAnew(db, keys, newest, rotation);
  await checkAll(db, keyring);
  const [wrapper, ...others] = keyring.wrappers;
  say(`Every data key is wrapped by "${wrapper.id}".`);
  for (const { id } of others)
    say(
      `Nothing needs "${id}" any more: remove it from the settings of every process. Backups from before still need it.`,
    );
}

async function wrapAnew(db: Db, keyring: Keyring, say: Rotation['say']): Promise<void> {
  const [{ id }] = keyring.wrappers;
  for (const { number, wrapped, wrapped_by } of await readDataKeys(db)) {
    if (wrapped_by === id && (await unwrapsBy(keyring, number, wrapped))) continue;
    const key = await keyring.unwrap(wrapped_by, wrapped, contextOf(number));
    await db
      .updateTable('data_key')
      .set({ wrapped: await wrapChecked(keyring, key, number), wrapped_by: id })
      .where('number', '=', number)
      .where('wrapped', '=', wrapped)
      .execute();
    say(`Data key ${number}: wrapped by "${id}", before by "${wrapped_by}".`);
  }
}

/** Whether the first master key unwraps it. Its id alone does not tell: a key may have been replaced under its name. */
async function unwrapsBy(
  { wrappers: [wrapper] }: Keyring,
  number: number,
  wrapped: Uint8Array,
): Promise<boolean> {
  try {
    await wrapper.unwrap(wrapped, contextOf(number));
    return true;
  } catch {
    return false;
  }
}

/** Before a key is called needless. Another process may rotate to another key at the same time. */
async function checkAll(db: Db, keyring: Keyring): Promise<void> {
  for (const { number, wrapped } of await readDataKeys(db))
    if (!(await unwrapsBy(keyring, number, wrapped)))
      throw new Error(`data key ${number} was wrapped by another key meanwhile: run this again`);
}

async function sealAnew(
  db: Db,
  { keyring, look, secrets }: AgreedKeys,
  newest: DataKeyRow | undefined,
  { wait, say }: Rotation,
): Promise<void> {
  // One that was ended goes on with the key that it had made.
  const goesOn = newest !== undefined && newest.number > 1 && newest.resealed_on === null;
  const to = goesOn ? newest.number : (newest?.number ?? 0) + 1;
  if (!goesOn) {
    await storeDataKey(db, keyring, randomBytes(32), { number: to, was_master: false, sealsIn: wait });
    say(`Data key ${to} is new.`);
  }
  await untilItSeals(db, to, wait, say);
  await look();
  const broken = await resealAll(db, { secrets, to, say });
  await db
    .updateTable('data_key')
    .set({ resealed_on: sql<Date>`now()` })
    .where('number', '=', to)
    .execute();
  say(`All values are sealed by data key ${to}.`);
  for (const [column, count] of broken)
    say(`But ${count} of ${column} cannot be opened, before as now, and stay as they are.`);
}

/** Until every process has the key and seals with it. */
async function untilItSeals(db: Db, number: number, wait: number, say: Rotation['say']): Promise<void> {
  const row = (await readDataKeys(db)).find((each) => each.number === number);
  const seconds = (row?.seals_in ?? 0) + wait / 3;
  if (seconds <= 0) return;
  say(`In ${Math.ceil(seconds)} seconds every process has it.`);
  await pause(seconds * 1000);
}
