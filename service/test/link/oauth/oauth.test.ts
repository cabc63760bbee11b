import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { Hono } from 'hono';
import { bindBrowser } from '../../../src/link/browser-cookie.js';
import { failures } from '../../../src/sandbox-oauth/failures.js';
import {
  askOauth,
  Browser,
  connectionOf as readConnection,
  consent,
  handed,
  newLink,
  oauthUrl,
  ours,
  sessionRow,
  startOauthService,
  type Link,
  type OauthService,
} from '../../support/oauth-service.js';

let service: OauthService;
beforeAll(async () => {
  service = await startOauthService();
});
afterAll(() => service.close());

const connectionOf = (link: Link) => readConnection(service, link);

describe('the consent page', () => {
  it('connects by Allow, and the hosted page gets the result', async () => {
    const link = await newLink(service);
    const end = await consent(service, new Browser(), await oauthUrl(service, link, 'aurora_ring'), 'allow');
    assert.equal(end.status, 303);
    assert.ok(end.location?.startsWith(`${service.url}/link/?display=window#`));
    assert.deepEqual(handed(end.location), {
      state: 'success',
      provider: 'aurora_ring',
      link_session_id: link.sessionId,
    });
    const session = await sessionRow(service, link);
    assert.equal(session.state, 'success');
    const connection = await connectionOf(link);
    assert.equal(connection?.provider_account, session.provider_account);
    assert.deepEqual(connection?.scopes_denied, []);
    assert.ok(connection.scopes_granted.includes('sleep.read'));
  });

  it('stores the scopes that were left out as denied', async () => {
    const link = await newLink(service);
    const browser = new Browser();
    const page = await browser.depart(await oauthUrl(service, link, 'aurora_ring'), service);
    const decided = await browser.press(page, 'allow', { granted: 'activity.read' });
    await browser.visit(String(decided.location), service);
    const connection = await connectionOf(link);
    assert.deepEqual(connection?.scopes_granted, ['profile.read', 'sleep.read', 'activity.read']);
    assert.deepEqual(connection?.scopes_denied, ['heartrate.read', 'body_temperature.read']);
  });

  it('stores the tokens encrypted and bound to their row', async () => {
    const link = await newLink(service);
    await consent(service, new Browser(), await oauthUrl(service, link, 'ember_scale'), 'allow');
    const { id, credentials } = (await connectionOf(link))!;
    const opened = JSON.parse(service.deps.secrets.open('connection', id, credentials)) as {
      accessToken: string;
      refreshToken: string;
    };
    assert.match(opened.accessToken, /^[\w-]{43}$/);
    assert.match(opened.refreshToken, /^[\w-]{43}$/);
    assert.ok(!Buffer.from(credentials).includes(opened.accessToken));
    assert.throws(() => service.deps.secrets.open('connection', link.userId, credentials));
  });

  const answers: readonly (readonly [
    decision: string,
    errorType: string,
    fields?: Record<string, string>,
  ])[] = [
    ['allow-optional', 'required_scopes_not_granted'],
    ['deny', 'user_cancelled'],
    ...failures.map(([errorType]) => ['fail', errorType, { error_type: errorType }] as const),
  ];
  for (const [decision, errorType, fields] of answers) {
    it(`ends with ${errorType} by ${decision}`, async () => {
      const link = await newLink(service);
      const ticket = await oauthUrl(service, link, 'delta_strides');
      const end = await consent(service, new Browser(), ticket, decision, fields);
      assert.deepEqual(handed(end.location), {
        state: 'error',
        provider: 'delta_strides',
        link_session_id: link.sessionId,
        error_type: errorType,
      });
      const session = await sessionRow(service, link);
      assert.deepEqual([session.state, session.error_type], ['error', errorType]);
      assert.equal(await connectionOf(link), undefined);
    });
  }

  it('lets a person try again after an error', async () => {
    const link = await newLink(service);
    const browser = new Browser();
    await consent(service, browser, await oauthUrl(service, link, 'aurora_ring'), 'deny');
    await consent(service, browser, await oauthUrl(service, link, 'aurora_ring'), 'allow');
    const session = await sessionRow(service, link);
    assert.deepEqual([session.state, session.attempt], ['success', 2]);
  });

  it('accepts a posted answer, and its code is in no address', async () => {
    const link = await newLink(service);
    const browser = new Browser();
    const end = await consent(service, browser, await oauthUrl(service, link, 'iris_sleep'), 'allow');
    assert.equal(handed(end.location)['state'], 'success');
    assert.ok(browser.visited.some((url) => url.includes('/connect/iris_sleep?answer=')));
    assert.ok(!browser.visited.some((url) => url.includes('code=')));
  });

  it('leaves no address in the history if it posts its answer', async () => {
    const form = new URLSearchParams({ state: 'x', code: 'c' });
    const posted = await new Browser().step(`${service.url}/v2/link/connect/iris_sleep`, form);
    assert.deepEqual([posted.status, posted.headers.get('referrer-policy')], [303, 'no-referrer']);
  });

  it('accepts a posted refusal', async () => {
    const link = await newLink(service);
    const end = await consent(service, new Browser(), await oauthUrl(service, link, 'iris_sleep'), 'deny');
    assert.equal(handed(end.location)['error_type'], 'user_cancelled');
  });

  it('is cut off from its opener only at fjord_band, and works there', async () => {
    const link = await newLink(service);
    const browser = new Browser();
    const ticket = await oauthUrl(service, link, 'fjord_band');
    const page = await browser.depart(ticket, service);
    assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin');
    const decided = await browser.press(page, 'allow');
    assert.equal(decided.headers.get('cross-origin-opener-policy'), 'same-origin');
    const end = await browser.visit(String(decided.location), service);
    // Our own pages send no such header, so that a window that still has its opener keeps it.
    assert.equal(end.headers.get('cross-origin-opener-policy'), null);
    assert.equal(handed(end.location)['state'], 'success');

    const other = await browser.visit(
      await oauthUrl(service, await newLink(service), 'aurora_ring'),
      service,
    );
    assert.equal(other.headers.get('cross-origin-opener-policy'), null);
  });

  it('is on another site than the service, asks by name and cannot be framed', async () => {
    const link = await newLink(service);
    const page = await new Browser().depart(await oauthUrl(service, link, 'kestrel_run'), service);
    assert.equal(new URL(page.url).hostname, 'localhost');
    assert.match(page.text, /Kestrel Run/);
    for (const words of ['Allow', 'Allow without required data', 'Deny', 'Fail']) {
      assert.match(page.text, new RegExp(`<button[^>]*>\\s*${words}\\s*</button>`));
    }
    assert.match(String(page.headers.get('content-security-policy')), /frame-ancestors 'none'/);
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  });
});

describe('starting', () => {
  it('returns an address of ours that works once', async () => {
    const link = await newLink(service);
    const { body } = await askOauth(service, link, 'aurora_ring');
    assert.deepEqual(Object.keys(body).sort(), ['logo', 'name', 'oauth_url', 'slug']);
    assert.deepEqual([body['name'], body['slug']], ['Aurora Ring', 'aurora_ring']);
    const ticket = String(body['oauth_url']);
    assert.match(ticket, new RegExp(`^${service.url}/v2/link/oauth/[\\w-]{43}$`));
    const first = await new Browser().step(ticket, undefined, ours);
    assert.equal(first.status, 303);
    const second = await new Browser().step(ticket, undefined, ours);
    assert.equal(second.status, 409);
  });

  it('keeps the ticket for the person if a scanner only looks', async () => {
    const ticket = await oauthUrl(service, await newLink(service), 'aurora_ring');
    assert.equal((await fetch(ticket, { method: 'HEAD', redirect: 'manual' })).status, 405);
    assert.equal((await new Browser().step(ticket, undefined, ours)).status, 303);
  });

  it('asks the provider with state, PKCE, all scopes, and a fragment of its own', async () => {
    const link = await newLink(service);
    const { location } = await new Browser().step(
      await oauthUrl(service, link, 'aurora_ring'),
      undefined,
      ours,
    );
    assert.ok(location?.endsWith('#'));
    const { searchParams } = new URL(String(location));
    assert.equal(searchParams.get('redirect_uri'), `${service.url}/v2/link/connect/aurora_ring`);
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    assert.match(String(searchParams.get('state')), /^[\w-]{43}$/);
    assert.match(String(searchParams.get('scope')), /profile\.read sleep\.read/);
  });

  const refused: readonly (readonly [name: string, provider: string, query: string, status: number])[] = [
    ['an unknown provider', 'nowhere', '', 422],
    ['a provider with a password', 'quartz_scale', '', 422],
    ['a provider that the token does not offer', 'borealis_watch', '', 404],
    ['an unknown display', 'aurora_ring', '?display=poster', 422],
  ];
  for (const [name, provider, query, status] of refused) {
    it(`refuses ${name}`, async () => {
      const link = await newLink(service, { filter_on_providers: ['aurora_ring', 'quartz_scale'] });
      const { status: answered, body } = await askOauth(service, link, provider, query);
      assert.equal(answered, status);
      if (query) assert.deepEqual((body['detail'] as [{ loc: unknown }])[0].loc, ['query', 'display']);
      assert.equal((await sessionRow(service, link)).attempt, 0);
    });
  }

  it('refuses a bad, an unstarted, a used and an expired token', async () => {
    const code = async (token: string): Promise<unknown> => {
      const { status, body } = await askOauth(service, { token }, 'aurora_ring');
      assert.equal(status, 401);
      return (body['detail'] as { error_type: string }).error_type;
    };
    assert.equal(await code('lt_nothing'), 'invalid_token');
    assert.equal(await code((await newLink(service, {}, { start: false })).token), 'token_not_validated');
    const used = await newLink(service);
    await consent(service, new Browser(), await oauthUrl(service, used, 'aurora_ring'), 'allow');
    assert.equal(await code(used.token), 'token_consumed');
    const old = await newLink(service);
    await service.deps.sandboxClock!.advance(3601);
    assert.equal(await code(old.token), 'token_expired');
  });

  it('refuses a ticket that is unknown, superseded or too old', async () => {
    assert.equal((await new Browser().step(`${service.url}/v2/link/oauth/nothing`)).status, 400);
    const link = await newLink(service);
    const first = await oauthUrl(service, link, 'aurora_ring');
    const second = await oauthUrl(service, link, 'aurora_ring');
    assert.equal((await new Browser().step(first)).status, 409);
    await service.deps.sandboxClock!.advance(1801);
    assert.equal((await new Browser().step(second)).status, 410);
  });
});

describe('the browser’s cookie', () => {
  it('is HttpOnly, Lax and for the whole host; tabs share it', async () => {
    const browser = new Browser();
    const first = await browser.step(
      await oauthUrl(service, await newLink(service), 'aurora_ring'),
      undefined,
      ours,
    );
    const [line = ''] = first.headers.getSetCookie();
    assert.match(line, /^svc-link-oauth=[\w-]{43};/);
    assert.match(line, /HttpOnly/);
    assert.match(line, /SameSite=Lax/);
    assert.match(line, /Path=\//);
    assert.doesNotMatch(line, /Secure|Domain/);
    const second = await browser.step(
      await oauthUrl(service, await newLink(service), 'aurora_ring'),
      undefined,
      ours,
    );
    assert.equal(second.headers.getSetCookie()[0]?.split(';')[0], line.split(';')[0]);
  });

  it('is bound to the host and Secure on https', async () => {
    const app = new Hono().get('/', (c) => c.text(bindBrowser(c, 'https://link.example', 'svc-link-oauth')));
    const first = await app.request('https://link.example/');
    const [line = ''] = first.headers.getSetCookie();
    assert.match(line, /^__Host-svc-link-oauth=[\w-]{43};/);
    assert.match(line, /Secure/);
    assert.doesNotMatch(line, /Domain/);
    // A value that this service has not made is replaced.
    const forged = await app.request('https://link.example/', {
      headers: { cookie: '__Host-svc-link-oauth=short' },
    });
    assert.match(await forged.text(), /^[\w-]{43}$/);
  });

  it('lets two tabs finish side by side', async () => {
    const browser = new Browser();
    const [one, two] = [await newLink(service), await newLink(service)];
    const pages = [];
    for (const link of [one, two])
      pages.push(await browser.depart(await oauthUrl(service, link, 'ember_scale'), service));
    for (const page of pages) {
      const decided = await browser.press(page, 'allow');
      const end = await browser.visit(String(decided.location), service);
      assert.equal(handed(end.location)['state'], 'success');
    }
  });
});

describe('the exchange', () => {
  it('fails without the right PKCE verifier', async () => {
    const link = await newLink(service);
    const browser = new Browser();
    const page = await browser.depart(await oauthUrl(service, link, 'aurora_ring'), service);
    const { id } = await service.deps.db
      .selectFrom('oauth_attempt')
      .select('id')
      .where('session_id', '=', link.sessionId)
      .executeTakeFirstOrThrow();
    await service.deps.db
      .updateTable('oauth_attempt')
      .set({ verifier: service.deps.secrets.seal('oauth-verifier', id, 'x'.repeat(43)) })
      .where('id', '=', id)
      .execute();
    const decided = await browser.press(page, 'allow');
    const end = await browser.visit(String(decided.location), service);
    assert.equal(handed(end.location)['error_type'], 'provider_api_error');
    assert.equal(await connectionOf(link), undefined);
  });

  it('fails with a code that the provider does not know, and without a code', async () => {
    for (const change of [
      (url: URL) => url.searchParams.set('code', 'made-up'),
      (url: URL) => url.searchParams.delete('code'),
    ]) {
      const link = await newLink(service);
      const browser = new Browser();
      const page = await browser.depart(await oauthUrl(service, link, 'aurora_ring'), service);
      const callback = new URL(String((await browser.press(page, 'allow')).location));
      change(callback);
      const end = await browser.visit(callback.href, service);
      assert.equal(handed(end.location)['error_type'], 'provider_api_error');
    }
  });

  it('refuses an account that another user has, if the token says so', async () => {
    const browser = new Browser();
    const request = { reject_duplicate_connection: true };
    const first = await newLink(service, request);
    await consent(service, browser, await oauthUrl(service, first, 'ember_scale'), 'allow');
    // The same browser is signed in with the same account at the provider.
    const second = await newLink(service, request);
    const end = await consent(service, browser, await oauthUrl(service, second, 'ember_scale'), 'allow');
    assert.equal(handed(end.location)['error_type'], 'duplicate_connection');
    // The first user may link it again.
    const again = await newLink(service, request, { userId: first.userId });
    const relinked = await consent(service, browser, await oauthUrl(service, again, 'ember_scale'), 'allow');
    assert.equal(handed(relinked.location)['state'], 'success');
  });

  it('gives the confirm code to the browser that finished', async () => {
    const link = await newLink(service, { confirm: 'host' });
    const end = await consent(service, new Browser(), await oauthUrl(service, link, 'aurora_ring'), 'allow');
    assert.equal(handed(end.location)['state'], 'success');
    assert.match(String(handed(end.location)['confirm_code']), /^[\w-]{43}$/);
    assert.equal((await sessionRow(service, link)).state, 'pending_confirmation');
    assert.equal(await connectionOf(link), undefined);
  });
});

it('logs no token, ticket, state or code', async () => {
  const link = await newLink(service);
  const browser = new Browser();
  await consent(service, browser, await oauthUrl(service, link, 'aurora_ring'), 'allow');
  const secrets = [link.token, ...browser.visited.flatMap((url) => url.match(/[\w-]{43}/g) ?? [])];
  assert.ok(secrets.length > 4);
  for (const secret of secrets) assert.ok(!service.logged().includes(secret));
});
