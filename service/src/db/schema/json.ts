// Columns of jsonb.
import type { ColumnType } from 'kysely';

/** jsonb is written as text: node-postgres would take an array for an SQL array. */
export type Json<T> = ColumnType<T, string, string>;
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
