// Columns of jsonb.
import type { ColumnType } from 'kysely';

/** jsonb is written as text, because node-postgres would turn an array into an SQL array. */
export type Json<T> = ColumnType<T, string, string>;
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
