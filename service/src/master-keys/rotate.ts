// The rotation of master keys: wraps the data keys again, and seals values again where that is asked for or needed.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Keyring } from '../crypto/index.js';
import type { Db } from '../db/index.js';
import type { AgreedKeys } from './agree.js';
import { contextOf, type DataKeyRow, readDataKeys, storeDataKey, wrapChecked } from './data-keys.js';
import { ProcessWithoutKey, runningProcesses } from './processes.js';
import { resealAll } from './reseal.js';

/** A new data key seals nothing until all processes have it. In seconds: a hundred years. */
const notYet = 3_155_760_000;

export interface Rotation {
  /** Whether to seal values again with a new data key. */
  readonly data: boolean;
  /**
   * How many seconds to wait at most until every process has a new data key, and then a third of that until all processes
   * seal with it.
   */
  readonly wait: number;
  /** Whether no other process can use the database. */
  readonly alone: boolean;
  /** Called with lines that report what was done, and the progress. */
  readonly say: (line: string) => void;
}

/**
 * Wraps every data key with the first master key of the keyring. Also seals all values again if `data` is set, if a master
 * key itself has sealed values, in a version without data keys, or if an earlier rotation that did so was stopped. It can
 * run while processes work, and again if it was stopped. Returns how many of the values that it tried could not be opened.
 */
export async function rotateMasterKey(db: Db, keys: AgreedKeys, rotation: Rotation): Promise<number> {
  const { keyring } = keys;
  const { say, alone } = rotation;
  if (!alone) await checkMasterKeys(db, keyring);
  const before = await readDataKeys(db);
  const isSealedAnew = rotation.data || isUnfinished(before.at(-1)) || isSealedByMaster(before);
  // This comes before the others are wrapped: after that, nothing would tell under which master key an unfinished data key
  // was made.
  const to = isSealedAnew ? await keyToSealWith(db, keyring, before.at(-1), say) : undefined;
  await wrapAnew(db, keyring, say);
  const broken = to === undefined ? 0 : await sealAnew(db, keys, to, rotation);
  await checkAll(db, keyring);
  const [wrapper, ...others] = keyring.wrappers;
  say(`Every data key is wrapped by "${wrapper.id}".`);
  for (const { id } of others)
    say(
      `Nothing needs "${id}" any more: remove it from the settings of every process. Backups from before still need it.`,
    );
  return broken;
}

/**
 * Whether this is the new key of a rotation that has not sealed everything with it, because the rotation was stopped or
 * because a process did not have the key.
 */
const isUnfinished = (newest: DataKeyRow | undefined): newest is DataKeyRow =>
  newest !== undefined && newest.number > 1 && newest.resealed_on === null;

/** Whether a master key itself has sealed values that no rotation has sealed again since. */
const isSealedByMaster = (rows: readonly DataKeyRow[]): boolean =>
  rows.some(
    (row) => row.was_master && !rows.some((later) => later.number > row.number && later.resealed_on !== null),
  );

/**
 * The number of the data key that seals everything from now on: the key of an unfinished rotation, or a new one. An
 * unfinished key that another master key has wrapped is not used: whoever has that master key and a copy of the database
 * would have the data key too.
 */
async function keyToSealWith(
  db: Db,
  keyring: Keyring,
  newest: DataKeyRow | undefined,
  say: Rotation['say'],
): Promise<number> {
  if (isUnfinished(newest) && (await unwrapsBy(keyring, newest.number, newest.wrapped))) return newest.number;
  const number = (newest?.number ?? 0) + 1;
  await storeDataKey(db, keyring, randomBytes(32), { number, was_master: false, sealsIn: notYet });
  say(`Data key ${number} is new.`);
  return number;
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

/**
 * Whether the first master key unwraps a data key. Its id alone does not prove that, because a key may have been replaced
 * under its name.
 */
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

/** Runs before a key is called needless, because another process may rotate to another key at the same time. */
async function checkAll(db: Db, keyring: Keyring): Promise<void> {
  for (const { number, wrapped } of await readDataKeys(db))
    if (!(await unwrapsBy(keyring, number, wrapped)))
      throw new Error(`data key ${number} was wrapped by another key meanwhile: run this again`);
}

async function sealAnew(
  db: Db,
  { look, secrets }: AgreedKeys,
  to: number,
  { wait, alone, say }: Rotation,
): Promise<number> {
  await untilItSeals(db, to, { wait, alone, say });
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
  return [...broken.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * Waits until every process has the key and seals with it. Throws if a running process does not have it: then nothing is
 * sealed with the key, unless that had begun before.
 */
async function untilItSeals(
  db: Db,
  number: number,
  { wait, alone, say }: Pick<Rotation, 'wait' | 'alone' | 'say'>,
): Promise<void> {
  const row = (await readDataKeys(db)).find((each) => each.number === number);
  const sealsIn = row?.seals_in ?? 0;
  const [take, begin] = sealsIn > 0 ? [wait, wait / 3] : [0, sealsIn + wait / 3];
  if (take + begin > 0) say(`In ${Math.ceil(take + begin)} seconds at most every process has it.`);
  const latest = performance.now() + take * 1000;
  // If no running process is recorded, there may still be processes that record nothing, so the wait is not cut short.
  while (performance.now() < latest && (alone || !(await isTaken(db, number))))
    await pause(Math.min(1000, take * 1000));
  if (!alone) await checkDataKey(db, number);
  if (sealsIn > 0)
    await db
      .updateTable('data_key')
      .set({ seals_from: sql<Date>`now()` })
      .where('number', '=', number)
      .execute();
  if (begin > 0) await pause(begin * 1000);
}

/** Runs before anything is changed: a process without the master key could not start again, nor take a new data key. */
async function checkMasterKeys(db: Db, { wrappers: [wrapper] }: Keyring): Promise<void> {
  for (const { name, silent, master_keys } of await runningProcesses(db))
    if (!master_keys.includes(wrapper.mark))
      throw new ProcessWithoutKey(
        name,
        silent,
        `the master key "${wrapper.id}"`,
        'restart it with that one as well, then run this again. Nothing was changed.',
      );
}

/** Whether all running processes have a data key, and at least one process is running. */
async function isTaken(db: Db, number: number): Promise<boolean> {
  const running = await runningProcesses(db);
  return running.length > 0 && running.every(({ data_keys }) => data_keys.includes(number));
}

async function checkDataKey(db: Db, number: number): Promise<void> {
  for (const { name, silent, data_keys } of await runningProcesses(db))
    if (!data_keys.includes(number))
      throw new ProcessWithoutKey(
        name,
        silent,
        `data key ${number}`,
        'its log says why. Run this again once it has, with more time to wait.',
      );
}
