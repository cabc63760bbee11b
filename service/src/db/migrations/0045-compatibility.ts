/**
 * `needs`: a process can work with a migration that it does not know if it knows the migration with this number. 0 means: every
 * process that reads this column can.
 */
export const compatibility = ['alter table svc_migration add column needs integer not null default 0'];
