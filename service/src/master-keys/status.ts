// Which master key wraps which data key, whether the settings open it, and how many values each data key seals.
import { sql } from 'kysely';
import { createKeyring, type Keyring, keyNumberOf, kmsKeyOf } from '../crypto/index.js';
import { type Db, transactUnlimited, type Tx } from '../db/index.js';
import { findMasterKeys, type KeySettings } from './agree.js';
import { contextOf, type DataKeyRow, readDataKeys } from './data-keys.js';
import { type Place, places } from './sealed-rows.js';

export interface KeysStatus {
  /** Lines for an operator. */
  readonly lines: readonly string[];
  /** Whether the keys of the settings open everything that is sealed. */
  readonly opens: boolean;
}

/** Tries every data key, because another key may have the name of the one that wrapped it. */
export async function keysStatus(db: Db, settings: KeySettings): Promise<KeysStatus> {
  const rows = await readDataKeys(db);
  if (rows.length === 0)
    return { lines: ['There are no data keys yet: the first start makes one.'], opens: true };
  const keyring = createKeyring(findMasterKeys(settings), settings.kms);
  const has = keyring?.wrappers.map(({ id }) => id) ?? [];
  const shut = new Set<string>();
  for (const row of rows) if (!(await isOpenedBy(keyring, row))) shut.add(row.wrapped_by);
  const sealed = await countSealed(db);
  const sealing = rows.findLast(({ seals_in }) => seals_in <= 0)?.number;
  const strange = [...sealed.keys()].filter((number) => !rows.some((row) => row.number === number));
  const lines = [
    ...[...new Set([...has, ...rows.map(({ wrapped_by }) => wrapped_by)])].map((id) => {
      const wraps = rows.filter(({ wrapped_by }) => wrapped_by === id).map(({ number }) => number);
      const what = wraps.length > 0 ? `wraps data key ${wraps.join(', ')}` : 'wraps nothing';
      const isThere = has.includes(id) || (settings.kms !== undefined && kmsKeyOf(id) !== undefined);
      return `Master key "${id}": ${what}${reachOf(isThere, !shut.has(id))}${id === has[0] ? '; wraps from now on' : ''}`;
    }),
    ...rows.flatMap(({ number, was_master, created_on }) => [
      `Data key ${number}, of ${created_on.toISOString().slice(0, 10)}: ${totalOf(sealed.get(number))} values${number === sealing ? '; seals from now on' : ''}${was_master ? '; was the master key itself' : ''}`,
      ...linesOf(sealed.get(number)),
    ]),
    ...strange.flatMap((number) => [
      number === undefined ? 'Not sealed by any key:' : `Data key ${number} is MISSING in the database:`,
      ...linesOf(sealed.get(number)),
    ]),
  ];
  return { lines, opens: shut.size === 0 && strange.every((number) => number === undefined) };
}

async function isOpenedBy(
  keyring: Keyring | undefined,
  { wrapped_by, wrapped, number }: DataKeyRow,
): Promise<boolean> {
  try {
    return (await keyring?.unwrap(wrapped_by, wrapped, contextOf(number))) !== undefined;
  } catch {
    return false;
  }
}

/** How to describe a key: whether the settings have a key of its name, and whether they open what it has wrapped. */
function reachOf(isThere: boolean, opens: boolean): string {
  if (isThere) return opens ? '' : ', which the key of this name in the settings does NOT open';
  return opens ? '; the settings have it by another name' : ', and is MISSING in the settings';
}

type Counts = ReadonlyMap<string, number>;

const totalOf = (counts: Counts = new Map()): number =>
  [...counts.values()].reduce((sum, each) => sum + each, 0);
const linesOf = (counts: Counts = new Map()): string[] =>
  [...counts].map(([name, count]) => `  ${name}: ${count}`);

/** How many values each data key seals, by column. The entry `undefined` counts values that no data key has sealed. */
async function countSealed(db: Db): Promise<ReadonlyMap<number | undefined, Counts>> {
  const all = new Map<number | undefined, Map<string, number>>();
  for (const place of places)
    for (const { begins, count } of await transactUnlimited(db, (tx) => countByHeader(tx, place))) {
      const number = keyNumberOf(begins);
      const counts = all.get(number) ?? new Map<string, number>();
      all.set(number, counts.set(place.name, (counts.get(place.name) ?? 0) + Number(count)));
    }
  return all;
}

async function countByHeader(tx: Tx, { table, column }: Place) {
  const version = sql`substring(${column} from 1 for 1)`;
  // Only the second version of the format has a number after it.
  const begins = sql`case when ${version} = '\\x02'::bytea then substring(${column} from 1 for 5) else ${version} end`;
  const { rows } = await sql<{ readonly begins: Uint8Array; readonly count: string }>`
    select ${begins} as begins, count(*) as count from ${table} where ${column} is not null group by 1`.execute(
    tx,
  );
  return rows;
}
