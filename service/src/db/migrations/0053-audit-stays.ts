/** Prevents `truncate` of the audit log: the trigger for each row does not run for that. */
export const auditStays: readonly string[] = [
  `create function audit_entries_stay() returns trigger language plpgsql as $$
    begin
      raise exception 'audit entries are only added' using errcode = 'integrity_constraint_violation';
    end
  $$`,
  `create trigger audit_entries_stay before truncate on audit_entry
    for each statement execute function audit_entries_stay()`,
];
