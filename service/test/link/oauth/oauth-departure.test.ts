// Which browser an `oauth_url` sends to the provider, and what any other browser is shown.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findProvider } from '../../../src/providers/index.js';
import {
  Browser,
  connectionOf,
  consent,
  handed,
  newLink,
  oauthUrl,
  ours,
  readForm,
  sessionRow,
  startOauthService,
  type Link,
  type OauthService,
  type Shown,
} from '../../support/oauth-service.js';

let service: OauthService;
beforeAll(async () => {
  service = await startOauthService();
});
afterAll(() => service.close());

const shop = 'https://shop.example';
const typed = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' };
const elsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };

/** Starts a link as the hosted page does, which binds the link to this browser. */
async function bind(browser: Browser, { token }: Link): Promise<void> {
  const cookies = browser.jar(service.url);
  const answer = await fetch(`${service.url}/v2/link/start`, {
    method: 'POST',
    headers: { origin: service.url, 'content-type': 'application/json' },
    body: JSON.stringify({ link_token: token, via: 'page' }),
  });
  assert.equal(answer.status, 200);
  const [pair = ''] = String(answer.headers.get('set-cookie')).split(';');
  const [name = '', value = ''] = pair.split('=');
  cookies.set(name, value);
}

const isAtProvider = ({ status, location }: Shown): boolean =>
  status === 303 && String(location).startsWith(`${service.deps.sandboxUrl}/sandbox/oauth/`);

/** Asserts that the consent page is shown, not the provider. */
function assertAsks(shown: Shown): void {
  assert.equal(shown.status, 200, shown.text);
  assert.equal(shown.location, null);
  assert.match(shown.text, /<form method="post"/);
  assert.match(shown.text, /<h1[^>]*>Connect /);
}

/** Presses the button of the consent page, as the browser that shows it does. */
const pressContinue = (browser: Browser, page: Shown, headers: Record<string, string> = {}) =>
  browser.step(page.url, readForm(page), { origin: service.url, ...ours, ...headers });

describe('an oauth_url', () => {
  it('goes on by itself if our own page navigates to it', async () => {
    const url = await oauthUrl(service, await newLink(service), 'aurora_ring');
    const left = await new Browser().step(url, undefined, ours);
    assert.ok(isAtProvider(left));
    assert.equal(left.headers.get('cache-control'), 'no-store');
    assert.equal(left.headers.get('referrer-policy'), 'no-referrer');
  });

  it('leads nowhere after its provider was removed', async () => {
    const link = await newLink(service);
    const url = await oauthUrl(service, link, 'aurora_ring');
    const { db } = service.deps;
    const gone = db.updateTable('oauth_attempt').set({ provider: 'gone' });
    await gone.where('session_id', '=', link.sessionId).execute();
    for (const headers of [typed, ours])
      assert.equal((await new Browser().step(url, undefined, headers)).status, 400);
  });

  for (const headers of [{}, typed, elsewhere, { ...ours, 'sec-fetch-site': 'same-site' }])
    it(`goes on by itself if the browser has the cookie of its session: ${JSON.stringify(headers)}`, async () => {
      const link = await newLink(service);
      const browser = new Browser();
      await bind(browser, link);
      const url = await oauthUrl(service, link, 'aurora_ring');
      assert.ok(isAtProvider(await browser.step(url, undefined, headers)));
    });

  for (const headers of [{}, typed, elsewhere, { ...ours, 'sec-fetch-site': 'same-site' }])
    it(`asks in any other way: ${JSON.stringify(headers)}`, async () => {
      const link = await newLink(service);
      const url = await oauthUrl(service, link, 'aurora_ring');
      const browser = new Browser();
      assertAsks(await browser.step(url, undefined, headers));
      // Nothing is used up: it still works for the person whom it was made for.
      assert.ok(isAtProvider(await new Browser().step(url, undefined, ours)));
    });

  it('asks in a browser with the cookie of another session, even from our own page', async () => {
    const link = await newLink(service);
    await bind(new Browser(), link);
    const other = new Browser();
    await bind(other, await newLink(service));
    const url = await oauthUrl(service, link, 'aurora_ring');
    assertAsks(await other.step(url, undefined, typed));
    assertAsks(await other.step(url, undefined, ours));
    assertAsks(await new Browser().step(url, undefined, ours));
  });

  it('asks in a frame, and for requests that are not a visit', async () => {
    const link = await newLink(service);
    const mine = new Browser();
    await bind(mine, link);
    for (const dest of ['iframe', 'image', 'empty']) {
      const inFrame = { ...ours, 'sec-fetch-dest': dest };
      assertAsks(await mine.step(await oauthUrl(service, link, 'aurora_ring'), undefined, inFrame));
      const url = await oauthUrl(service, await newLink(service), 'aurora_ring');
      assertAsks(await new Browser().step(url, undefined, inFrame));
    }
  });

  for (const headers of [
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
    { 'x-purpose': 'preview' },
  ])
    it(`is not used up by a prefetch: ${JSON.stringify(headers)}`, async () => {
      const url = await oauthUrl(service, await newLink(service), 'aurora_ring');
      const browser = new Browser();
      assert.equal((await browser.step(url, undefined, { ...ours, ...headers })).status, 503);
      assert.ok(isAtProvider(await browser.step(url, undefined, ours)));
    });
});

describe('the page that asks', () => {
  const token = { app_name: '<b>Shop</b>', user_label: 'ada@example.com' };

  it('shows for whom and by whom the link was made, as text', async () => {
    const url = await oauthUrl(service, await newLink(service, token), 'aurora_ring');
    const { text, headers } = await new Browser().step(url, undefined, typed);
    assert.match(text, /Connect <bdi>Aurora Ring<\/bdi> to <bdi>&lt;b&gt;Shop&lt;\/b&gt;<\/bdi>/);
    assert.match(text, /made this link for <bdi>ada@example\.com<\/bdi>/);
    assert.doesNotMatch(text, /<b>|<script/);
    const policy = String(headers.get('content-security-policy'));
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.doesNotMatch(policy, /form-action/);
    // Otherwise the browser would not say which page posted the form.
    assert.equal(headers.get('referrer-policy'), 'same-origin');
    assert.match(text, /<title>Connect Aurora Ring to &lt;b&gt;Shop&lt;\/b&gt;<\/title>/);
    assert.match(text, /only if that’s you and you came here from <bdi>&lt;b&gt;Shop&lt;\/b&gt;<\/bdi>/);
    assert.match(text, /<bdi>Aurora Ring<\/bdi> will then ask/);
    assert.match(text, /<button class="button primary">Continue</);
    assert.match(text, /<a class="button" href="[^"]*">Cancel</);
    assert.deepEqual(text.match(/<img [^>]*src="[^"]*"/g), [
      '<img class="logo" src="/providers/aurora_ring/logo.svg"',
    ]);
    assert.doesNotMatch(text, /undefined|Stryker/);
  });

  it('shows the team’s colour and logo, and allows images from nowhere else', async () => {
    const { db } = service.deps;
    const was = await db.selectFrom('team').select(['id', 'brand']).executeTakeFirstOrThrow();
    const paint = (brand: object | null) =>
      db
        .updateTable('team')
        .set({ brand: JSON.stringify(brand) })
        .where('id', '=', was.id)
        .execute();
    const show = async () =>
      new Browser().step(await oauthUrl(service, await newLink(service), 'aurora_ring'), undefined, typed);
    try {
      await paint({ name: 'Acme', color: '#ffcc00', logo: 'https://img.example/logo.svg' });
      const shown = await show();
      assert.match(shown.text, /to <bdi>Acme<\/bdi>/);
      assert.match(shown.text, /<img class="logo" src="https:\/\/img\.example\/logo\.svg" alt=""/);
      assert.match(shown.text, /href="\/link\/pages\.css\?accent=ffcc00"/);
      const policy = String(shown.headers.get('content-security-policy'));
      assert.match(policy, /img-src 'self' data: https:\/\/img\.example;/);

      await paint({ name: 'Acme', color: 'red;}', logo: 'https://a;script-src.example/x' });
      const odd = await show();
      assert.match(odd.text, /href="\/link\/pages\.css"/);
      assert.match(String(odd.headers.get('content-security-policy')), /img-src 'self' data:; base-uri/);

      await paint({ name: 'Acme', color: null, logo: 'nowhere' });
      const bare = await show();
      assert.equal(bare.status, 200);
      assert.doesNotMatch(bare.text, /nowhere/);

      await paint(null);
      assert.match((await show()).text, /to <bdi>Sandbox<\/bdi>/);
    } finally {
      await paint(was.brand);
    }
  });

  it('names the team if the token names no app and no person', async () => {
    const url = await oauthUrl(service, await newLink(service), 'aurora_ring');
    const { text } = await new Browser().step(url, undefined, typed);
    assert.match(text, /to <bdi>Example Health<\/bdi>/);
    assert.match(text, /made this link for one person/);
  });

  it('goes on by its button, and connects', async () => {
    const link = await newLink(service, token);
    const browser = new Browser();
    const page = await browser.step(await oauthUrl(service, link, 'aurora_ring'), undefined, typed);
    const pressed = await pressContinue(browser, page);
    assert.ok(isAtProvider(pressed), pressed.text);
    const decided = await browser.press(await browser.visit(String(pressed.location), service), 'allow');
    const end = await browser.visit(String(decided.location), service);
    assert.equal(handed(end.location)['state'], 'success');
    assert.ok(await connectionOf(service, link));
  });

  it('goes on by its button in the system’s browser, if a webview has the session', async () => {
    const link = await newLink(service, token);
    await bind(new Browser(), link);
    const system = new Browser();
    const page = await system.step(await oauthUrl(service, link, 'aurora_ring', ''), undefined, typed);
    assert.ok(isAtProvider(await pressContinue(system, page)));
  });

  it('goes on by its button if the browser does not say where it comes from', async () => {
    const browser = new Browser();
    const page = await browser.step(await oauthUrl(service, await newLink(service), 'aurora_ring'));
    assert.ok(isAtProvider(await browser.step(page.url, readForm(page))));
  });

  it('does not accept a press from another page', async () => {
    const link = await newLink(service);
    const url = await oauthUrl(service, link, 'aurora_ring');
    const attacker = new Browser();
    const seen = readForm(await attacker.step(url));
    const victim = new Browser();
    const shown = await victim.step(url, undefined, typed);
    const mine = readForm(shown);
    const presses: readonly [browser: Browser, form: URLSearchParams, headers: Record<string, string>][] = [
      // The nonce from the attacker's own page.
      [victim, seen, {}],
      [victim, seen, { origin: service.url, ...ours }],
      [new Browser(), seen, { origin: service.url, ...ours }],
      [victim, new URLSearchParams(), { origin: service.url, ...ours }],
      // Even a correct guess would come from a page that is not ours.
      [victim, mine, { origin: 'https://evil.example' }],
      [victim, mine, { origin: 'null' }],
      [victim, mine, { origin: service.url, 'sec-fetch-site': 'cross-site' }],
      [victim, mine, { origin: service.url, 'sec-fetch-site': 'same-site' }],
      [victim, mine, { origin: service.url, ...ours, 'sec-fetch-dest': 'iframe' }],
    ];
    for (const [browser, form, headers] of presses) {
      const answer = await browser.step(url, form, headers);
      assert.deepEqual([answer.status, answer.location], [403, null], JSON.stringify(headers));
    }
    assert.equal((await sessionRow(service, link)).state, 'started');
    assert.ok(isAtProvider(await pressContinue(victim, shown)));
  });

  it('does not accept a press for another address', async () => {
    const browser = new Browser();
    const page = await browser.step(await oauthUrl(service, await newLink(service), 'aurora_ring'));
    const other = await oauthUrl(service, await newLink(service), 'aurora_ring');
    assert.equal((await browser.step(other, readForm(page), { origin: service.url })).status, 403);
  });

  it('can be open in several tabs: the button of an earlier one still works', async () => {
    const browser = new Browser();
    const first = await browser.step(await oauthUrl(service, await newLink(service), 'aurora_ring'));
    const second = await browser.step(await oauthUrl(service, await newLink(service), 'ember_scale'));
    assert.ok(isAtProvider(await pressContinue(browser, first)));
    assert.ok(isAtProvider(await pressContinue(browser, second)));
  });

  it('may be loaded again, and its button works once', async () => {
    const browser = new Browser();
    const url = await oauthUrl(service, await newLink(service), 'aurora_ring');
    await browser.step(url, undefined, typed);
    const page = await browser.step(url, undefined, typed);
    assert.ok(isAtProvider(await pressContinue(browser, page)));
    assert.equal((await browser.step(url, undefined, typed)).status, 409);
    assert.equal((await pressContinue(browser, page)).status, 403);
  });

  it('goes back by Cancel, and nothing has changed', async () => {
    const link = await newLink(service, { redirect_url: 'https://app.example/done' });
    const { text } = await new Browser().step(await oauthUrl(service, link, 'aurora_ring', ''));
    const cancel = /<a[^>]*href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    assert.equal(
      cancel,
      `https://app.example/done?state=error&provider=aurora_ring&link_session_id=${link.sessionId}&error_type=user_cancelled#`,
    );
    assert.equal((await sessionRow(service, link)).state, 'started');
  });

  it('is not shown for a ticket that no longer works', async () => {
    const link = await newLink(service);
    const first = await oauthUrl(service, link, 'aurora_ring');
    await oauthUrl(service, link, 'aurora_ring');
    assert.equal((await new Browser().step(first, undefined, typed)).status, 409);
    assert.equal((await new Browser().step(`${service.url}/v2/link/oauth/nothing`)).status, 400);
  });
});

describe('an oauth_url of a session that names its origins', () => {
  const token = { allowed_origins: [shop], redirect_url: 'https://app.example/done' };

  for (const headers of [{}, typed, elsewhere])
    it(`is refused elsewhere, and not used up: ${JSON.stringify(headers)}`, async () => {
      const url = await oauthUrl(service, await newLink(service, token), 'aurora_ring');
      const shown = await new Browser().step(url, undefined, headers);
      assert.deepEqual([shown.status, shown.location], [403, null]);
      assert.match(shown.text, /session_elsewhere/);
      assert.doesNotMatch(shown.text, /<form|<button/);
      assert.ok(isAtProvider(await new Browser().step(url, undefined, ours)));
    });

  it('is refused in any browser but its own, once it has one', async () => {
    const link = await newLink(service, token);
    const browser = new Browser();
    await bind(browser, link);
    const url = await oauthUrl(service, link, 'aurora_ring');
    assert.equal((await new Browser().step(url, undefined, ours)).status, 403);
    assert.ok(isAtProvider(await browser.step(url, undefined, typed)));
  });

  it('asks in its own browser if a page of another site leads to it', async () => {
    const link = await newLink(service, token);
    const browser = new Browser();
    await bind(browser, link);
    const url = await oauthUrl(service, link, 'aurora_ring');
    assertAsks(await browser.step(url, undefined, elsewhere));
  });

  it('does not accept a press from a page that was never shown there', async () => {
    const url = await oauthUrl(service, await newLink(service, token), 'aurora_ring');
    const browser = new Browser();
    await browser.step(url, undefined, typed);
    const form = new URLSearchParams({ nonce: 'A'.repeat(43) });
    assert.equal((await browser.step(url, form, { origin: service.url, ...ours })).status, 403);
  });

  it('connects in the same window if the browser does not say where it comes from', async () => {
    const link = await newLink(service, token);
    const browser = new Browser();
    const form = new URLSearchParams({ link_token: link.token, provider: 'aurora_ring' });
    const going = await browser.step(`${service.url}/link/`, form, { origin: shop });
    const onward = String(going.headers.get('refresh')).split('url=')[1] ?? '';
    const asked = await browser.step(onward);
    assertAsks(asked);
    const pressed = await pressContinue(browser, asked);
    const end = await consent(service, browser, String(pressed.location), 'allow');
    assert.match(String(end.location), /^https:\/\/app\.example\/done\?state=success/);
  });

  it('stores what a person agreed to on the page whose form starts it', async () => {
    const resources = (findProvider('aurora_ring')?.resources ?? []).map(({ name }) => name);
    const agreed = { text_version: 'v7', language: 'de-AT' };
    const start = async (given: Record<string, string>) => {
      const link = await newLink(service, token);
      const form = new URLSearchParams({ link_token: link.token, provider: 'aurora_ring', ...given });
      const { status } = await new Browser().step(`${service.url}/link/`, form, { origin: shop });
      const { state, consent: stored } = await sessionRow(service, link);
      return { status, state, stored: stored && { ...stored, at: typeof stored.at } };
    };
    assert.deepEqual(await start({ ...agreed, resources: resources.toReversed().join() }), {
      status: 200,
      state: 'started',
      stored: { ...agreed, resources, at: 'string' },
    });
    assert.equal((await start({})).stored, null);
    // What the provider does not have, and a field that is missing.
    for (const given of [{ ...agreed, resources: 'everything' }, agreed])
      assert.deepEqual(await start(given), { status: 422, state: 'started', stored: null });
  });
});
