// The tests' own authorization server follows its profile, and the standard where the profile says nothing.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterEach, it } from 'vitest';
import { nameAccount, redeemCode, requestTokens, TokensRefused } from '../../src/grants/index.js';
import {
  type AuthorizationServer,
  type Profile,
  startAuthorizationServer,
} from '../support/authorization-server.js';
import { madeUpAdapter, madeUpAt, openGate } from '../support/made-up-adapter.js';
import type { OauthSignIn } from '../../src/adapters/index.js';

let server: AuthorizationServer | undefined;
afterEach(() => server?.close());

const network = { allowPrivate: true };
const verifier = 'a-verifier-that-has-forty-three-characters-0';

async function link(profile: Profile, signIn: Partial<OauthSignIn>, isRight = true) {
  server = await startAuthorizationServer(profile);
  const { urls, clientId, clientSecret } = server;
  const base = madeUpAt(server.url, madeUpAdapter(signIn));
  const at = { ...base, application: { ...base.application, urls, clientId, clientSecret } };
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: 'https://svc.example/back',
    scope: ['sleep', 'profile'].join(at.adapter.signIn.scopeSeparator),
    state: 's',
    ...(at.adapter.signIn.pkce && {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
  });
  const callback = await server.consent(`${urls.authorize}?${query}`, 'ada');
  const redeemed = await redeemCode(at, {
    code: callback.searchParams.get('code') ?? '',
    redirectUri: 'https://svc.example/back',
    verifier: isRight ? verifier : `${verifier}x`,
    callback: callback.searchParams,
  });
  return { server, at, redeemed, account: await nameAccount(at, redeemed, 'a-user', openGate) };
}

it('links and refreshes according to the standard, and a refresh token works once', async () => {
  const { at, redeemed, account } = await link(
    { clientAuthentication: 'basic' },
    { clientAuthentication: 'basic' },
  );
  assert.equal(account, 'ada');
  assert.deepEqual(redeemed.granted, ['sleep', 'profile']);
  const { clientId, clientSecret, urls } = at.application;
  const refresh = () =>
    requestTokens(network, at.adapter.signIn, { clientId, clientSecret, url: urls.token }, 'refresh', {
      refresh_token: redeemed.tokens.refreshToken ?? '',
    });
  assert.notEqual((await refresh()).access_token, redeemed.tokens.accessToken);
  await assert.rejects(refresh(), (error) => error instanceof TokensRefused && error.verdict === 'dead');
});

it('links with deviations: commas, a wrapped answer, a further field, the account in the answer', async () => {
  const profile: Profile = {
    separator: ',',
    tokenField: ['action', 'requesttoken'],
    tokenAnswer: (body, account) => ({ status: 0, body: { ...body, userid: account } }),
    tokenRefusal: () => ({ status: 200, body: { status: 503 } }),
    callback: (scopes) => ({ scope: scopes.join(',') }),
  };
  const { account, redeemed } = await link(profile, {
    scopeSeparator: ',',
    prepareTokenRequest: (form) => form.set('action', 'requesttoken'),
    readTokenAnswer: (body) => (body as { body?: unknown }).body,
    grantedScopes: ({ callback }) => callback.get('scope')?.split(',') ?? null,
    readAccount: ({ token }) => Promise.resolve(String(token['userid'])),
  });
  assert.deepEqual([account, redeemed.granted], ['ada', ['sleep', 'profile']]);
});

it('links with PKCE, and refuses another verifier', async () => {
  const { account } = await link({ pkce: true }, { pkce: true });
  assert.equal(account, 'ada');
  await server?.close();
  await assert.rejects(link({ pkce: true }, { pkce: true }, false), TokensRefused);
});
