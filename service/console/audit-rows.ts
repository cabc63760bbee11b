import type { AuditEntry } from 'svc-link/contract';
import { counted } from './format.js';

/** One row of the log: the latest of its entries, the number of entries, and the number of deliveries. */
export interface AuditRow {
  readonly entry: AuditEntry;
  readonly times: number;
  readonly deliveries: number;
}

/**
 * “Replay all failed” writes an entry for each delivery. On the page, consecutive ones are one row; the file has all of
 * them.
 */
export function rowsOf(entries: readonly AuditEntry[]): readonly AuditRow[] {
  const rows: [AuditEntry, ...AuditEntry[]][] = [];
  for (const [at, entry] of entries.entries()) {
    const before = entries[at - 1];
    if (before && isSame(before, entry)) rows.at(-1)?.push(entry);
    else rows.push([entry]);
  }
  return rows.map((row) => ({
    entry: row[0],
    times: row.length,
    deliveries: new Set(row.map(({ subject }) => subject)).size,
  }));
}

/** How many rows the later entries add; 0 if all of them belong to the last row. */
export const rowsMore = (before: readonly AuditEntry[], now: readonly AuditEntry[]): number =>
  rowsOf(now).length - rowsOf(before).length;

/** Describes a row of deliveries that were sent again. */
export function sentAgainWords({ times, deliveries }: Omit<AuditRow, 'entry'>): string {
  const what = deliveries === 1 ? 'a delivery' : counted(deliveries, 'delivery', 'deliveries');
  if (times === deliveries) return `Sent ${what} again`;
  return `Sent ${what} again, ${counted(times, 'time')}${deliveries === 1 ? '' : ' in all'}`;
}

/** Entries that are further apart belong to different occasions. */
const atMostApart = 10 * 60_000;

/** Whether both entries are about resending deliveries of the same webhook, by the same person or key, on one occasion. */
const isSame = (a: AuditEntry, b: AuditEntry): boolean =>
  a.action === 'webhook.replayed' &&
  [a.action, a.actor, a.key_id, a.person, a.team_id, a.detail].join() ===
    [b.action, b.actor, b.key_id, b.person, b.team_id, b.detail].join() &&
  Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= atMostApart;
