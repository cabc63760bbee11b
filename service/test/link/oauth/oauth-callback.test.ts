import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  Browser,
  connectionOf,
  handed,
  newLink,
  oauthUrl,
  ours,
  readForm,
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

describe('the callback', () => {
  /** Goes as far as the callback's address, which is not opened. */
  async function atCallback(provider = 'aurora_ring') {
    const link = await newLink(service);
    const browser = new Browser();
    const page = await browser.depart(await oauthUrl(service, link, provider), service);
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

  it('H8 refuses a browser without the cookie', async () => {
    const { link, callback } = await atCallback();
    await refuses(link, new Browser(), callback, 403);
  });

  it('H8 refuses another browser, and still lets the right browser finish', async () => {
    const { link, browser, callback } = await atCallback();
    const other = new Browser();
    await other.step(await oauthUrl(service, await newLink(service), 'aurora_ring'), undefined, ours);
    await refuses(link, other, callback, 403);
    assert.equal(handed((await browser.step(callback)).location)['state'], 'success');
  });

  it('answers a HEAD, by which a provider checks the address, without any effect', async () => {
    const { link, browser, callback } = await atCallback();
    const earlier = await sessionRow(service, link);
    const cookie = [...browser.jar(callback)].map(([name, value]) => `${name}=${value}`).join('; ');
    assert.notEqual(cookie, '');
    for (const url of [`${service.url}/v2/link/connect/withings`, callback]) {
      const response = await fetch(url, { method: 'HEAD', headers: { cookie } });
      assert.equal(response.status, 200, url);
      assert.equal(await response.text(), '');
      assert.deepEqual(response.headers.getSetCookie(), []);
      assert.equal(response.headers.get('location'), null);
    }
    assert.deepEqual(await sessionRow(service, link), earlier);
    assert.equal(handed((await browser.step(callback)).location)['state'], 'success');
  });

  it('H8 refuses a replay', async () => {
    const { link, browser, callback } = await atCallback();
    await browser.step(callback);
    await refuses(link, browser, callback, 409);
  });

  it('H8 refuses an unknown or missing state', async () => {
    const { link, browser, callback } = await atCallback();
    const foreign = new URL(callback);
    foreign.searchParams.set('state', 'A'.repeat(43));
    await refuses(link, browser, foreign.href, 400);
    foreign.searchParams.delete('state');
    await refuses(link, browser, foreign.href, 400);
  });

  it('H8 refuses the address of another provider', async () => {
    const { link, browser, callback } = await atCallback();
    await refuses(link, browser, callback.replace('connect/aurora_ring', 'connect/ember_scale'), 400);
    await refuses(link, browser, callback.replace('connect/aurora_ring', 'connect/quartz_scale'), 400);
    // The other provider's issuer does not help, because the state belongs to the first provider.
    const mixed = callback
      .replace('connect/aurora_ring', 'connect/ember_scale')
      .replace('oauth%2Faurora_ring', 'oauth%2Fember_scale');
    await refuses(link, browser, mixed, 400);
  });

  it('H8 refuses the address of a provider that does not exist', async () => {
    const { link, browser, callback } = await atCallback();
    await refuses(link, browser, callback.replace('connect/aurora_ring', 'connect/nowhere'), 400);
  });

  it('H8 refuses a missing or wrong issuer', async () => {
    const { link, browser, callback } = await atCallback();
    const url = new URL(callback);
    url.searchParams.set('iss', 'https://provider.example');
    await refuses(link, browser, url.href, 400);
    url.searchParams.delete('iss');
    await refuses(link, browser, url.href, 400);
  });

  it('H8 refuses an attempt that another one superseded', async () => {
    const { link, browser, callback } = await atCallback();
    await oauthUrl(service, link, 'ember_scale');
    await refuses(link, browser, callback, 409);
  });

  it('H8 refuses an attempt that took too long', async () => {
    const { link, browser, callback } = await atCallback();
    await service.deps.sandboxClock!.advance(1801);
    await refuses(link, browser, callback, 410);
  });

  it('H8 refuses a posted answer that is too long', async () => {
    const form = new URLSearchParams({ state: 'x', code: 'c'.repeat(10_000) });
    const shown = await new Browser().step(`${service.url}/v2/link/connect/iris_sleep`, form);
    assert.equal(shown.status, 400);
    assert.match(String(shown.headers.get('content-security-policy')), /; form-action 'none'$/);
  });

  it('H8 refuses a posted answer that was not sealed here', async () => {
    const { link, browser } = await atCallback('iris_sleep');
    await refuses(link, browser, `${service.url}/v2/link/connect/iris_sleep?answer=AAAA`, 400);
  });
});

describe('a fictional provider', () => {
  for (const [named, errorType] of [
    ['some_error', 'some_error'],
    ['e'.repeat(64), 'e'.repeat(64)],
    ['e'.repeat(65), 'provider_api_error'],
    ['Some_error', 'provider_api_error'],
    ['some_error!', 'provider_api_error'],
    ['', 'provider_api_error'],
  ] as const)
    it(`may name an error of ours: “${named}” is ${errorType}`, async () => {
      const link = await newLink(service);
      const browser = new Browser();
      const left = await browser.step(await oauthUrl(service, link, 'aurora_ring'), undefined, ours);
      const params = new URLSearchParams({
        state: String(new URL(String(left.location)).searchParams.get('state')),
        iss: `${service.deps.sandboxUrl}/sandbox/oauth/aurora_ring`,
        error: 'server_error',
        svc_error_type: named,
      });
      const end = await browser.step(`${service.url}/v2/link/connect/aurora_ring?${params.toString()}`);
      assert.equal(handed(end.location)['error_type'], errorType);
    });
});

describe('an authorize address that an attacker took from a browser of his own', () => {
  it('H9 connects nothing when another person opens it', async () => {
    const link = await newLink(service, { redirect_url: 'https://app.example/' });
    const attacker = new Browser();
    const bare = String(
      (await attacker.step(await oauthUrl(service, link, 'aurora_ring', ''), undefined, ours)).location,
    );

    const fresh = new Browser();
    // This person links here too, so that there is a cookie.
    const busy = new Browser();
    await busy.step(await oauthUrl(service, await newLink(service), 'aurora_ring'), undefined, ours);
    for (const victim of [fresh, busy]) {
      const page = await victim.visit(bare, service);
      const decided = await victim.press(page, 'allow');
      const end = await victim.visit(String(decided.location), service);
      assert.deepEqual([end.status, end.location], [403, null]);
      assert.match(end.text, /You started in another browser/);
    }
    assert.equal((await sessionRow(service, link)).state, 'started');
    assert.equal(await connectionOf(service, link), undefined);
  });

  it('H9 connects nothing when its posted answer comes from another browser', async () => {
    const link = await newLink(service);
    const bare = String(
      (await new Browser().step(await oauthUrl(service, link, 'iris_sleep'), undefined, ours)).location,
    );
    const victim = new Browser();
    const decided = await victim.press(await victim.visit(bare, service), 'allow');
    const action = /action="([^"]*)"/.exec(decided.text)?.[1] ?? '';
    const posted = await victim.step(action, readForm(decided));
    const end = await victim.visit(String(posted.location), service);
    assert.deepEqual([end.status, end.location], [403, null]);
    assert.equal(await connectionOf(service, link), undefined);
  });
});
