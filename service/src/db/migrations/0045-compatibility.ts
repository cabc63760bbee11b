/**
 * `needs`: a process works beside a migration that it does not know if it knows the one of this number. 0: any does that
 * reads this column.
 */
export const compatibility = ['alter table svc_migration add column needs integer not null default 0'];
