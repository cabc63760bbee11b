import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { isTimeZone } from 'svc-link/contract';
import { dateIn, momentIn } from '../../src/appointments/local-time.js';

describe('time zones', () => {
  it('are matched exactly, including older aliases', () => {
    for (const name of [
      ...['America/New_York', 'America/Indiana/Indianapolis', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv'],
      ...['US/Pacific', 'UTC', 'GMT+0', 'Etc/GMT+5', 'EST5EDT', 'Cuba', 'Brazil/DeNoronha', 'Etc/GMT-14'],
    ])
      assert.ok(isTimeZone(name), name);
    for (const name of [
      'PST',
      'us/pacific',
      'America/new_york',
      '+05:00',
      'Factory',
      'Etc/GMT+20',
      '',
      'UTC ',
    ])
      assert.ok(!isTimeZone(name), name);
    for (const name of Intl.supportedValuesOf('timeZone')) assert.ok(isTimeZone(name), name);
  });

  it('give the moments of local hours, before and after a change of the clocks', () => {
    const iso = (zone: string, date: string, hour: number) => momentIn(zone, date, hour).toISOString();
    assert.equal(iso('America/New_York', '2026-03-07', 7), '2026-03-07T12:00:00.000Z');
    assert.equal(iso('America/New_York', '2026-03-08', 7), '2026-03-08T11:00:00.000Z');
    assert.equal(iso('America/New_York', '2026-11-01', 7), '2026-11-01T12:00:00.000Z');
    assert.equal(iso('America/Phoenix', '2026-07-01', 9.5), '2026-07-01T16:30:00.000Z');
    assert.equal(iso('Pacific/Honolulu', '2026-01-01', 15), '2026-01-02T01:00:00.000Z');
    assert.equal(dateIn('Pacific/Honolulu', new Date('2026-01-02T01:00:00Z')), '2026-01-01');
  });
});
