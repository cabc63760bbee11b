// Columns of sealed values. The compiler finds them by these types, so that none is missing in the list of columns to seal again.
import type { ColumnType, Selectable } from 'kysely';

declare const mark: unique symbol;
type SealedBytes = Uint8Array & { readonly [mark]?: true };

/** Bytes that `Secrets` has sealed. */
export type Sealed = ColumnType<SealedBytes, Uint8Array, Uint8Array>;
export type NullableSealed = ColumnType<SealedBytes | null, Uint8Array | null | undefined, Uint8Array | null>;

type SealedOf<Row> = {
  [Column in keyof Row & string]: typeof mark extends keyof NonNullable<Row[Column]> ? Column : never;
}[keyof Row & string];

/** `table.column` of every column of sealed values. */
export type SealedColumnName<All> = {
  [Table in keyof All & string]: `${Table}.${SealedOf<Selectable<All[Table]>>}`;
}[keyof All & string];
