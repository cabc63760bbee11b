import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { endHandoff, makeHandoff } from 'svc-link/contract';
import { Browser, consent, newLink, oauthUrl, startOauthService } from '../support/oauth-service.js';
import type { Json, Link, OauthService, Shown } from '../support/oauth-service.js';

let service: OauthService;
beforeAll(async () => {
  service = await startOauthService();
  const hosted = join(service.deps.filesDirectory, 'hosted');
  mkdirSync(hosted, { recursive: true });
  writeFileSync(join(hosted, 'index.html'), '<!doctype html><title>Connect</title>');
});
afterAll(() => service.close());

const shop = 'https://shop.example';
const framers = ({ headers }: Response | Shown): string =>
  /(?:^|; )frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
const frame = (id: string, init: RequestInit = {}) => fetch(`${service.url}/link/frame/${id}`, init);
const tell = (browser: Browser, link: Link, path: string, init: Json = {}) => {
  const cookie = [...(browser.cookies.get(new URL(service.url).hostname) ?? [])]
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return fetch(service.url + path, { ...init, headers: { cookie, 'x-svc-link-session': link.sessionId } });
};
const read = async (browser: Browser, link: Link): Promise<Json> =>
  (await (await tell(browser, link, '/v2/link/state')).json()) as Json;

describe('the page in a frame', () => {
  it('can be framed by the origins of its session, which only one header names', async () => {
    const origins = [shop, 'http://localhost:5173', 'capacitor://localhost'];
    const { sessionId } = await newLink(service, { allowed_origins: origins });
    for (const id of [sessionId, sessionId.toUpperCase(), `${sessionId}/`]) {
      const shown = await frame(id);
      assert.equal(shown.status, 200);
      assert.equal(framers(shown), origins.join(' '));
      assert.equal(shown.headers.get('x-frame-options'), null);
      assert.match(await shown.text(), /<title>Connect/);
    }
  });

  it('cannot be framed if the session names no origin or does not exist', async () => {
    const { sessionId } = await newLink(service);
    for (const id of [
      sessionId,
      '11111111-1111-4111-8111-111111111111',
      'me',
      '%00',
      "'",
      '%3B%20script-src',
    ]) {
      const shown = await frame(id);
      assert.equal(shown.status, 200, id);
      assert.equal(framers(shown), "'none'", id);
      assert.equal(shown.headers.get('x-frame-options'), 'DENY', id);
    }
  });

  it('has no other directive in its policy, whatever the row contains', async () => {
    const { sessionId } = await newLink(service);
    const origins = [
      `${shop}; script-src *`,
      `${shop},x`,
      "'self'",
      '*',
      'https://*.example',
      'http://[::1]:1',
      `${shop}\n`,
    ];
    const store = (list: readonly string[]) =>
      service.deps.db
        .updateTable('link_session')
        .set({ allowed_origins: JSON.stringify(list) })
        .where('id', '=', sessionId)
        .execute();
    await store(origins);
    assert.equal(framers(await frame(sessionId)), "'none'");
    await store([...origins, shop]);
    assert.equal(framers(await frame(sessionId)), shop);
  });

  it('can only be read, and there is no address below it', async () => {
    const { sessionId } = await newLink(service, { allowed_origins: [shop] });
    const head = await frame(sessionId, { method: 'HEAD' });
    assert.deepEqual([head.status, framers(head), await head.text()], [200, shop, '']);
    const posted = await frame(sessionId, { method: 'POST' });
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET']);
    for (const id of ['', `${sessionId}/assets/x.js`]) assert.equal((await frame(id)).status, 404, id);
  });

  it('has its policy even if the browser has its text already', async () => {
    const { sessionId } = await newLink(service, { allowed_origins: [shop] });
    const etag = (await frame(sessionId)).headers.get('etag') ?? '';
    const again = await frame(sessionId, { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, framers(again)], [304, shop]);
  });
});

describe('a visit to the page', () => {
  const visit = (headers: Record<string, string> = {}) => fetch(`${service.url}/link/`, { headers });

  it('gives the browser its cookie, which it keeps at the next visit, also with a text that it has already', async () => {
    const first = await visit({ 'sec-fetch-dest': 'document' });
    const [cookie = ''] = first.headers.getSetCookie();
    assert.match(cookie, /^svc-link-session=[\w-]{43}; Max-Age=14400; Path=\/; HttpOnly; SameSite=Lax$/);
    const mine = { cookie: cookie.split(';')[0] ?? '' };
    assert.deepEqual((await visit(mine)).headers.getSetCookie(), [cookie]);
    const etag = first.headers.get('etag') ?? '';
    const known = await visit({ ...mine, 'if-none-match': etag });
    assert.deepEqual([known.status, known.headers.getSetCookie()], [304, [cookie]]);
  });

  it('is none if another page asks for it as a picture, a script or a frame', async () => {
    for (const destination of ['image', 'script', 'iframe', 'empty'])
      assert.deepEqual((await visit({ 'sec-fetch-dest': destination })).headers.getSetCookie(), []);
  });

  it('may start a token from its address again, if the first answer was lost', async () => {
    const { token } = await newLink(service, {}, { start: false });
    const start = async (cookie: string) => {
      const headers = { cookie, origin: service.url, 'content-type': 'application/json' };
      const body = JSON.stringify({ link_token: token, via: 'link' });
      return (await fetch(`${service.url}/v2/link/start`, { method: 'POST', headers, body })).status;
    };
    const cookieOf = async () => (await visit()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const [mine, other] = [await cookieOf(), await cookieOf()];
    assert.deepEqual([await start(mine), await start(mine), await start(other)], [200, 200, 401]);
  });
});

describe('a form with display=page', () => {
  const post = (browser: Browser, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    browser.step(`${service.url}/link/`, new URLSearchParams({ display: 'page', ...fields }), headers);
  /** Posts the form, and follows the redirect to the hosted page. */
  const arrive = async (
    browser: Browser,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) => {
    const posted = await post(browser, fields, headers);
    assert.equal(posted.status, 303, posted.text);
    return browser.step(String(posted.location));
  };

  it('starts the session in this browser and shows it the hosted page', async () => {
    const link = await newLink(service, { allowed_origins: [shop] }, { start: false });
    const browser = new Browser();
    const posted = await post(browser, { link_token: link.token }, { origin: shop });
    assert.equal(posted.status, 303);
    // A browser sends no Lax cookie with this form, so the answer sets none either.
    assert.deepEqual(posted.headers.getSetCookie(), []);
    const opened = await browser.step(String(posted.location));
    assert.equal(opened.status, 303);
    assert.equal(opened.location, `${service.url}/link/#session=${link.sessionId}`);
    for (const { location, headers } of [posted, opened]) {
      assert.ok(location?.includes('#') && !location.includes(link.token), location ?? '');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
    }
    assert.equal((await read(browser, link))['state'], 'started');
  });

  it('keeps the browser’s cookie, so that its other tabs go on', async () => {
    const [one, two] = [await newLink(service), await newLink(service)];
    const browser = new Browser();
    await arrive(browser, { link_token: one.token });
    await arrive(browser, { link_token: two.token });
    for (const link of [one, two])
      assert.equal((await read(browser, link))['link_session_id'], link.sessionId);
  });

  it('passes on the options that a page may set, and nothing else', async () => {
    const link = await newLink(service);
    const fragment = async (wishes: Record<string, string>) =>
      String((await arrive(new Browser(), { link_token: link.token, ...wishes })).location).split(
        `#session=${link.sessionId}`,
      )[1];
    const wishes = { provider: 'aurora_ring', providers: 'aurora_ring quartz_scale', locale: 'pt-BR' };
    assert.equal(
      await fragment(wishes),
      '&provider=aurora_ring&providers=aurora_ring%20quartz_scale&locale=pt-BR',
    );
    for (const odd of ['', '../x', 'a&session=b', 'A#b', '<b>', 'a'.repeat(65), 'é', 'a\nb']) {
      const locale = odd === 'a'.repeat(65) ? odd : `${odd}!`;
      assert.equal(await fragment({ provider: odd, providers: odd, locale }), '', odd);
    }
    assert.equal(await fragment({ providers: 'a  <b> c' }), '&providers=a%20c');
    const many = Array.from({ length: 60 }, (_, n) => `p${n}`).join(' ');
    assert.equal((await fragment({ providers: many }))?.split('%20').length, 50);
    assert.equal(await fragment({ redirect_url: 'https://evil.example/', state: 'success', x: 'y' }), '');
  });

  it('returns at every end: to the redirect URL, or else to the page that posted', async () => {
    for (const [redirect_url, return_url, home] of [
      [null, `${shop}/me?x=1`, `${shop}/me?x=1`],
      ['https://app.example/done', `${shop}/me`, 'https://app.example/done'],
      [null, 'https://evil.example/', null],
      [null, 'https://shop.example@evil.example/', null],
      [null, 'javascript:alert(1)', null],
      [null, `${shop}/${'a'.repeat(2048)}`, null],
      [null, '', null],
    ] as const) {
      const link = await newLink(service, { redirect_url, allowed_origins: [shop] });
      const browser = new Browser();
      await arrive(browser, { link_token: link.token, return_url }, { origin: shop });
      const seen = await read(browser, link);
      assert.deepEqual(
        [seen['redirect_url'], seen['on_error'], seen['on_close']],
        [home, 'redirect', 'redirect'],
        return_url,
      );
      // For a page with the token, its settings stay unchanged.
      const state = await fetch(`${service.url}/v2/link/state`, {
        headers: { 'x-svc-link-token': link.token },
      });
      const plain = (await state.json()) as Json;
      assert.deepEqual(
        [plain['redirect_url'], plain['on_error'], plain['on_close']],
        [redirect_url, null, null],
      );

      const { oauth_url } = (await (
        await tell(browser, link, '/v2/link/provider/oauth/aurora_ring')
      ).json()) as Json;
      const end = await consent(service, browser, String(oauth_url), 'deny');
      assert.ok(end.location?.startsWith(home ?? `${service.url}/link/#`), end.location ?? '');
    }
  });

  it('also returns if the person has gone to a phone and comes back', async () => {
    const link = await newLink(service, { allowed_origins: [shop] });
    const browser = new Browser();
    await arrive(browser, { link_token: link.token, return_url: `${shop}/me` }, { origin: shop });
    const ask = async ({ method, path }: typeof makeHandoff | typeof endHandoff) =>
      (await (await tell(browser, link, path, { method })).json()) as Json;
    assert.ok((await ask(makeHandoff))['handoff_id']);
    const seen = await ask(endHandoff);
    assert.deepEqual(
      [seen['redirect_url'], seen['on_error'], seen['on_close']],
      [`${shop}/me`, 'redirect', 'redirect'],
    );
  });

  it('returns from a provider to the hosted page if the page asks for that', async () => {
    const link = await newLink(service, { redirect_url: 'https://app.example/', confirm: 'host' });
    const browser = new Browser();
    await arrive(browser, { link_token: link.token });
    const path = '/v2/link/provider/oauth/aurora_ring?display=window';
    const { oauth_url } = (await (await tell(browser, link, path)).json()) as Json;
    const end = await consent(service, browser, String(oauth_url), 'allow');
    const handed = new URLSearchParams(new URL(String(end.location)).hash.slice(1));
    assert.ok(end.location?.startsWith(`${service.url}/link/?display=window#state=success`));
    assert.match(handed.get('confirm_code') ?? '', /^[\w-]{43}$/);
    assert.equal((await read(browser, link))['state'], 'pending_confirmation');
  });

  it('forgets the page when a window takes the session over', async () => {
    const link = await newLink(service, { allowed_origins: [shop] });
    const browser = new Browser();
    await arrive(browser, { link_token: link.token, return_url: `${shop}/me` });
    const response = await fetch(`${service.url}/v2/link/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.url },
      body: JSON.stringify({ link_token: link.token, via: 'page', origin: shop }),
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const window = new Browser();
    window.cookies.set(new URL(service.url).hostname, new Map([cookie.split('=') as [string, string]]));
    assert.deepEqual(
      [(await read(window, link))['redirect_url'], (await read(window, link))['on_close']],
      [null, null],
    );
  });

  it('is refused from a page of another origin, if the browser names it', async () => {
    const link = await newLink(service, { allowed_origins: [shop] }, { start: false });
    for (const [origin, status] of [
      ['https://evil.example', 403],
      [`${shop}.evil.example`, 403],
      ['http://shop.example', 403],
      ['null', 303],
      [service.url, 303],
      [shop, 303],
    ] as const) {
      const shown = await post(new Browser(), { link_token: link.token }, { origin });
      assert.equal(shown.status, status, origin);
      if (status === 403) assert.match(shown.text, /<h1>This link doesn’t work here/);
    }
    const open = await newLink(service);
    assert.equal(
      (await post(new Browser(), { link_token: open.token }, { origin: 'https://any.example' })).status,
      303,
    );
  });

  it('shows the reason if the token cannot be used, or not in this browser', async () => {
    const used = await newLink(service);
    await consent(service, new Browser(), await oauthUrl(service, used, 'aurora_ring'), 'allow');
    for (const link_token of ['', 'lt_nothing', used.token]) {
      const shown = await post(new Browser(), { link_token });
      assert.deepEqual([shown.status, shown.location], [401, null]);
      assert.match(shown.text, /<h1>/);
      assert.ok(link_token === '' || !shown.text.includes(link_token));
    }
    const link = await newLink(service, {}, { start: false });
    await fetch(`${service.url}/v2/link/start`, {
      method: 'POST',
      body: JSON.stringify({ link_token: link.token, via: 'link' }),
    });
    const shown = await arrive(new Browser(), { link_token: link.token });
    assert.deepEqual([shown.status, shown.location], [401, null]);
    assert.match(shown.text, /This link has already been used/);
  });

  it('continues at an address that only we can write, for a minute', async () => {
    const link = await newLink(service);
    const { location } = await post(new Browser(), { link_token: link.token });
    const open = String(location).split('#')[0] ?? '';
    assert.equal((await fetch(open, { method: 'HEAD' })).status, 405);
    for (const address of [
      `${service.url}/v2/link/open`,
      `${service.url}/v2/link/open?posted=AAAA`,
      `${open}x`,
    ]) {
      const shown = await new Browser().step(address);
      assert.deepEqual(
        [shown.status, shown.location, shown.headers.getSetCookie()],
        [410, null, []],
        address,
      );
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      assert.equal((await new Browser().step(open)).status, 410);
    } finally {
      vi.useRealTimers();
    }
  });
});
