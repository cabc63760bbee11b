// From a code to tokens and the account behind them.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { nameAccount, redeemCode, TokensRefused } from '../../src/grants/index.js';
import { ProviderFailure } from '../../src/provider-http/index.js';
import { type AnswerServer, json, says, startAnswerServer } from '../support/answer-server.js';
import { madeUpAdapter, madeUpAt, openGate } from '../support/made-up-adapter.js';

let server: AnswerServer;
beforeAll(async () => {
  server = await startAnswerServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
});

const by = {
  code: 'the-code',
  redirectUri: 'https://svc.example/back',
  verifier: 'the-verifier',
  callback: new URLSearchParams({ scope: 'sleep' }),
};
const formOf = (at: number) => Object.fromEntries(new URLSearchParams(server.asked[at]?.body));

describe('a code', () => {
  it('is redeemed for tokens and scopes', async () => {
    server.answer = json({
      access_token: 'at',
      refresh_token: 'rt',
      expires_in: 60,
      scope: ' sleep  profile',
      x: 1,
    });
    const { tokens, token, granted } = await redeemCode(madeUpAt(server.url), by);
    assert.deepEqual(
      [tokens.accessToken, tokens.refreshToken, granted, token['x']],
      ['at', 'rt', ['sleep', 'profile'], 1],
    );
    assert.ok(Math.abs((tokens.expiresAt ?? 0) - Date.now() - 60_000) < 5_000);
    assert.deepEqual(formOf(0), {
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: 'https://svc.example/back',
      client_id: 'client',
      client_secret: 'client-secret',
    });
  });

  it('is redeemed with the verifier if the provider supports PKCE', async () => {
    server.answer = json({ access_token: 'at' });
    const at = madeUpAt(server.url, madeUpAdapter({ pkce: true }));
    assert.equal((await redeemCode(at, by)).granted, null);
    assert.equal(formOf(0)['code_verifier'], 'the-verifier');
  });

  it('has the scopes that the adapter reads from the callback', async () => {
    server.answer = json({ access_token: 'at', scope: 'everything' });
    const grantedScopes = ({ callback }: { callback: URLSearchParams }) => [callback.get('scope') ?? ''];
    const at = madeUpAt(server.url, madeUpAdapter({ grantedScopes }));
    assert.deepEqual((await redeemCode(at, by)).granted, ['sleep']);
  });

  it('expires as the adapter says if the provider does not, and never if its tokens cannot be renewed', async () => {
    server.answer = json({ access_token: 'at' });
    const refresh = { rotates: false, aheadSeconds: 60, lifeSeconds: 100 };
    const { tokens } = await redeemCode(madeUpAt(server.url, madeUpAdapter({ refresh })), by);
    assert.ok(Math.abs((tokens.expiresAt ?? 0) - Date.now() - 100_000) < 5_000);
    server.answer = json({ access_token: 'at', expires_in: 5 });
    const lasting = await redeemCode(madeUpAt(server.url, madeUpAdapter({ refresh: null })), by);
    assert.equal(lasting.tokens.expiresAt, null);
  });

  it('may be refused', async () => {
    server.answer = json({ error: 'invalid_grant' }, 400);
    await assert.rejects(redeemCode(madeUpAt(server.url), by), TokensRefused);
  });
});

describe('the account', () => {
  const redeemed = {
    token: { access_token: 'at', user: 7 },
    tokens: { accessToken: 'at', refreshToken: null, expiresAt: null },
  };
  const name = (signIn = {}) =>
    nameAccount(madeUpAt(server.url, madeUpAdapter(signIn)), redeemed, 'a-user', openGate);
  const failsBy = (kind: string) => (error: unknown) => {
    assert.ok(error instanceof ProviderFailure);
    assert.doesNotMatch(String(error.stack), /in-answer/);
    return error.failure.kind === kind;
  };

  it('is asked for with the new token', async () => {
    server.answer = json({ id: 'u1' });
    assert.equal(await name(), 'u1');
    assert.deepEqual(
      server.asked.map(({ url, headers }) => [url, headers.authorization]),
      [['/api/me', 'Bearer at']],
    );
  });

  it('may be in the token answer', async () => {
    assert.equal(await name({ readAccount: () => Promise.resolve('7') }), '7');
    assert.deepEqual(server.asked, []);
  });

  it('is registered for our user if the provider needs that', async () => {
    server.answer = json({ id: 'u1' });
    const seen: unknown[] = [];
    await name({
      afterLink: ({ account, userId }: { account: string; userId: string }) =>
        Promise.resolve(void seen.push(account, userId)),
    });
    assert.deepEqual(seen, ['u1', 'a-user']);
  });

  it('is requested again after a passing failure', async () => {
    const answers = [says('', 503), says('<html>'), json({ id: 'u1' })];
    server.answer = (...to) => answers.shift()!(...to);
    assert.equal(await name(), 'u1');
    assert.equal(server.asked.length, 3);
  });

  it('is not requested again if the provider names a time, or refuses', async () => {
    server.answer = says('', 429, { 'retry-after': '60' });
    await assert.rejects(name(), failsBy('later'));
    server.answer = json({}, 403);
    await assert.rejects(name(), failsBy('scope'));
    assert.equal(server.asked.length, 2);
  });

  it('must be present, short and storable', async () => {
    for (const id of ['', 'u'.repeat(513), 'a\0', 'a\ud800']) {
      server.answer = json({ id });
      await assert.rejects(name(), failsBy('schema'));
    }
    await assert.rejects(
      name({ readAccount: () => Promise.reject(new Error('in-answer')) }),
      failsBy('schema'),
    );
    server.answer = json({ id: 'u'.repeat(512) });
    assert.equal((await name()).length, 512);
  });
});
