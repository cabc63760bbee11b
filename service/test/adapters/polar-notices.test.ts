// What Polar's notices say, and how they are verified.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { polar } from '../../src/adapters/polar.js';
import { hmacSha256 } from '../../src/adapters/signatures.js';

describe('Polar: notices', () => {
  const { notices } = polar;
  assert.ok(notices);
  const secret = 'abe1f3ae';
  const now = new Date();
  const notice = (content: object, headers: Record<string, string> = {}) => ({
    method: 'POST',
    headers: new Headers(headers),
    query: new URLSearchParams(),
    body: JSON.stringify(content),
  });
  const sleep = { event: 'SLEEP', user_id: 475, date: '2026-03-31', timestamp: '2026-04-01T14:22:24Z' };

  it('are signed over the body', () => {
    const { body } = notice(sleep);
    const signature = hmacSha256(secret, body, 'hex');
    const signed = notice(sleep, { 'Polar-Webhook-Signature': signature });
    assert.equal(notices.verify(signed, secret, now), 'signed');
    assert.equal(notices.verify(signed, null, now), 'hint');
    assert.equal(notices.verify({ ...signed, body: `${body} ` }, secret, now), 'forged');
    assert.equal(notices.verify(signed, 'another', now), 'forged');
    assert.equal(notices.verify(notice(sleep), secret, now), 'forged');
  });

  it('say whose what of which day is new', () => {
    const changed = { account: '475', is: 'changed' };
    assert.deepEqual(notices.read(notice(sleep)), [
      { ...changed, resources: ['sleep', 'sleep_cycle'], from: '2026-03-31', until: '2026-03-31' },
    ]);
    const about = (event: string, more: object = {}) =>
      notices.read(notice({ event, user_id: 475, timestamp: '2026-04-01T14:22:24Z', ...more }));
    assert.deepEqual(about('EXERCISE', { entity_id: 'aQlC83' }), [{ ...changed, resources: ['workouts'] }]);
    assert.deepEqual(about('PHYSICAL_INFORMATION'), [{ ...changed, resources: ['profile'] }]);
    assert.deepEqual(about('SLEEP_WISE_ALERTNESS', { from: '2026-03-30', to: '2026-03-31' }), []);
    assert.throws(() => notices.read(notice({ event: 'SLEEP' })), { name: /Zod/ });
    assert.throws(() => notices.read({ ...notice({}), body: 'no JSON' }), { name: /Zod/ });
  });

  it('begin with a ping, which nothing signs', () => {
    const ping = notice({ event: 'PING', timestamp: '2026-04-01T14:22:24Z' });
    assert.deepEqual(notices.challenge?.(ping, null), { body: '', type: 'text/plain' });
    assert.deepEqual(notices.challenge?.(ping, secret), { body: '', type: 'text/plain' });
    assert.equal(notices.challenge?.(notice(sleep), secret), undefined);
    assert.equal(notices.challenge?.({ ...ping, method: 'GET' }, secret), undefined);
  });
});
