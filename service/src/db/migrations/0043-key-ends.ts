/** Keys end, are replaced by others, and tell when they were used last. */
export const keyEnds: readonly string[] = [
  `alter table api_key add column expires_at timestamptz`,
  `alter table api_key add column last_used_at timestamptz`,
  // Without the new one the old one may be rotated again.
  `alter table api_key add column replaced_by uuid references api_key (id) on delete set null`,
  // When the end was written into the audit log, which happens once.
  `alter table api_key add column expired_on timestamptz`,
];

export const keyEndsIndexes: readonly string[] = [
  `create index api_key_replaced_by on api_key (replaced_by) where replaced_by is not null`,
  `create index api_key_ends on api_key (expires_at) where expires_at is not null`,
];
