// What Oura refuses and grants, and what its notices say.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { oura } from '../../src/adapters/oura.js';
import { hmacSha256 } from '../../src/adapters/signatures.js';
import { exchange, readItems, Refused } from './reading.js';
import { sceneOf } from './scene.js';
import { createOuraSimulator } from './simulators/oura.js';

const window = { from: '2026-11-01', until: '2026-11-10' };
const scene = () => sceneOf({ adapter: oura, create: createOuraSimulator, window, account: 'ada' });

describe('oura', () => {
  it('is refused without a token, after the membership, and if it asks too often', async () => {
    const { simulator, reading } = scene();
    const kindOf = (error: unknown) =>
      error instanceof Refused ? oura.classify?.(error.answer)?.kind : 'none';
    await assert.rejects(
      readItems({ ...reading, token: 'old' }, 'sleep'),
      (error: Refused) => error.answer.status === 401,
    );
    simulator.refuseNext(1);
    const refused = await exchange(reading, { to: '/v2/usercollection/personal_info' });
    const standing = oura.standing?.(refused, new Date());
    assert.equal(standing?.per, 'application');
    assert.equal(standing?.seconds, 300);
    assert.equal(standing?.remaining, 0);
    assert.equal(String(standing?.resetAt.getTime()), `${refused.headers.get('x-ratelimit-reset')}000`);
    simulator.lapsed.add('ada');
    await assert.rejects(readItems(reading, 'sleep'), (error) => kindOf(error) === 'scope');
    simulator.breakNext(1);
    await assert.rejects(readItems(reading, 'sleep'), (error) => kindOf(error) === undefined);
  });

  it.each([
    ['token', 'grant'],
    ['per-user', 'grant'],
    ['application', 'application'],
    [null, 'application'],
  ])('takes the tier %s for a limit of the %s', (tier, per) => {
    const headers = new Headers({
      'x-ratelimit-window': '60',
      'x-ratelimit-reset': '1800000000',
      ...(tier && { 'x-ratelimit-tier': tier }),
    });
    assert.equal(oura.standing?.({ status: 429, headers, body: undefined }, new Date())?.per, per);
    assert.equal(oura.standing?.({ status: 200, headers, body: undefined }, new Date()), undefined);
    assert.equal(
      oura.standing?.({ status: 429, headers: new Headers(), body: undefined }, new Date()),
      undefined,
    );
  });

  it('leaves a page of HTML to its status', () => {
    assert.equal(oura.classify?.({ status: 403, headers: new Headers(), body: undefined }), undefined);
  });

  it('reads whose account it is, and what was granted', async () => {
    const { signIn } = oura;
    assert.ok(signIn.type === 'oauth');
    const { api, records } = scene();
    const token = { access_token: 'good' };
    assert.equal(await signIn.readAccount({ token, api, where: { base: null, region: null } }), 'ada');
    Object.assign(records.person, { height: 'tall', biological_sex: 1 });
    assert.equal(await signIn.readAccount({ token, api, where: { base: null, region: null } }), 'ada');
    records.withoutPersonal = true;
    assert.equal(await signIn.readAccount({ token, api, where: { base: null, region: null } }), 'ada');
    delete records.person['id'];
    await assert.rejects(signIn.readAccount({ token, api, where: { base: null, region: null } }));
    const granted = (query: string, scope?: string) =>
      signIn.grantedScopes?.({
        callback: new URLSearchParams(query),
        token: { ...token, ...(scope !== undefined && { scope }) },
      });
    assert.deepEqual(granted('scope=personal+daily'), ['personal', 'daily']);
    assert.deepEqual(granted('scope=extapi:daily%20extapi:workout', 'daily'), ['daily', 'workout']);
    assert.deepEqual(granted('', 'daily'), ['daily']);
    assert.equal(granted(''), null);
  });

  it.each([
    [400, { error: 'invalid_request' }, 'suspicious'],
    [400, { error: 'invalid_grant' }, undefined],
    [401, { error: 'invalid_request' }, undefined],
    [400, '<html>', undefined],
  ])('takes %i with %j at its token address for %s', (status, body, expected) => {
    assert.ok(oura.signIn.type === 'oauth');
    assert.equal(oura.signIn.classifyTokenError?.(status, body), expected);
  });

  it('revokes without a token in an address', () => {
    assert.ok(oura.signIn.type === 'oauth');
    const request = oura.signIn.revoke?.({ account: 'ada', accessToken: 'access', refreshToken: 'refresh' });
    assert.deepEqual(request?.headers, { authorization: 'Bearer refresh' });
    assert.equal(request?.query, undefined);
    assert.equal(
      oura.signIn.revoke?.({ account: 'ada', accessToken: 'access', refreshToken: null }).headers?.[
        'authorization'
      ],
      'Bearer access',
    );
    const isNewer = true as const;
    assert.deepEqual(
      oura.signIn.revoke?.({ account: 'ada', accessToken: 'access', refreshToken: 'refresh', isNewer }),
      { method: 'POST', to: { address: 'revoke' }, form: { token: 'refresh' }, as: 'application-by-form' },
    );
  });

  describe('notices', () => {
    const { notices } = oura;
    const now = new Date('2026-03-01T12:00:00Z');
    const body = JSON.stringify({
      event_type: 'update',
      data_type: 'daily_activity',
      object_id: '1',
      user_id: 'ada',
    });
    const noticed = (time: string, secret = 'secret', sent = body) => ({
      method: 'POST',
      headers: new Headers({
        'x-oura-timestamp': time,
        'x-oura-signature': hmacSha256(secret, time + body, 'hex').toUpperCase(),
      }),
      query: new URLSearchParams(),
      body: sent,
    });
    const seconds = String(now.getTime() / 1000);

    it.each([
      ['in seconds', noticed(seconds), 'signed'],
      ['in milliseconds', noticed(String(now.getTime())), 'signed'],
      ['five minutes old', noticed(String(now.getTime() / 1000 - 300)), 'signed'],
      ['older', noticed(String(now.getTime() / 1000 - 301)), 'forged'],
      ['of a later day', noticed(String(now.getTime() / 1000 + 301)), 'forged'],
      ['without a time', noticed('soon'), 'forged'],
      ['with another secret', noticed(seconds, 'guess'), 'forged'],
      ['with another body', noticed(seconds, 'secret', body.replace('ada', 'eve')), 'forged'],
      [
        'without a signature',
        { ...noticed(seconds), headers: new Headers({ 'x-oura-timestamp': seconds }) },
        'forged',
      ],
    ])('a notice %s is %s', (_, request, expected) => {
      assert.equal(notices?.verify(request, 'secret', now), expected);
      assert.equal(notices?.verify(request, null, now), 'hint');
    });

    it('tell of an account and its resources', () => {
      assert.deepEqual(notices?.read(noticed(seconds)), [
        { account: 'ada', is: 'changed', resources: ['activity', 'heartrate'] },
      ]);
      assert.deepEqual(
        notices?.read({ ...noticed(seconds), body: body.replace('daily_activity', 'tag') }),
        [],
      );
      for (const broken of ['', '{}', '{"data_type":"sleep","user_id":""}'])
        assert.throws(() => notices?.read({ ...noticed(seconds), body: broken }), broken);
    });

    it('answer the check of the address', () => {
      const asked = (method: string, query: string) =>
        notices?.challenge?.(
          { method, headers: new Headers(), query: new URLSearchParams(query), body: '' },
          null,
        );
      assert.deepEqual(asked('GET', 'verification_token=x&challenge=ab%22c'), {
        body: '{"challenge":"ab\\"c"}',
        type: 'application/json',
      });
      assert.equal(asked('GET', ''), undefined);
      assert.equal(asked('POST', 'challenge=abc'), undefined);
    });
  });
});
