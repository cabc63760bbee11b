/** The phone on which a session continues. */
export const linkHandoffs: readonly string[] = [
  `alter table link_session
     add column without_handoff boolean not null default false,
     add column handoffs integer not null default 0`,
  `create table link_handoff (
     id uuid primary key,
     session_id uuid not null unique references link_session (id) on delete cascade,
     code_hash bytea not null unique,
     state text not null,
     origin text,
     provider text,
     browser_hash bytea,
     wrong_numbers integer not null default 0,
     attempt integer,
     confirm_code bytea,
     expires_at timestamptz not null
   )`,
];
