/**
 * The keys that seal values, each wrapped by a master key (docs/decisions/0017-data-keys.md). The first start writes the first
 * key. If there was data before, that key is the master key itself.
 */
export const dataKeys: readonly string[] = [
  `create table data_key (
    number integer primary key,
    wrapped bytea not null,
    wrapped_by text not null,
    was_master boolean not null,
    seals_from timestamptz not null,
    resealed_on timestamptz,
    created_on timestamptz not null
  )`,
];
