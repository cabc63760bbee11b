/** Insurance records of users. They are deleted with their user. */
export const insurance: readonly string[] = [
  `create table insurance (
    id uuid primary key,
    user_id uuid not null references app_user (id) on delete cascade,
    record bytea not null,
    created_on timestamptz not null
  )`,
  `create index insurance_user on insurance (user_id)`,
];
