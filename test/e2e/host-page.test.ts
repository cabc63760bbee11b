// A page of another origin, with the strictest policy that a page can have, links a provider end to end.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Profile } from './chromium.js';
import { servePages, type Servers, type MadeToken } from './servers.js';
import { afterAll, beforeAll, beforeEach, describe, it } from './test.js';
import { answerConsent, assertOneExit, type Widget } from './widget.js';

/** The built script and its chunks, served by the page's own server. */
const scripts = () => {
  const folder = path.join(import.meta.dirname, '../../dist/cdn');
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [
        `/cdn/${name}`,
        { type: 'text/javascript', body: readFileSync(path.join(folder, name), 'utf8') },
      ]),
  );
};

describe('a strict page of another origin', () => {
  let servers: Servers,
    host: Awaited<ReturnType<typeof servePages>>,
    profile: Profile,
    page: Page,
    widget: Widget;

  beforeAll(async ({ servers: shared }) => {
    servers = shared;
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      `connect-src ${servers.service}`,
      `img-src ${servers.service} data:`,
      "style-src 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html',
    ].join('; ');
    const body = `<!doctype html><html lang="en"><head><title>Strict</title><link rel="icon" href="data:," />
      <script type="module" src="/cdn/svc-link.js"></script></head>
      <body><svc-link base-url="${servers.service}"></svc-link></body></html>`;
    host = await servePages({
      ...scripts(),
      '/done': { body: '<!doctype html><title>Done</title>' },
      '/': { headers: { 'content-security-policy': policy }, body },
      '/forms': {
        headers: { 'content-security-policy': `${policy}; form-action ${servers.service}` },
        body,
      },
    });
  });
  afterAll(() => host.stop());
  beforeEach(({ visitor }) => {
    ({ profile, page, widget } = visitor);
  });

  /** Opens the page and gives it a token, as the page's own script would. */
  async function open(token = {}, at = '/') {
    const made = await servers.newToken({ allowed_origins: [host.origin], ...token });
    await page.goto(host.origin + at);
    await page.evaluate((value) => (document.querySelector('svc-link')!.linkToken = value), made.link_token);
    return made;
  }

  async function assertConnected({ link_session_id, user_id }: MadeToken, slug: string) {
    assertOneExit(profile.events, 'success');
    const session = await servers.ask('GET', `/v2/link/session/${link_session_id}`);
    assert.deepEqual([session.state, session.provider, session.user_id], ['success', slug, user_id]);
    // No violation of the policy, no error, no warning.
    assert.deepEqual(profile.complaints, []);
  }

  it('links with a password and a code', async () => {
    const made = await open();
    await widget.choose('Quartz Scale');
    await widget.signIn('sms@example.com');
    await widget.sees('Enter your code');
    await widget.answerCode('123456');
    await widget.sees('Quartz Scale is connected');
    await assertConnected(made, 'quartz_scale');
  });

  it('links through the provider’s own page', async () => {
    const made = await open({ filter_on_providers: ['aurora_ring', 'quartz_scale'] });
    await widget.button(/^Aurora Ring/).click();
    const popup = await widget.openWindow(/^Continue to/);
    await answerConsent(popup, 'Allow');
    await widget.sees('Aurora Ring is connected');
    await assertConnected(made, 'aurora_ring');
  });

  it('leaves for the provider and comes back where forms may only go to the service', async () => {
    await page.addInitScript(() => (window.open = () => null));
    const made = await open({ provider: 'aurora_ring' }, '/forms');
    await widget.button(/^Continue to/).click();
    await widget.sees('The window didn’t open');
    await widget.button(/^Continue to/).click();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL((url) => url.origin === host.origin && url.searchParams.get('state') === 'success');
    const session = await servers.ask('GET', `/v2/link/session/${made.link_session_id}`);
    assert.equal(session.state, 'success');
    // A developer is told why there was no window.
    assert.match(profile.complaints.join('\n'), /^<svc-link> the browser opened no window, [^\n]*$/);
  });

  it('tries again where a part of the script does not come', async () => {
    const asked: string[] = [];
    let fails = true;
    await profile.context.route(/\/cdn\/later-/, (route) => {
      asked.push(new URL(route.request().url()).search);
      return fails ? route.abort() : route.continue();
    });
    await open({ provider: 'quartz_scale' });
    await widget.button('Try again').waitFor();
    fails = false;
    await widget.button('Try again').click();
    await widget.signIn('ok@example.com');
    await widget.sees('Quartz Scale is connected');
    assert.equal(asked[0], '');
    // A part that needs another chunk may request it by its first address again, and gets a copy.
    assert.match(asked.find((search) => search !== '') ?? '', /^\?retry=\d$/);
    // Only the requests that the test itself has cut off failed. On a developer's machine the widget then checks, without a
    // token, whether the service is there.
    assert.deepEqual(
      profile.complaints.filter((text) => !/net::ERR_FAILED|status of 401/.test(text)),
      [],
    );
  });

  it('is styled although the page allows no style', async () => {
    await open();
    await widget.sees('Choose a device or app');
    const size = await widget.button(/^Aurora Ring/).boundingBox();
    assert.ok(size!.height >= 44 && size!.width > 200, JSON.stringify(size));
  });

  it('cannot use a token that is another page’s', async () => {
    // The console names the origin to add. The text of the warning is fetched when it is needed.
    const told = page.waitForEvent('console', (message) => message.text().includes(host.origin));
    await open({ allowed_origins: ['https://elsewhere.example'] });
    await widget.sees('This link can’t be opened from this site');
    assert.equal((await told).type(), 'warning');
  });

  it('follows the redirect URL with the result, and only that', async () => {
    const made = await open({
      provider: 'quartz_scale',
      redirect_url: `${host.origin}/done?mine=1#part`,
    });
    await widget.signIn('ok@example.com');
    await page.waitForURL(({ pathname }) => pathname === '/done');
    const url = new URL(page.url());
    assert.equal(url.hash, '#part');
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      mine: '1',
      state: 'success',
      provider: 'quartz_scale',
      link_session_id: made.link_session_id,
    });
  });
});
