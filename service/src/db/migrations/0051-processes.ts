/** The running processes of the service, and which keys each has. A rotation checks them before it seals with a new key. */
export const processes: readonly string[] = [
  `create table service_process (
    id uuid primary key,
    name text not null,
    master_keys jsonb not null,
    data_keys jsonb not null,
    seen_on timestamptz not null
  )`,
];
