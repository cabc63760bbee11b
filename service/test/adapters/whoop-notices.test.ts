// What WHOOP's notices say, and how they are verified.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { hmacSha256 } from '../../src/adapters/signatures.js';
import { whoop } from '../../src/adapters/whoop.js';

describe('whoop', () => {
  describe('notices', () => {
    const { notices } = whoop;
    const now = new Date('2026-03-01T12:00:00Z');
    const body = JSON.stringify({ user_id: 456, id: '550e8400', type: 'recovery.updated', trace_id: 't' });
    const noticed = (time: number | string, secret = 'secret', sent = body) => ({
      method: 'POST',
      headers: new Headers({
        'x-whoop-signature-timestamp': String(time),
        'x-whoop-signature': hmacSha256(secret, time + body, 'base64'),
      }),
      query: new URLSearchParams(),
      body: sent,
    });
    const time = now.getTime();

    it.each([
      ['in milliseconds', noticed(time), 'signed'],
      ['in seconds', noticed(time / 1000), 'signed'],
      ['five minutes old', noticed(time - 300_000), 'signed'],
      ['older', noticed(time - 300_001), 'forged'],
      ['of a later day', noticed(time + 300_001), 'forged'],
      ['without a time', noticed('now'), 'forged'],
      ['with another secret', noticed(time, 'guess'), 'forged'],
      ['with another body', noticed(time, 'secret', body.replace('456', '457')), 'forged'],
      [
        'without a signature',
        { ...noticed(time), headers: new Headers({ 'x-whoop-signature-timestamp': String(time) }) },
        'forged',
      ],
    ])('a notice %s is %s', (_, request, expected) => {
      assert.equal(notices?.verify(request, 'secret', now), expected);
      assert.equal(notices?.verify(request, null, now), 'hint');
    });

    it.each([
      ['sleep.updated', ['sleep']],
      ['sleep.deleted', ['sleep']],
      ['recovery.updated', ['sleep', 'activity']],
      ['workout.deleted', ['workouts']],
      ['strap.charged', undefined],
    ])('of the type %s tells of %j', (type, resources) => {
      const request = { ...noticed(time), body: body.replace('recovery.updated', type) };
      assert.deepEqual(
        notices?.read(request),
        resources ? [{ account: '456', is: 'changed', resources }] : [],
      );
    });

    it('without an account is refused', () => {
      for (const broken of ['', '{}', '{"type":"sleep.updated","user_id":1.5}'])
        assert.throws(() => notices?.read({ ...noticed(time), body: broken }), broken);
    });
  });
});
