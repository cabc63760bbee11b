/** The processes of the service that run, and which keys each has: a rotation asks them before it seals with a key. */
export const processes: readonly string[] = [
  `create table service_process (
    id uuid primary key,
    name text not null,
    master_keys jsonb not null,
    data_keys jsonb not null,
    seen_on timestamptz not null
  )`,
];
