import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { AuditEntry } from 'svc-link/contract';
import { rowsOf } from '../../console/audit-rows.js';

const entry = (number: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  number,
  at: '2026-11-23T12:00:00Z',
  action: 'webhook.replayed',
  actor: 'key',
  key_id: 'k1',
  person: null,
  team_id: 't1',
  subject: `d${number}`,
  detail: 'of the webhook w1',
  request_id: `r${number}`,
  ...more,
});

describe('the rows of the audit log', () => {
  const timesOf = (...entries: AuditEntry[]) =>
    rowsOf(entries).map(({ entry, times }) => [entry.number, times]);

  it('are one for deliveries of a webhook that one hand sent again in a row, with their number', () => {
    assert.deepEqual(timesOf(entry(9), entry(8), entry(7)), [[9, 3]]);
  });

  it('are one each for all else', () => {
    const deleted = { action: 'key.deleted', detail: null };
    assert.deepEqual(timesOf(entry(9, deleted), entry(8, deleted)), [
      [9, 1],
      [8, 1],
    ]);
    for (const other of [
      { key_id: 'k2' },
      { detail: 'of the webhook w2' },
      { actor: 'person', person: 'ann' },
    ])
      assert.deepEqual(timesOf(entry(9), entry(8, other), entry(7)), [
        [9, 1],
        [8, 1],
        [7, 1],
      ]);
  });
});
