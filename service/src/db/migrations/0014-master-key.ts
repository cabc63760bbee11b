/** The fingerprint of the master key. One row, written by the first process that has the key. */
export const masterKey: readonly string[] = [
  `create table master_key (
    id integer primary key,
    fingerprint text not null,
    created_on timestamptz not null
  )`,
];
