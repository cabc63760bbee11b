// What Withings refuses and grants, and what its notices say.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { withings } from '../../src/adapters/withings.js';
import { readItems, Refused } from './reading.js';
import { sceneOf } from './scene.js';
import { createWithingsSimulator } from './simulators/withings.js';

const window = { from: '2026-11-01', until: '2026-11-10' };
const scene = () =>
  sceneOf({ adapter: withings, create: createWithingsSimulator, window, account: '475', person: 'ada' });

const numbered = (numbers: readonly number[], kind: string) =>
  numbers.map((status): [number, string] => [status, kind]);

describe('withings', () => {
  it.each([
    [0, undefined],
    ...numbered([100, 101, 102, 200, 401], 'token'),
    ...numbered([214, 277, 2553, 2555], 'scope'),
    [601, 'later'],
    // A timeout, a bad state, and errors without a name.
    ...numbered([516, 521, 522, 524, 525, 531, 533], 'later'),
    // Invalid parameters.
    ...numbered([201, 293, 295, 323, 342, 343, 353, 400, 501, 503, 511, 523, 532, 3017], 'permanent'),
    // Not implemented.
    [2554, 'permanent'],
  ])('takes status %i in an answer for %s', (status, kind) => {
    const answer = { status: 200, headers: new Headers(), body: { status, body: {} } };
    assert.equal(withings.classify?.(answer)?.kind, kind);
  });

  it('leaves an answer that is no form of its own to its status', () => {
    assert.equal(withings.classify?.({ status: 503, headers: new Headers(), body: undefined }), undefined);
  });

  it('is refused without a token, and if it asks too often', async () => {
    const { simulator, reading } = scene();
    const refusal = (kind: string) => (error: unknown) =>
      error instanceof Refused && withings.classify?.(error.answer)?.kind === kind;
    await assert.rejects(readItems({ ...reading, token: 'old' }, 'body'), refusal('token'));
    simulator.refuseNext(1);
    await assert.rejects(readItems(reading, 'body'), refusal('later'));
  });

  it('unwraps what its token address answers', () => {
    const { signIn } = withings;
    assert.ok(signIn.type === 'oauth');
    const form = new URLSearchParams({ grant_type: 'refresh_token' });
    signIn.prepareTokenRequest?.(form, 'refresh');
    assert.equal(form.get('action'), 'requesttoken');
    assert.deepEqual(
      signIn.readTokenAnswer?.({
        status: 0,
        body: { userid: 363, access_token: 'a', refresh_token: 'r', expires_in: 10_800 },
      }),
      {
        token_type: 'Bearer',
        userid: 363,
        access_token: 'a',
        refresh_token: 'r',
        expires_in: 10_800,
      },
    );
    assert.equal(signIn.readTokenAnswer?.({ status: 503, body: {} }), undefined);
    assert.equal(signIn.readTokenAnswer?.('<html>'), undefined);
  });

  it.each([
    [200, { status: 503 }, 'suspicious'],
    [200, { status: 401 }, 'suspicious'],
    [200, { status: 601 }, 'later'],
    [200, { status: 522 }, 'later'],
    [200, { status: 501 }, 'suspicious'],
    [200, { status: 511 }, 'suspicious'],
    [200, { status: 2554 }, 'suspicious'],
    [200, { status: 2555 }, 'suspicious'],
    [502, undefined, 'later'],
    [400, undefined, undefined],
  ])('takes %i with %j at its token address for %s', (status, body, expected) => {
    assert.ok(withings.signIn.type === 'oauth');
    assert.equal(withings.signIn.classifyTokenError?.(status, body), expected);
  });

  it.each([
    [363, '363'],
    ['363', '363'],
  ])('knows the account %j', async (userid, account) => {
    assert.ok(withings.signIn.type === 'oauth');
    const api = { send: () => assert.fail('no request is needed') };
    const where = { base: null, region: null };
    assert.equal(
      await withings.signIn.readAccount({ token: { access_token: 'a', userid }, api, where }),
      account,
    );
  });

  it.each([
    [
      'userid=1&appli=1&startdate=1530576000&enddate=1530698753',
      {
        account: '1',
        is: 'changed',
        resources: ['body', 'heartrate'],
        from: '2018-07-02',
        until: '2018-07-05',
      },
    ],
    [
      'userid=1&appli=16&date=2026-03-01',
      {
        account: '1',
        is: 'changed',
        resources: ['activity', 'workouts'],
        from: '2026-03-01',
        until: '2026-03-01',
      },
    ],
    ['userid=1&appli=44', { account: '1', is: 'changed', resources: ['sleep'] }],
    // The service does not subscribe to this kind.
    ['userid=1&appli=46&action=unlink', undefined],
    ['userid=1&appli=999', undefined],
  ])('reads the notice %s', (body, expected) => {
    const request = { method: 'POST', headers: new Headers(), query: new URLSearchParams(), body };
    assert.deepEqual(withings.notices?.read(request), expected === undefined ? [] : [expected]);
    // Withings does not sign its notices.
    assert.equal(withings.notices?.verify(request, 'secret', new Date()), 'hint');
  });

  it('refuses a notice without an account, and answers the check of the address', () => {
    const request = { method: 'HEAD', headers: new Headers(), query: new URLSearchParams(), body: 'appli=1' };
    assert.throws(() => withings.notices?.read(request));
    assert.deepEqual(withings.notices?.challenge?.(request, null), { body: '', type: 'text/plain' });
    assert.equal(withings.notices?.challenge?.({ ...request, method: 'POST' }, null), undefined);
  });
});
