import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { AuditEntry } from 'svc-link/contract';
import { rowsMore, rowsOf, sentAgainWords } from '../../console/audit-rows.js';
import { firstOf } from '../../console/pieces/first-of.js';

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

  it('say of how many deliveries they are, and how often one was sent again', () => {
    const wordsOf = (...entries: AuditEntry[]) => rowsOf(entries).map(sentAgainWords);
    const again = (number: number) => entry(number, { subject: 'd7' });
    assert.deepEqual(wordsOf(entry(7)), ['Sent a delivery again']);
    assert.deepEqual(wordsOf(entry(9), entry(8), entry(7)), ['Sent 3 deliveries again']);
    assert.deepEqual(wordsOf(again(9), again(8), entry(7)), ['Sent a delivery again, 3 times']);
    assert.deepEqual(wordsOf(again(9), entry(8), entry(7)), ['Sent 2 deliveries again, 3 times in all']);
  });

  it('are one only for what was sent again within ten minutes of the entry beside it', () => {
    const at = (number: number, time: string) => entry(number, { at: `2026-11-23T${time}Z` });
    assert.deepEqual(
      timesOf(at(9, '12:20:00'), at(8, '12:10:00'), at(7, '12:00:00'), at(6, '11:49:59'), at(5, '11:45:00')),
      [
        [9, 3],
        [6, 2],
      ],
    );
  });

  it('are counted where earlier entries are shown, so that the focus goes on in the first that came', () => {
    const other = entry(7, { action: 'key.used' });
    const focused = (before: readonly AuditEntry[], came: readonly AuditEntry[]) => {
      const now = [...before, ...came];
      return firstOf(rowsOf(now), rowsMore(before, now))?.entry.number;
    };
    assert.equal(focused([entry(9)], [entry(8), other, entry(6)]), 7);
    assert.equal(focused([other], [entry(6), entry(5), entry(4)]), 6);
    // Everything new belongs to the last row.
    assert.equal(focused([entry(11, { action: 'key.used' }), entry(9)], [entry(8)]), 9);
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
