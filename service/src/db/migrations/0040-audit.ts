/**
 * The audit log: what was done, and by whom. Deleted teams and keys stay in it. The database itself refuses to change an entry,
 * or to delete it too early.
 */
export const audit: readonly string[] = [
  `create table audit_entry (
    id bigint generated always as identity primary key,
    org_id uuid not null,
    team_id uuid,
    at timestamptz not null default now(),
    action text not null,
    actor text not null,
    key_id uuid,
    subject text,
    detail text,
    request_id uuid,
    -- Of the use of a key, which is written down once a day.
    used_day text
  )`,
  `create index audit_entry_org on audit_entry (org_id, id)`,
  `create unique index audit_entry_use on audit_entry (key_id, used_day) where used_day is not null`,
  `create function audit_entry_stays() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.at < now() - interval '400 days' then
        return old;
      end if;
      raise exception 'audit entries are only added' using errcode = 'integrity_constraint_violation';
    end
  $$`,
  `create trigger audit_entry_stays before update or delete on audit_entry
    for each row execute function audit_entry_stays()`,
];
