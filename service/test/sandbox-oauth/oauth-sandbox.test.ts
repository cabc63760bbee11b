// The fictional authorization servers, as an OAuth client that knows nothing of this service sees them.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import * as client from 'openid-client';
import { findProvider } from '../../src/providers/index.js';
import { sandboxClient } from '../../src/sandbox-oauth/index.js';
import {
  Browser,
  readForm,
  startOauthService,
  type OauthService,
  type Shown,
} from '../support/oauth-service.js';

let service: OauthService;
beforeAll(async () => {
  service = await startOauthService();
});
afterAll(() => service.close());

const registered = (slug: string) => sandboxClient(service.deps, findProvider(slug)!);
const redirectUri = (slug: string): string => `${service.url}/v2/link/connect/${slug}`;

function discover(slug: string, authentication?: client.ClientAuth): Promise<client.Configuration> {
  const { issuer = '', clientId, clientSecret } = registered(slug);
  return client.discovery(new URL(issuer), clientId, clientSecret, authentication, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
}

/** Sends the request of a client and lets a person answer. Returns the address that the browser comes back to. */
async function authorize(
  configuration: client.Configuration,
  slug: string,
  decision: string,
  more: Record<string, string> = {},
) {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(slug),
    scope: findProvider(slug)!.scopes.required.join(' '),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...more,
  });
  const browser = new Browser();
  const page = await browser.step(url.href);
  const decided = await browser.press(page, decision, { error_type: 'provider_api_error' });
  return {
    verifier,
    state,
    page,
    decided,
    callback: decided.location === null ? null : new URL(decided.location),
  };
}

describe('openid-client', () => {
  for (const [name, authentication] of [
    ['basic', undefined],
    ['the body', client.ClientSecretPost()],
  ] as const) {
    it(`gets tokens, with its secret by ${name}, and refreshes them`, async () => {
      const secret = registered('kestrel_run').clientSecret;
      const configuration = await discover(
        'kestrel_run',
        authentication ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret),
      );
      const { verifier, state, callback } = await authorize(configuration, 'kestrel_run', 'allow');
      const tokens = await client.authorizationCodeGrant(configuration, callback!, {
        pkceCodeVerifier: verifier,
        expectedState: state,
      });
      assert.equal(tokens.scope, 'profile.read workouts.read');
      assert.equal(tokens.expires_in, 3600);
      const fresh = await client.refreshTokenGrant(configuration, tokens.refresh_token!);
      assert.notEqual(fresh.refresh_token, tokens.refresh_token);
      assert.equal(fresh['account_id'], tokens['account_id']);

      // A refresh token that is used twice was stolen from somebody, so its whole grant ends.
      const again = (token: string) => client.refreshTokenGrant(configuration, token);
      await assert.rejects(again(tokens.refresh_token!), { error: 'invalid_grant' });
      await assert.rejects(again(fresh.refresh_token!), { error: 'invalid_grant' });
    });
  }

  it('reads a refusal', async () => {
    const configuration = await discover('kestrel_run');
    const { verifier, state, callback } = await authorize(configuration, 'kestrel_run', 'deny');
    await assert.rejects(
      client.authorizationCodeGrant(configuration, callback!, {
        pkceCodeVerifier: verifier,
        expectedState: state,
      }),
      { error: 'access_denied' },
    );
  });

  it('gets its answer as a form where it asks for that', async () => {
    const configuration = await discover('iris_sleep');
    const { verifier, state, decided } = await authorize(configuration, 'iris_sleep', 'allow', {
      response_mode: 'form_post',
    });
    assert.equal(decided.location, null);
    assert.match(decided.text, /<script type="module" src="\/sandbox\/oauth\/form-post\.js"/);
    assert.match(String(decided.headers.get('content-security-policy')), /script-src 'self'/);
    const request = new Request(redirectUri('iris_sleep'), { method: 'POST', body: readForm(decided) });
    const tokens = await client.authorizationCodeGrant(configuration, request, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    assert.ok(tokens.access_token);
  });
});

describe('the token endpoint', () => {
  const slug = 'lumen_patch';
  const ask = async (fields: Record<string, string>, secret = registered(slug).clientSecret) => {
    const response = await fetch(registered(slug).tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ client_id: registered(slug).clientId, client_secret: secret, ...fields }),
    });
    assert.equal(response.headers.get('cache-control'), 'no-store');
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const codeFields = async (): Promise<Record<string, string>> => {
    const { verifier, callback } = await authorize(await discover(slug), slug, 'allow');
    return {
      grant_type: 'authorization_code',
      code: callback!.searchParams.get('code')!,
      redirect_uri: redirectUri(slug),
      code_verifier: verifier,
    };
  };
  const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

  it('takes a code once, and takes back what it gave when the code comes again', async () => {
    const fields = await codeFields();
    const first = await ask(fields);
    assert.equal(first.status, 200);
    assert.deepEqual(await ask(fields), invalidGrant);
    const refresh = { grant_type: 'refresh_token', refresh_token: String(first.body['refresh_token']) };
    assert.deepEqual(await ask(refresh), invalidGrant);
  });

  it('refuses another verifier, another address and an old code', async () => {
    assert.deepEqual(await ask({ ...(await codeFields()), code_verifier: 'x'.repeat(43) }), invalidGrant);
    assert.deepEqual(
      await ask({ ...(await codeFields()), redirect_uri: 'https://evil.example/' }),
      invalidGrant,
    );
    const fields = await codeFields();
    await service.deps.sandboxClock!.advance(61);
    assert.deepEqual(await ask(fields), invalidGrant);
  });

  it('refuses a wrong secret, another provider’s client and another grant type', async () => {
    const fields = await codeFields();
    assert.deepEqual(await ask(fields, 'wrong'), { status: 401, body: { error: 'invalid_client' } });
    assert.deepEqual(await ask({ ...fields, client_id: registered('ember_scale').clientId }), {
      status: 401,
      body: { error: 'invalid_client' },
    });
    assert.deepEqual(await ask({ ...fields, grant_type: 'password' }), {
      status: 400,
      body: { error: 'unsupported_grant_type' },
    });
    // None of these requests has used up the code.
    assert.equal((await ask(fields)).status, 200);
  });
});

describe('the authorization endpoint', () => {
  const slug = 'lumen_patch';
  const good = (): Record<string, string> => ({
    client_id: registered(slug).clientId,
    redirect_uri: redirectUri(slug),
    response_type: 'code',
    scope: 'body_temperature.read',
    state: 'a state',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const address = (provider: string, fields: Record<string, string>): string =>
    `${service.deps.sandboxUrl}/sandbox/oauth/${provider}/authorize?${new URLSearchParams(fields)}`;
  const visit = (change: Record<string, string>): Promise<Shown> =>
    new Browser().step(address(slug, { ...good(), ...change }));

  it('sends nothing to an address that it does not know', async () => {
    for (const change of [
      { client_id: 'somebody' },
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: 'javascript:alert(1)' },
    ]) {
      const shown = await visit(change);
      assert.deepEqual([shown.status, shown.location], [400, null]);
    }
  });

  const wrong: readonly (readonly [error: string, change: Record<string, string>])[] = [
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { response_mode: 'fragment' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_scope', { scope: 'everything' }],
    ['invalid_scope', { scope: '' }],
  ];
  for (const [error, change] of wrong) {
    it(`answers ${error} for ${JSON.stringify(change)}`, async () => {
      const { searchParams } = new URL(String((await visit(change)).location));
      assert.equal(searchParams.get('error'), error);
      assert.equal(searchParams.get('state'), 'a state');
      assert.equal(searchParams.get('iss'), registered(slug).issuer);
    });
  }

  it('is at the OAuth providers only', async () => {
    for (const provider of ['quartz_scale', 'nowhere']) {
      assert.equal((await new Browser().step(address(provider, good()))).status, 404);
    }
  });

  it('keeps a browser’s account, and changes it when asked', async () => {
    const browser = new Browser();
    const account = async (more: Record<string, string> = {}): Promise<string | null> =>
      readForm(await browser.step(address(slug, { ...good(), ...more }))).get('account');
    const first = await account();
    assert.equal(await account(), first);
    assert.notEqual(await account({ prompt: 'login' }), first);
  });

  it('refuses an answer from another site and one that is no answer', async () => {
    const browser = new Browser();
    const page = await browser.step(address(slug, good()));
    const form = readForm(page);
    form.set('decision', 'allow');
    assert.equal((await browser.step(page.url, form, { 'sec-fetch-site': 'cross-site' })).status, 400);
    assert.equal((await browser.press(page, 'perhaps')).status, 400);
    assert.equal((await browser.press(page, 'allow', { account: '<script>' })).status, 400);
    assert.equal((await browser.press(page, 'fail', { error_type: 'a b' })).status, 400);
  });
});
