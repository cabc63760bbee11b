import { sql, type AliasedRawBuilder } from 'kysely';

type ColumnType = 'uuid' | 'text' | 'integer' | 'jsonb';

/**
 * Rows as one parameter, to select from: with many that is a fraction of the work of a parameter for each value, of
 * which a statement takes 65,535. `columns` says what the fields of each row are to the database.
 */
export const rowsOf = <Row extends object>(
  rows: readonly Row[],
  columns: Readonly<Record<keyof Row & string, ColumnType>>,
): AliasedRawBuilder<{ [Column in keyof Row]: Row[Column] }, 'given'> => {
  const typed = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(String(type))}`);
  return sql<Row>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'given'>(
    sql`given(${sql.join(typed)})`,
  );
};
