// How the console understands the text that support staff enter to find a session.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { soughtBy } from '../../console/sought.js';

const found = (text: string) => soughtBy(text);

describe('a text that a session is looked for by', () => {
  it('is an id, in any case of its letters', () => {
    const id = '0B6E4F1C-0000-4000-8000-00000000000A';
    assert.deepEqual(found(` ${id} `), { kind: 'id', value: id.toLowerCase() });
    assert.equal(found('  '), undefined);
  });

  it('is a time of the zone that it names', () => {
    for (const [text, value] of [
      ['2026-11-23 18:05 UTC', '2026-11-23T18:05:00.000Z'],
      ['2026-11-23 18:05 utc', '2026-11-23T18:05:00.000Z'],
      ['2026-11-23 18:05 GMT', '2026-11-23T18:05:00.000Z'],
      ['2026-11-23T18:05Z', '2026-11-23T18:05:00.000Z'],
      ['2026-11-23T18:05:12.345678Z', '2026-11-23T18:05:12.345Z'],
      ['2026-11-23 18:05 +02:00', '2026-11-23T16:05:00.000Z'],
      ['2026-11-23 18:05:30 +0200', '2026-11-23T16:05:30.000Z'],
      ['2026-11-23 18:05+02', '2026-11-23T16:05:00.000Z'],
      ['2026-11-23 18:05 -03:30', '2026-11-23T21:35:00.000Z'],
      ['2026-11-23 18:05 UTC+2', '2026-11-23T16:05:00.000Z'],
    ] as const)
      assert.deepEqual(found(text), { kind: 'time', value }, text);
  });

  it('is a time of the viewer without a zone', () => {
    const value = new Date(2026, 10, 23, 18, 5).toISOString();
    for (const text of ['2026-11-23 18:05', '2026-11-23T18:05', '2026-11-23  18:05:00'])
      assert.deepEqual(found(text), { kind: 'time', value }, text);
  });

  it('is a client_user_id else, and known to look like a time that cannot be read', () => {
    for (const text of [
      '2026-11-23',
      '2026-11-23 25:05',
      '2026-11-23 18:05 CET',
      '2026-11-23 6 pm',
      '2026-02-30 10:00',
      '18:05',
      'around 2 pm',
      '28 Nov 2026, 05:25',
    ])
      assert.deepEqual(found(text), { kind: 'client-user-id', value: text, looksLikeTime: true }, text);
    for (const text of ['ada', '2026', '2026-11-23-ada', '23.11.2026x', 'u-2-am'])
      assert.deepEqual(found(text), { kind: 'client-user-id', value: text, looksLikeTime: false }, text);
    for (const text of ['23.11.2026 18:05', '11/23/2026 18:05'])
      assert.deepEqual(found(text), { kind: 'client-user-id', value: text, looksLikeTime: true }, text);
  });
});
