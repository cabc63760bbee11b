import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Hono } from 'hono';
import { bindBrowser } from '../src/browser-cookie.js';
import { failures } from '../src/sandbox-oauth/failures.js';
import {
  askOauth,
  Browser,
  consent,
  newLink,
  oauthUrl,
  sessionRow,
  startOauthService,
  type Link,
  type OauthService,
  type Shown,
} from './oauth-service.js';

let service: OauthService;
before(async () => {
  service = await startOauthService();
});
after(() => service.close());

/** The parameters that the callback gave to the hosted page. */
const handed = (location: string | null): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(String(location)).hash.slice(1)));

const connectionOf = (link: Link) =>
  service.deps.db.selectFrom('connection').selectAll().where('user_id', '=', link.userId).executeTakeFirst();

describe('the consent page', () => {
  it('connects by Allow, and tells the hosted page how it went', async () => {
    const link = await newLink(service);
    const end = await consent(service, new Browser(), await oauthUrl(service, link, 'aurora_ring'), 'allow');
    assert.equal(end.status, 303);
    assert.ok(end.location?.startsWith(`${service.url}/link/#`));
    assert.deepEqual(handed(end.location), {
      state: 'success',
      provider: 'aurora_ring',
      link_session_id: link.sessionId,
    });
    const session = await sessionRow(service, link);
    assert.equal(session.state, 'success');
    const connection = await connectionOf(link);
    assert.equal(connection?.id, session.connection_id);
    assert.deepEqual(connection?.scopes_denied, []);
    assert.ok(connection.scopes_granted.includes('sleep.read'));
  });

  it('stores what was left out as denied', async () => {
    const link = await newLink(service);
    const browser = new Browser();
    const page = await browser.visit(await oauthUrl(service, link, 'aurora_ring'), service);
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

  it('takes a posted answer without its code in any address', async () => {
    const link = await newLink(service);
    const browser = new Browser();
    const end = await consent(service, browser, await oauthUrl(service, link, 'iris_sleep'), 'allow');
    assert.equal(handed(end.location)['state'], 'success');
    assert.ok(browser.visited.some((url) => url.includes('/connect/iris_sleep?answer=')));
    assert.ok(!browser.visited.some((url) => url.includes('code=')));
  });

  it('takes a posted refusal', async () => {
    const link = await newLink(service);
    const end = await consent(service, new Browser(), await oauthUrl(service, link, 'iris_sleep'), 'deny');
    assert.equal(handed(end.location)['error_type'], 'user_cancelled');
  });

  it('is cut off from its opener at fjord_band only, and works', async () => {
    const link = await newLink(service);
    const browser = new Browser();
    const ticket = await oauthUrl(service, link, 'fjord_band');
    const page = await browser.visit(ticket, service);
    assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin');
    const decided = await browser.press(page, 'allow');
    assert.equal(decided.headers.get('cross-origin-opener-policy'), 'same-origin');
    const end = await browser.visit(String(decided.location), service);
    // Our own pages send none, so that a window that still has its opener keeps it.
    assert.equal(end.headers.get('cross-origin-opener-policy'), null);
    assert.equal(handed(end.location)['state'], 'success');

    const other = await browser.visit(
      await oauthUrl(service, await newLink(service), 'aurora_ring'),
      service,
    );
    assert.equal(other.headers.get('cross-origin-opener-policy'), null);
  });

  it('stands on another site than the service, asks by name and can’t be framed', async () => {
    const link = await newLink(service);
    const page = await new Browser().visit(await oauthUrl(service, link, 'kestrel_run'), service);
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
  it('answers an address of ours that is good once', async () => {
    const link = await newLink(service);
    const { body } = await askOauth(service, link, 'aurora_ring');
    assert.deepEqual(Object.keys(body).sort(), ['logo', 'name', 'oauth_url', 'slug']);
    const ticket = String(body['oauth_url']);
    assert.match(ticket, new RegExp(`^${service.url}/v2/link/oauth/[\\w-]{43}$`));
    const first = await new Browser().step(ticket);
    assert.equal(first.status, 303);
    const second = await new Browser().step(ticket);
    assert.equal(second.status, 409);
  });

  it('keeps the ticket for the person when a scanner only looks', async () => {
    const ticket = await oauthUrl(service, await newLink(service), 'aurora_ring');
    assert.equal((await fetch(ticket, { method: 'HEAD', redirect: 'manual' })).status, 405);
    assert.equal((await new Browser().step(ticket)).status, 303);
  });

  it('asks the provider with state, PKCE, every scope, and a fragment of its own', async () => {
    const link = await newLink(service);
    const { location } = await new Browser().step(await oauthUrl(service, link, 'aurora_ring'));
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
    ['a provider that the token does not offer', 'borealis_watch', '', 403],
    ['an unknown display', 'aurora_ring', '?display=poster', 422],
  ];
  for (const [name, provider, query, status] of refused) {
    it(`refuses ${name}`, async () => {
      const link = await newLink(service, { filter_on_providers: ['aurora_ring', 'quartz_scale'] });
      assert.equal((await askOauth(service, link, provider, query)).status, status);
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
    const first = await browser.step(await oauthUrl(service, await newLink(service), 'aurora_ring'));
    const [line = ''] = first.headers.getSetCookie();
    assert.match(line, /^svc-link-oauth=[\w-]{43};/);
    assert.match(line, /HttpOnly/);
    assert.match(line, /SameSite=Lax/);
    assert.match(line, /Path=\//);
    assert.doesNotMatch(line, /Secure|Domain/);
    const second = await browser.step(await oauthUrl(service, await newLink(service), 'aurora_ring'));
    assert.equal(second.headers.getSetCookie()[0]?.split(';')[0], line.split(';')[0]);
  });

  it('is bound to the host and Secure on https', async () => {
    const app = new Hono().get('/', (c) => c.text(bindBrowser(c, 'https://link.example', 'svc-link-oauth')));
    const first = await app.request('https://link.example/');
    const [line = ''] = first.headers.getSetCookie();
    assert.match(line, /^__Host-svc-link-oauth=[\w-]{43};/);
    assert.match(line, /Secure/);
    assert.doesNotMatch(line, /Domain/);
    // What did not come from here is replaced.
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
      pages.push(await browser.visit(await oauthUrl(service, link, 'ember_scale'), service));
    for (const page of pages) {
      const decided = await browser.press(page, 'allow');
      const end = await browser.visit(String(decided.location), service);
      assert.equal(handed(end.location)['state'], 'success');
    }
  });
});

describe('the callback refuses, and changes nothing', () => {
  /** Up to the callback's address, which is not visited. */
  async function atCallback(provider = 'aurora_ring') {
    const link = await newLink(service);
    const browser = new Browser();
    const page = await browser.visit(await oauthUrl(service, link, provider), service);
    const decided = await browser.press(page, 'allow');
    return { link, browser, callback: String(decided.location) };
  }

  async function refuses(link: Link, browser: Browser, callback: string, status: number): Promise<void> {
    const earlier = await sessionRow(service, link);
    const shown = await browser.step(callback);
    assert.equal(shown.status, status);
    assert.match(String(shown.headers.get('content-type')), /text\/html/);
    assert.equal(shown.location, null);
    assert.deepEqual(await sessionRow(service, link), earlier);
  }

  it('a browser without the cookie', async () => {
    const { link, callback } = await atCallback();
    await refuses(link, new Browser(), callback, 403);
  });

  it('another browser, and still lets the right one finish', async () => {
    const { link, browser, callback } = await atCallback();
    const other = new Browser();
    await other.step(await oauthUrl(service, await newLink(service), 'aurora_ring'));
    await refuses(link, other, callback, 403);
    assert.equal(handed((await browser.step(callback)).location)['state'], 'success');
  });

  it('a replay', async () => {
    const { link, browser, callback } = await atCallback();
    await browser.step(callback);
    await refuses(link, browser, callback, 409);
  });

  it('a state that is foreign or missing', async () => {
    const { link, browser, callback } = await atCallback();
    const foreign = new URL(callback);
    foreign.searchParams.set('state', 'A'.repeat(43));
    await refuses(link, browser, foreign.href, 400);
    foreign.searchParams.delete('state');
    await refuses(link, browser, foreign.href, 400);
  });

  it('the address of another provider', async () => {
    const { link, browser, callback } = await atCallback();
    await refuses(link, browser, callback.replace('connect/aurora_ring', 'connect/ember_scale'), 400);
    await refuses(link, browser, callback.replace('connect/aurora_ring', 'connect/quartz_scale'), 400);
    // The issuer of the other one does not help: the state belongs to the first.
    const mixed = callback
      .replace('connect/aurora_ring', 'connect/ember_scale')
      .replace('oauth%2Faurora_ring', 'oauth%2Fember_scale');
    await refuses(link, browser, mixed, 400);
  });

  it('an issuer that is missing or another', async () => {
    const { link, browser, callback } = await atCallback();
    const url = new URL(callback);
    url.searchParams.set('iss', 'https://provider.example');
    await refuses(link, browser, url.href, 400);
    url.searchParams.delete('iss');
    await refuses(link, browser, url.href, 400);
  });

  it('an attempt that another one superseded', async () => {
    const { link, browser, callback } = await atCallback();
    await oauthUrl(service, link, 'ember_scale');
    await refuses(link, browser, callback, 409);
  });

  it('an attempt that took too long', async () => {
    const { link, browser, callback } = await atCallback();
    await service.deps.sandboxClock!.advance(1801);
    await refuses(link, browser, callback, 410);
  });

  it('a posted answer that is too long to be one', async () => {
    const form = new URLSearchParams({ state: 'x', code: 'c'.repeat(10_000) });
    const shown = await new Browser().step(`${service.url}/v2/link/connect/iris_sleep`, form);
    assert.equal(shown.status, 400);
    assert.match(String(shown.headers.get('content-security-policy')), /; form-action 'none'$/);
  });

  it('a posted answer that was not sealed here', async () => {
    const { link, browser } = await atCallback('iris_sleep');
    await refuses(link, browser, `${service.url}/v2/link/connect/iris_sleep?answer=AAAA`, 400);
  });
});

describe('the exchange', () => {
  it('fails without the right PKCE verifier', async () => {
    const link = await newLink(service);
    const browser = new Browser();
    const page = await browser.visit(await oauthUrl(service, link, 'aurora_ring'), service);
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

  it('fails with a code that the provider does not know, or with none', async () => {
    for (const change of [
      (url: URL) => url.searchParams.set('code', 'made-up'),
      (url: URL) => url.searchParams.delete('code'),
    ]) {
      const link = await newLink(service);
      const browser = new Browser();
      const page = await browser.visit(await oauthUrl(service, link, 'aurora_ring'), service);
      const callback = new URL(String((await browser.press(page, 'allow')).location));
      change(callback);
      const end = await browser.visit(callback.href, service);
      assert.equal(handed(end.location)['error_type'], 'provider_api_error');
    }
  });

  it('refuses an account that another user has, where the token says so', async () => {
    const browser = new Browser();
    const request = { reject_duplicate_connection: true };
    const first = await newLink(service, request);
    await consent(service, browser, await oauthUrl(service, first, 'ember_scale'), 'allow');
    // The same browser is signed in with the same account at the provider.
    const second = await newLink(service, request);
    const end = await consent(service, browser, await oauthUrl(service, second, 'ember_scale'), 'allow');
    assert.equal(handed(end.location)['error_type'], 'duplicate_connection');
    // Its own user may link it again.
    const again = await newLink(service, request, { userId: first.userId });
    const relinked = await consent(service, browser, await oauthUrl(service, again, 'ember_scale'), 'allow');
    assert.equal(handed(relinked.location)['state'], 'success');
  });

  it('hands the confirmation code to the browser that finished', async () => {
    const link = await newLink(service, { confirm: 'host' });
    const end = await consent(service, new Browser(), await oauthUrl(service, link, 'aurora_ring'), 'allow');
    assert.equal(handed(end.location)['state'], 'success');
    assert.match(String(handed(end.location)['confirm_code']), /^[\w-]{43}$/);
    assert.equal((await sessionRow(service, link)).state, 'pending_confirmation');
    assert.equal(await connectionOf(link), undefined);
  });
});

describe('the way out', () => {
  const end = async (request: Record<string, unknown>, decision = 'allow', query = '') => {
    const link = await newLink(service, request);
    const ticket = await oauthUrl(service, link, 'aurora_ring', query);
    const { location } = await consent(service, new Browser(), ticket, decision);
    return String(location).replace(link.sessionId, 'ID');
  };

  it('is the redirect URL, with its own query and fragment', async () => {
    assert.equal(
      await end({ redirect_url: 'https://app.example/done?tab=a%20b#top' }),
      'https://app.example/done?tab=a%20b&state=success&provider=aurora_ring&link_session_id=ID#top',
    );
  });

  it('is the redirect URL with the error, and an empty fragment where it has none', async () => {
    assert.equal(
      await end({ redirect_url: 'https://app.example/done' }, 'deny'),
      'https://app.example/done?state=error&provider=aurora_ring&link_session_id=ID&error_type=user_cancelled#',
    );
  });

  it('is an app’s own scheme', async () => {
    assert.equal(
      await end({ redirect_url: 'com.example.app:/linked' }),
      'com.example.app:/linked?state=success&provider=aurora_ring&link_session_id=ID#',
    );
  });

  it('is the hosted page in a window, and without a redirect URL', async () => {
    const hosted = `${service.url}/link/#state=success&provider=aurora_ring&link_session_id=ID`;
    assert.equal(await end({ redirect_url: 'https://app.example/done' }, 'allow', '?display=window'), hosted);
    assert.equal(await end({}), hosted);
  });

  it('is never an address that runs', async () => {
    const link = await newLink(service, { redirect_url: 'https://app.example/done' });
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a@b.example/',
      'java\nscript:x',
    ]) {
      await service.deps.db
        .updateTable('link_session')
        .set({ redirect_url: address })
        .where('id', '=', link.sessionId)
        .execute();
      const ticket = await oauthUrl(service, link, 'aurora_ring', '');
      const { location } = await consent(service, new Browser(), ticket, 'deny');
      assert.ok(location?.startsWith(`${service.url}/link/#`), location ?? '');
    }
  });
});

describe('the same-window way', () => {
  const origin = 'https://shop.example';
  const refreshOf = ({ headers }: Shown): string => headers.get('refresh')?.split('url=')[1] ?? '';
  const post = (browser: Browser, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    browser.step(`${service.url}/link/`, new URLSearchParams(fields), headers);

  it('goes straight on for an origin that the token names, and returns to its page', async () => {
    const link = await newLink(service, { allowed_origins: [origin], redirect_url: 'https://app.example/' });
    const browser = new Browser();
    const shown = await post(
      browser,
      { link_token: link.token, provider: 'aurora_ring', return_url: `${origin}/me?x=1#part` },
      { origin },
    );
    // A redirect would be held against the form-action of the page that posted.
    assert.equal(shown.status, 200);
    const page = await browser.visit(refreshOf(shown), service);
    assert.equal(browser.cookies.get(new URL(service.url).hostname)?.size, 1);
    const decided = await browser.press(page, 'allow');
    const end = await browser.visit(String(decided.location), service);
    assert.equal(
      end.location,
      `${origin}/me?x=1&state=success&provider=aurora_ring&link_session_id=${link.sessionId}#part`,
    );
  });

  it('asks the person where the page did not say who it is', async () => {
    const link = await newLink(service, {
      allowed_origins: [origin],
      app_name: '<b>Shop</b>',
      user_label: 'ada@example.com',
    });
    const browser = new Browser();
    const fields = { link_token: link.token, provider: 'aurora_ring', return_url: `${origin}/me` };
    const shown = await post(browser, fields, { origin: 'null' });
    assert.equal(shown.status, 200);
    assert.equal(shown.headers.getSetCookie().length, 0);
    assert.match(shown.text, /Connect Aurora Ring to &lt;b&gt;Shop/);
    assert.match(shown.text, /ada@example\.com/);
    assert.doesNotMatch(shown.text, /<script/);
    assert.ok(!shown.text.includes(link.token));
    const [next, cancel] = [...shown.text.matchAll(/<a[^>]*href="([^"]*)"/g)].map((match) => match[1] ?? '');
    assert.equal(
      cancel?.replaceAll('&amp;', '&'),
      `${origin}/me?state=error&provider=aurora_ring&link_session_id=${link.sessionId}&error_type=user_cancelled#`,
    );
    const end = await consent(service, browser, String(next), 'deny');
    assert.ok(end.location?.startsWith(`${origin}/me?state=error`));
  });

  it('returns to no page of another origin', async () => {
    for (const return_url of [
      'https://evil.example/',
      'javascript:alert(1)',
      'https://shop.example@evil.example/',
      'nonsense',
    ]) {
      const link = await newLink(service, {
        allowed_origins: [origin],
        redirect_url: 'https://app.example/',
      });
      const browser = new Browser();
      const fields = { link_token: link.token, provider: 'aurora_ring', return_url };
      const shown = await post(browser, fields, { origin });
      const end = await consent(service, browser, refreshOf(shown), 'deny');
      assert.ok(end.location?.startsWith('https://app.example/?state=error'), end.location ?? '');
    }
  });

  it('ends at the hosted page where the form went into a window', async () => {
    const link = await newLink(service, { allowed_origins: [origin], redirect_url: 'https://app.example/' });
    const browser = new Browser();
    const fields = { link_token: link.token, provider: 'aurora_ring', display: 'window' };
    const shown = await post(browser, fields, { origin });
    const end = await consent(service, browser, refreshOf(shown), 'allow');
    assert.ok(end.location?.startsWith(`${service.url}/link/#state=success`), end.location ?? '');
  });

  it('says so where the token or the provider does not serve', async () => {
    const link = await newLink(service);
    const unstarted = await newLink(service, {}, { start: false });
    const cases: readonly (readonly [token: string, provider: string, status: number])[] = [
      ['lt_nothing', 'aurora_ring', 401],
      ['', 'aurora_ring', 401],
      [unstarted.token, 'aurora_ring', 401],
      [link.token, 'quartz_scale', 422],
      [link.token, 'nowhere', 422],
    ];
    for (const [link_token, provider, status] of cases) {
      const shown = await post(new Browser(), { link_token, provider });
      assert.equal(shown.status, status);
      assert.match(shown.text, /<h1>/);
    }
    assert.equal((await sessionRow(service, link)).attempt, 0);
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
