/** Keys can expire and be replaced by others, and they store when they were last used. */
export const keyEnds: readonly string[] = [
  `alter table api_key add column expires_at timestamptz`,
  `alter table api_key add column last_used_at timestamptz`,
  // If the new key is deleted, the old key may be rotated again.
  `alter table api_key add column replaced_by uuid references api_key (id) on delete set null`,
  // When the expiry was written into the audit log, which happens once.
  `alter table api_key add column expired_on timestamptz`,
];

export const keyEndsIndexes: readonly string[] = [
  `create index api_key_replaced_by on api_key (replaced_by) where replaced_by is not null`,
  `create index api_key_ends on api_key (expires_at) where expires_at is not null`,
];
