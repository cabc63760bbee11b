// The data keys of a process: read from the database and unwrapped at its start, and read again while it runs.
import { sql, type Selectable } from 'kysely';
import { createSecretsOf, type DataKeys, type Keyring, type Secrets } from '../crypto/index.js';
import type { Db, Tables } from '../db/index.js';

export type DataKeyRow = Selectable<Tables['data_key']>;

/** The context in which a data key is wrapped, so that it cannot be unwrapped in place of another one. */
export const contextOf = (number: number): string => `svc-service-data-key-${number}`;

/** The data keys that a process has. */
export interface HeldKeys {
  readonly secrets: Secrets;
  /** Takes new data keys, and seals with the last one once its time has come. */
  look(): Promise<void>;
  /** The numbers of the data keys that the process has. */
  numbers(): readonly number[];
}

/** Unwraps every data key. Rejects with `MissingMasterKey` if a master key that has wrapped one is not in the keyring. */
export async function holdDataKeys(db: Db, keyring: Keyring): Promise<HeldKeys> {
  const keys = new Map<number, Uint8Array>();
  let sealing = 1;
  const look = async (): Promise<void> => {
    const rows = await readDataKeys(db);
    for (const { number, wrapped, wrapped_by } of rows)
      if (!keys.has(number)) keys.set(number, await keyring.unwrap(wrapped_by, wrapped, contextOf(number)));
    sealing = rows.findLast(({ seals_in }) => seals_in <= 0)?.number ?? sealing;
  };
  await look();
  const held: DataKeys = { find: (number) => keys.get(number), sealing: () => sealing };
  return { secrets: createSecretsOf(held), look, numbers: () => [...keys.keys()] };
}

/** All data keys, the oldest first. `seals_in`: the seconds until the key may seal, below 0 once it may. */
export const readDataKeys = (db: Db): Promise<(DataKeyRow & { readonly seals_in: number })[]> =>
  db
    .selectFrom('data_key')
    .selectAll()
    .select(sql<number>`extract(epoch from seals_from - now())::float8`.as('seals_in'))
    .orderBy('number')
    .execute();

/** Stores a new data key. Returns whether it was stored: another process may have been faster. */
export async function storeDataKey(
  db: Db,
  keyring: Keyring,
  key: Uint8Array,
  row: Pick<DataKeyRow, 'number' | 'was_master'> & { readonly sealsIn: number },
): Promise<boolean> {
  const [{ id }] = keyring.wrappers;
  const wrapped = await wrapChecked(keyring, key, row.number);
  const [stored] = await db
    .insertInto('data_key')
    .values({
      number: row.number,
      was_master: row.was_master,
      wrapped,
      wrapped_by: id,
      seals_from: sql<Date>`now() + make_interval(secs => ${row.sealsIn})`,
      created_on: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning('number')
    .execute();
  return stored !== undefined;
}

/**
 * Wraps a data key, and unwraps it once to test the result: with a faulty wrapper, everything that the key seals would be
 * lost.
 */
export async function wrapChecked(
  { wrappers: [wrapper] }: Keyring,
  key: Uint8Array,
  number: number,
): Promise<Uint8Array> {
  const context = contextOf(number);
  const wrapped = await wrapper.wrap(key, context);
  if (Buffer.compare(await wrapper.unwrap(wrapped, context), key) !== 0)
    throw new Error(`the master key "${wrapper.id}" does not unwrap what it has wrapped`);
  return wrapped;
}
