// Reads and replaces sealed values in any column of the list.
import { sql, type RawBuilder } from 'kysely';
import { bytesOf, type ColumnType, type Db, rowsOf, type Tx } from '../db/index.js';
import { sealedColumns, type RowKey, type SealedColumn } from './sealed-columns.js';

/** A column of the list, with its names in SQL. */
export interface Place extends SealedColumn {
  readonly name: string;
  readonly table: RawBuilder<unknown>;
  readonly column: RawBuilder<unknown>;
}

export const places: readonly Place[] = Object.entries<SealedColumn>(sealedColumns).map(([name, sealed]) => {
  const [table = '', column = ''] = name.split('.');
  return { ...sealed, name, table: sql.table(table), column: sql.ref(column) };
});

export interface SealedRow {
  readonly row: RowKey;
  readonly sealed: Uint8Array;
}

const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** Reads rows in the order of their keys, beginning after `last`. `unlike`: only values that do not begin with this. */
export async function readSealed(
  db: Db | Tx,
  { table, column, key, beside }: Place,
  most: number,
  { last, unlike }: { readonly last?: RowKey | undefined; readonly unlike?: Uint8Array } = {},
): Promise<readonly SealedRow[]> {
  const keys = Object.keys(key);
  const after = last && sql`and (${list(keys)}) > (${sql.join(keys.map((name) => last[name]))})`;
  const other = unlike && sql`and substring(${column} from 1 for ${sql.lit(unlike.length)}) <> ${unlike}`;
  const { rows } = await sql<RowKey & { readonly the_sealed: Uint8Array }>`
    select ${list([...keys, ...beside])}, ${column} as the_sealed from ${table}
    where ${column} is not null ${after ?? sql``} ${other ?? sql``}
    order by ${list(keys)} limit ${most}`.execute(db);
  return rows.map(({ the_sealed, ...row }) => ({ row, sealed: the_sealed }));
}

/** The beginning that identifies a sealed value: its header, iv and tag. */
const markLength = 33;

/** Replaces values that have not changed since they were read. Returns how many were replaced. */
export async function replaceSealed(
  tx: Tx,
  { table, column, key }: Place,
  values: readonly (SealedRow & { readonly anew: Uint8Array })[],
): Promise<number> {
  const types: Record<string, ColumnType> = { ...key, the_mark: 'bytea', anew: 'bytea' };
  const rows = values.map(({ row, sealed, anew }) => ({
    ...Object.fromEntries(Object.keys(key).map((name) => [name, row[name]])),
    the_mark: bytesOf(sealed.subarray(0, markLength)),
    anew: bytesOf(anew),
  }));
  const isSame = Object.keys(key).map((name) => sql`stored.${sql.ref(name)} = given.${sql.ref(name)} and`);
  const { numAffectedRows } = await sql`
    update ${table} as stored set ${column} = given.anew from ${rowsOf<Record<string, unknown>>(rows, types)}
    where ${sql.join(isSame, sql` `)}
      substring(stored.${column} from 1 for ${sql.lit(markLength)}) = given.the_mark`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Empties every sealed column. Fails if a row is left in which the column must have a value. */
export async function forgetValues(tx: Tx): Promise<void> {
  for (const { table, column } of places)
    await sql`update ${table} set ${column} = null where ${column} is not null`.execute(tx);
}
