/**
 * The audit log does not name users who are deleted for good: the id of such a user may be replaced, and nothing else. Indexes
 * find the entries that name a user, and what a fictional provider has issued for an account.
 */
export const forgottenUsers: readonly string[] = [
  `create or replace function audit_entry_stays() returns trigger language plpgsql as $$
    declare
      gone text := substring(concat_ws(' ', old.subject, old.detail)
        from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}');
      mark text;
    begin
      if tg_op = 'DELETE' and old.at < now() - interval '400 days' then
        return old;
      end if;
      if tg_op = 'UPDATE' and gone is not null
        and (old.action like 'user.%' or old.action = 'connection.deleted')
        and not exists (select from app_user where id = gone::uuid)
      then
        mark := substring(concat_ws(' ', new.subject, new.detail) from 'forgotten:[0-9a-f]{16}');
        if mark is not null and to_jsonb(new) = to_jsonb(old) || jsonb_build_object(
          'subject', replace(old.subject, gone, mark), 'detail', replace(old.detail, gone, mark))
        then
          return new;
        end if;
      end if;
      raise exception 'audit entries are only added' using errcode = 'integrity_constraint_violation';
    end
  $$`,
];

export const forgottenUsersIndexes: readonly string[] = [
  `create index audit_entry_subject on audit_entry (subject) where action like 'user.%'`,
  `create index audit_entry_detail on audit_entry (detail) where action = 'connection.deleted'`,
  `create index sandbox_token_account on sandbox_token (provider, account)`,
  `create index sandbox_grant_account on sandbox_grant (provider, account)`,
];

export const forgottenUsersData: readonly string[] = [
  // Users whose id an earlier version has kept. The salt exists only during the statement.
  `with gone as materialized (
      select id, 'forgotten:' || left(md5(salt || id), 16) as mark
      from (
        select distinct case action when 'connection.deleted' then substring(detail from 13) else subject end as id
        from audit_entry
        where action like 'user.%' or action = 'connection.deleted'
      ) as named, (select gen_random_uuid()::text as salt) as salted
      where id ~ '^[0-9a-f-]{36}$' and not exists (select from app_user where app_user.id = named.id::uuid)
    )
    update audit_entry set
      subject = replace(subject, gone.id, gone.mark),
      detail = replace(detail, gone.id, gone.mark)
    from gone
    where (action like 'user.%' and subject = gone.id)
      or (action = 'connection.deleted' and detail = 'of the user ' || gone.id)`,
];
