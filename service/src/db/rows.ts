import {
  sql,
  type AliasedRawBuilder,
  type InsertQueryBuilder,
  type InsertResult,
  type QueryCreator,
} from 'kysely';
import type { Tables } from './schema/index.js';

/** Fields of type `bytea` are texts made by `bytesOf`. */
export type ColumnType = 'uuid' | 'text' | 'integer' | 'boolean' | 'timestamptz' | 'jsonb' | 'bytea';
/** The column type of each field. */
type Columns<Row> = Readonly<Record<keyof Row & string, ColumnType>>;

/**
 * Rows as one JSON parameter to select from. For many rows this is much faster than a parameter for each value, and a
 * statement can have at most 65,535 parameters.
 */
export const rowsOf = <Row extends object>(
  rows: readonly Row[],
  columns: Columns<Row>,
): AliasedRawBuilder<{ [Column in keyof Row]: Row[Column] }, 'given'> => {
  const typed = Object.entries<ColumnType>(columns).map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`,
  );
  return sql<Row>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'given'>(
    sql`given(${sql.join(typed)})`,
  );
};

/** Bytes as PostgreSQL writes them, for a `bytea` field of such a row. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`;

/** Inserts rows by `rowsOf`. `tx` may have begun a query with other inserts, which are then part of the same statement. */
export const insertRows = <Table extends keyof Tables & string, Row extends object>(
  tx: Pick<QueryCreator<Tables>, 'insertInto'>,
  table: Table,
  rows: readonly Row[],
  columns: Columns<Row> & Readonly<Partial<Record<keyof Tables[Table] & string, ColumnType>>>,
): InsertQueryBuilder<Tables, Table, InsertResult> => {
  // Object.keys returns plain strings.
  const names = Object.keys(columns) as (keyof Tables[Table] & string)[];
  return tx
    .insertInto(table)
    .columns(names)
    .expression(sql`select ${sql.join(names.map((name) => sql.ref(name)))} from ${rowsOf(rows, columns)}`);
};
