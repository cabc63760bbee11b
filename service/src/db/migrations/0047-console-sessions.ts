/** People who sign in to the console, and who they are in the audit log. Secrets of browsers are stored as hashes. */
export const consoleSessions: readonly string[] = [
  `create table console_sign_in (
    hash bytea primary key,
    back_to text not null,
    ends_at timestamptz not null
  )`,
  `create index console_sign_in_ends on console_sign_in (ends_at)`,
  `create table console_session (
    id uuid primary key,
    hash bytea not null unique,
    org_id uuid not null references org (id) on delete cascade,
    subject text not null,
    name text not null,
    role text not null,
    created_on timestamptz not null,
    seen_on timestamptz not null,
    ends_at timestamptz not null
  )`,
  `create index console_session_ends on console_session (ends_at)`,
  `alter table audit_entry add column person text`,
];
