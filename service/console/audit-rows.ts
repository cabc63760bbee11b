import type { AuditEntry } from 'svc-link/contract';

/** An entry, and how many there are like it. */
export interface AuditRow {
  readonly entry: AuditEntry;
  readonly times: number;
}

/** “Replay all failed” writes an entry for each delivery. In the page those in a row are one; the file has all. */
export function rowsOf(entries: readonly AuditEntry[]): readonly AuditRow[] {
  const rows: AuditRow[] = [];
  for (const entry of entries) {
    const last = rows.at(-1);
    if (last && isSame(last.entry, entry))
      rows[rows.length - 1] = { entry: last.entry, times: last.times + 1 };
    else rows.push({ entry, times: 1 });
  }
  return rows;
}

/** Whether both are one delivery of the same webhook that was sent again, by the same hand. */
const isSame = (a: AuditEntry, b: AuditEntry): boolean =>
  a.action === 'webhook.replayed' &&
  [a.action, a.actor, a.key_id, a.person, a.team_id, a.detail].join() ===
    [b.action, b.actor, b.key_id, b.person, b.team_id, b.detail].join();
