// Whose account it is, how a grant begins and ends, and what the notices of Google Health say.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { googleHealth } from '../../src/adapters/google-health.js';
import { exchange } from './reading.js';
import { account, openGoogleHealth } from './google-health-scene.js';

const { signIn } = googleHealth;
assert.ok(signIn.type === 'oauth');

describe('Google Health: the grant', () => {
  it('finds the account', async () => {
    const where = { base: null, region: null };
    const of = { token: { access_token: 'good' }, where };
    assert.equal(await signIn.readAccount({ ...of, api: openGoogleHealth().api }), account);
    await assert.rejects(signIn.readAccount({ ...of, api: { send: async () => ({ healthUserId: '' }) } }));
  });

  it('asks for the account, and so that each link brings a refresh token; and ends the whole grant', () => {
    const parameters = signIn.authorizeParameters?.({ base: null, region: null });
    assert.deepEqual(parameters, { access_type: 'offline', prompt: 'select_account consent' });
    const tokens = { account, accessToken: 'a' };
    assert.deepEqual(signIn.revoke?.({ ...tokens, refreshToken: 'r' }).form, { token: 'r' });
    assert.deepEqual(signIn.revoke?.({ ...tokens, refreshToken: null }).form, { token: 'a' });
  });

  it('tells the project’s trouble from the person’s', async () => {
    const { reading, records, simulator } = openGoogleHealth();
    const ask = () => exchange(reading, { to: '/users/me/settings' });
    simulator.refuseNext(1);
    assert.equal(googleHealth.classify?.(await ask()), undefined);
    records.closed = true;
    assert.equal(googleHealth.classify?.(await ask())?.kind, 'application');
    const of = (body: unknown) =>
      googleHealth.classify?.({ status: 403, headers: new Headers(), body })?.kind;
    assert.equal(of({ error: { details: [{ reason: 'RATE_LIMIT_EXCEEDED' }] } }), 'later');
    for (const body of [
      { error: { details: [{ reason: 'RESOURCE_PERMISSION_DENIED' }] } },
      { error: {} },
      {},
      undefined,
    ])
      assert.equal(of(body), undefined);
  });
});

describe('Google Health: an account that Google has no health profile of', () => {
  it('is refused all data for now, and not for good: it may be set up or moved later', async () => {
    const { reading, records } = openGoogleHealth();
    records.unlinked = true;
    for (const to of ['/users/me/settings', '/users/me/dataTypes/steps/dataPoints']) {
      const answer = await exchange(reading, { to });
      assert.equal(answer.status, 400);
      const failure = googleHealth.classify?.(answer);
      assert.deepEqual([failure?.kind, failure?.errorType], ['scope', 'provider_data_refused']);
    }
    const body = { error: { status: 'FAILED_PRECONDITION', details: [{ reason: 'ANOTHER' }] } };
    assert.equal(googleHealth.classify?.({ status: 400, headers: new Headers(), body }), undefined);
  });
});

describe('Google Health: notices', () => {
  const { notices } = googleHealth;
  assert.ok(notices);
  const now = new Date();
  const secret = 'long and random';
  const notice = (content: unknown, authorization?: string) => ({
    method: 'POST',
    headers: new Headers(authorization === undefined ? {} : { authorization }),
    query: new URLSearchParams(),
    body: JSON.stringify(content),
  });
  const right = `Bearer ${secret}`;
  const changed = (dataType: string, intervals?: readonly object[], operation = 'UPSERT') => ({
    data: { version: '1', healthUserId: account, operation, dataType, ...(intervals ? { intervals } : {}) },
  });

  it('begin with two checks: the one with the header is answered, the one without refused', () => {
    const check = { type: 'verification' };
    assert.equal(notices.challenge?.(notice(check, right), secret)?.status, 201);
    for (const [authorization, known] of [
      [undefined, secret],
      ['Bearer other', secret],
      [right, null],
    ] as const) {
      assert.equal(notices.challenge?.(notice(check, authorization), known), undefined);
      assert.equal(notices.verify(notice(check, authorization), known, now), 'forged');
    }
    assert.equal(notices.challenge?.(notice(changed('sleep'), right), secret), undefined);
  });

  it('are proved by the header, and a hint without it', () => {
    assert.equal(notices.verify(notice(changed('sleep'), right), secret, now), 'signed');
    assert.equal(notices.verify(notice(changed('sleep')), secret, now), 'hint');
    assert.equal(notices.verify(notice(changed('sleep'), right), null, now), 'hint');
    assert.equal(notices.verify(notice(changed('sleep'), `${right} `.slice(1)), secret, now), 'forged');
  });

  it('say whose what of which days is new', () => {
    const civil = (startTime: string, endTime?: string) => ({
      civilIso8601TimeInterval: { startTime, ...(endTime ? { endTime } : {}) },
    });
    const physical = {
      physicalTimeInterval: { startTime: '2026-03-07T23:29:00Z', endTime: '2026-03-08T01:00:00Z' },
    };
    const of = (resources: readonly string[], more: object = {}) => ({
      account,
      is: 'changed',
      resources,
      ...more,
    });
    assert.deepEqual(
      notices.read(
        notice([
          changed('sleep', [
            civil('2026-03-08T17:29:00', '2026-03-09T07:00:00'),
            civil('2026-03-07T17:29:00'),
          ]),
          changed('weight', [physical], 'DELETE'),
          changed('blood-glucose', [physical]),
          changed('steps'),
        ]),
      ),
      [
        of(['sleep', 'sleep_cycle'], { from: '2026-03-07', until: '2026-03-09' }),
        of(['body'], { from: '2026-03-06', until: '2026-03-09' }),
        of(['activity']),
      ],
    );
    assert.deepEqual(notices.read(notice(changed('exercise', [{}]))), [of(['workouts'])]);
    for (const wrong of [{}, { type: 'verification' }, changed('sleep', [civil('x')])])
      assert.throws(() => notices.read(notice(wrong)), { name: /Zod/ });
  });
});
