import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { Hono } from 'hono';
import { after } from '../../../src/work/clock.js';
import { badToken, broken } from '../../../src/http/errors.js';
import { answerNotBegun, startInSameWindow } from '../../../src/link/oauth/index.js';
import {
  Browser,
  consent,
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

  it('is the redirect URL with the error, and with an empty fragment if it has none', async () => {
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

  it('is the hosted page in a window, and if there is no redirect URL', async () => {
    const result = '#state=success&provider=aurora_ring&link_session_id=ID';
    assert.equal(
      await end({ redirect_url: 'https://app.example/done' }, 'allow', '?display=window'),
      `${service.url}/link/?display=window${result}`,
    );
    assert.equal(await end({}), `${service.url}/link/${result}`);
  });

  it('H7 is never an address that runs code', async () => {
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

const withoutNumber = (name: string): string => name.replace(/[\da-f]{16}$/, '…');

describe('the same-window way', () => {
  const origin = 'https://shop.example';
  const refreshOf = ({ headers }: Shown): string => headers.get('refresh')?.split('url=')[1] ?? '';
  const post = (browser: Browser, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    browser.step(`${service.url}/link/`, new URLSearchParams(fields), headers);

  it('goes straight on for an origin that the token names, and returns to the page of the form', async () => {
    const link = await newLink(service, { allowed_origins: [origin], redirect_url: 'https://app.example/' });
    const browser = new Browser();
    const shown = await post(
      browser,
      { link_token: link.token, provider: 'aurora_ring', return_url: `${origin}/me?x=1#part` },
      { origin },
    );
    // Browsers check a redirect against the form-action of the page that posted.
    assert.equal(shown.status, 200);
    assert.match(shown.text, /<title>Taking you to Aurora Ring…<\/title>/);
    assert.match(shown.text, /<h1>Taking you to <bdi>Aurora Ring<\/bdi>…<\/h1>/);
    assert.match(shown.text, /<img class="logo" src="\/providers\/aurora_ring\/logo\.svg"/);
    assert.ok(shown.text.includes(`<a class="button" href="${refreshOf(shown)}">Continue</a>`));
    const page = await browser.depart(refreshOf(shown), service);
    assert.deepEqual([...browser.jar(service.url).keys()].map(withoutNumber), [
      'svc-link-ask-…',
      'svc-link-oauth',
    ]);
    const decided = await browser.press(page, 'allow');
    const end = await browser.visit(String(decided.location), service);
    assert.equal(
      end.location,
      `${origin}/me?x=1&state=success&provider=aurora_ring&link_session_id=${link.sessionId}#part`,
    );
  });

  it('asks the person if the origin of the page is unknown', async () => {
    const link = await newLink(service, {
      allowed_origins: [origin],
      app_name: '<b>Shop</b>',
      user_label: 'ada@example.com',
    });
    const browser = new Browser();
    const fields = { link_token: link.token, provider: 'aurora_ring', return_url: `${origin}/me` };
    const shown = await post(browser, fields, { origin: 'null' });
    assert.equal(shown.status, 200);
    assert.deepEqual([...browser.jar(service.url).keys()].map(withoutNumber), ['svc-link-ask-…']);
    assert.match(shown.text, /Connect Aurora Ring to &lt;b&gt;Shop/);
    assert.match(shown.text, /ada@example\.com/);
    assert.doesNotMatch(shown.text, /<script/);
    assert.ok(!shown.text.includes(link.token));
    const cancel = /<a[^>]*href="([^"]*)"/.exec(shown.text)?.[1];
    assert.equal(
      cancel?.replaceAll('&amp;', '&'),
      `${origin}/me?state=error&provider=aurora_ring&link_session_id=${link.sessionId}&error_type=user_cancelled#`,
    );
    const action = /<form[^>]*action="([^"]*)"/.exec(shown.text)?.[1] ?? '';
    const pressed = await browser.step(service.url + action, readForm(shown), {
      origin: service.url,
      ...ours,
    });
    const end = await consent(service, browser, String(pressed.location), 'deny');
    assert.ok(end.location?.startsWith(`${origin}/me?state=error`));
  });

  it('does not accept the token of an address that a browser has started', async () => {
    const link = await newLink(service, {}, { start: false });
    const started = await fetch(`${service.url}/v2/link/start`, {
      method: 'POST',
      headers: { origin: service.url, 'content-type': 'application/json' },
      body: JSON.stringify({ link_token: link.token, via: 'link' }),
    });
    assert.equal(started.status, 200);
    const shown = await post(new Browser(), { link_token: link.token, provider: 'aurora_ring' });
    assert.equal(shown.status, 401);
    assert.match(shown.text, /This link has already been used/);
    assert.equal((await sessionRow(service, link)).attempt, 0);
  });

  it('asks the person if the token names no origins', async () => {
    const link = await newLink(service);
    const fields = { link_token: link.token, provider: 'aurora_ring' };
    for (const headers of [{}, { origin }]) {
      const shown = await post(new Browser(), fields, headers);
      assert.equal(shown.headers.get('refresh'), null);
      assert.match(shown.text, /<form method="post"/);
    }
  });

  /** Calls the code directly. Its clock jumps after the first reading, which is the last one in time. */
  const begin = (link: Link, late: () => Date, language = 'en') => {
    const { clock } = service.deps;
    const form = new URLSearchParams({ link_token: link.token, provider: 'aurora_ring' });
    const moments = [() => clock.now(), late];
    const deps = { ...service.deps, clock: { ...clock, now: () => moments.shift()!() } };
    const app = new Hono().post('/', (c) => startInSameWindow(c, deps, form));
    return app
      .onError((error, c) => c.text(error.message, 500))
      .request('/', { method: 'POST', headers: { 'accept-language': language } });
  };

  it('shows that the token has expired, if it expires while the try begins', async () => {
    const link = await newLink(service);
    const { clock } = service.deps;
    const ended = await begin(link, () => after(clock.now(), 3601));
    assert.equal(ended.status, 401);
    assert.match(await ended.text(), /<h1>This link has expired/);
    assert.equal((await sessionRow(service, link)).attempt, 0);

    const failed = await begin(link, () => {
      throw new Error('no time');
    });
    assert.deepEqual([failed.status, await failed.text()], [500, 'no time']);
  });

  it('shows that there were too many tries, and when to try again', async () => {
    const link = await newLink(service);
    const { clock, db } = service.deps;
    const expires_at = after(clock.now(), 119);
    await db
      .updateTable('link_session')
      .set({ attempt: 100, expires_at })
      .where('id', '=', link.sessionId)
      .execute();
    const tried = async (secondsLeft: number, language: string) => {
      const answer = await begin(link, () => after(expires_at, -secondsLeft), language);
      const [, title, text] = /<h1>(.*)<\/h1>\s*<p class="muted">(.*)<\/p>/.exec(await answer.text()) ?? [];
      return [answer.status, answer.headers.get('retry-after'), title, text];
    };
    const title = 'Too many tries';
    const then = 'then go back to the app and start again.';
    assert.deepEqual(await tried(61, 'en'), [429, '61', title, `Wait 2 minutes, ${then}`]);
    assert.deepEqual(await tried(60, 'en'), [429, '60', title, `Wait 1 minute, ${then}`]);
    assert.deepEqual(await tried(61, 'pl'), [
      429,
      '61',
      'Zbyt wiele prób',
      'Poczekaj 2\u00a0minuty, a\u00a0potem wróć do aplikacji i\u00a0zacznij od nowa.',
    ]);
    assert.equal((await sessionRow(service, link)).attempt, 100);
  });

  for (const [problem, status, words] of [
    [badToken('token_consumed'), 401, 'This link has already been used'],
    [badToken('token_expired'), 401, 'This link has expired'],
    [badToken('token_not_validated'), 401, 'We couldn’t check this link'],
    [broken(409, 'made_up', 'Made up.'), 422, 'This can’t be connected here'],
  ] as const)
    it(`says “${words}” if a try cannot begin for ${JSON.stringify(problem.detail)}`, async () => {
      const nowhere = () => Promise.resolve(null);
      const ways = { with: nowhere, home: nowhere };
      const answer = await new Hono().get('/', (c) => answerNotBegun(c, problem, ways)).request('/');
      assert.equal(answer.status, status);
      assert.ok((await answer.text()).includes(`<h1>${words}</h1>`));
    });

  it('refuses a page that the token does not allow', async () => {
    const link = await newLink(service, { allowed_origins: [origin] });
    const fields = { link_token: link.token, provider: 'aurora_ring' };
    const shown = await post(new Browser(), fields, { origin: 'https://evil.example' });
    assert.equal(shown.status, 403);
    assert.match(shown.text, /origin_not_allowed/);
    assert.equal((await sessionRow(service, link)).attempt, 0);
  });

  it('H7 does not return to a page of another origin', async () => {
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

  it('ends at the hosted page if the form opened a window', async () => {
    const link = await newLink(service, { allowed_origins: [origin], redirect_url: 'https://app.example/' });
    const browser = new Browser();
    const fields = { link_token: link.token, provider: 'aurora_ring', display: 'window' };
    const shown = await post(browser, fields, { origin });
    const end = await consent(service, browser, refreshOf(shown), 'allow');
    assert.ok(
      end.location?.startsWith(`${service.url}/link/?display=window#state=success`),
      end.location ?? '',
    );
  });

  it('shows the reason if the token or the provider cannot be used', async () => {
    const link = await newLink(service);
    const unstarted = await newLink(service, {}, { start: false });
    const cases: readonly (readonly [token: string, provider: string, status: number, words: string])[] = [
      ['lt_nothing', 'aurora_ring', 401, 'This link doesn’t work'],
      ['', 'aurora_ring', 401, 'This link doesn’t work'],
      [unstarted.token, 'aurora_ring', 401, 'We couldn’t check this link'],
      [link.token, 'quartz_scale', 422, 'This can’t be connected here'],
      [link.token, 'nowhere', 422, 'This can’t be connected here'],
    ];
    for (const [link_token, provider, status, words] of cases) {
      const shown = await post(new Browser(), { link_token, provider });
      assert.equal(shown.status, status);
      assert.ok(shown.text.includes(`<h1>${words}</h1>`), shown.text);
    }
    assert.equal((await sessionRow(service, link)).attempt, 0);
  });
});

describe('every redirect', () => {
  it('H13 is a 303 with a fragment of its own', async () => {
    const shop = 'https://shop.example';
    const browser = new Browser();
    const request = { allowed_origins: [shop], redirect_url: 'https://app.example/done' };
    for (const [provider, query, decision] of [
      ['aurora_ring', '', 'allow'],
      ['aurora_ring', '?display=window', 'deny'],
      ['iris_sleep', '', 'deny'],
      ['fjord_band', '?display=window', 'allow-optional'],
    ] as const) {
      const ticket = await oauthUrl(service, await newLink(service, request), provider, query);
      assert.equal((await consent(service, browser, ticket, decision)).status, 303);
    }
    const form = new URLSearchParams({
      link_token: (await newLink(service, request)).token,
      display: 'page',
    });
    const posted = await browser.step(`${service.url}/link/`, form, { origin: shop });
    assert.equal(posted.status, 303);
    assert.equal((await browser.step(String(posted.location))).status, 303);

    // The fictional providers are on another site, and redirect as real providers do.
    const ours = browser.redirects.filter(({ from }) => from.startsWith(service.url));
    assert.equal(ours.length, 4 + 4 + 1 + 2);
    for (const { to } of ours) assert.match(to, /^[^#]+#/, to);
  });
});
