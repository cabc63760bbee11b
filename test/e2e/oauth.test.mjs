// A provider with a page of its own, in a window of its own: every answer, every way a window gets lost.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { launchChromium, openProfile } from './chromium.mjs';
import { servePages, startServers } from './servers.mjs';
import { answerConsent, assertOneExit, widgetOn } from './widget.mjs';

describe('linking through a provider’s own page', { timeout: 240_000 }, () => {
  let servers, browser, profile, page, widget;

  before(async () => {
    [servers, browser] = await Promise.all([startServers(), launchChromium()]);
  });
  after(async () => {
    await browser?.close();
    await servers?.stop();
  });
  beforeEach(async () => {
    profile = await openProfile(browser);
    page = await profile.newPage();
    widget = widgetOn(page);
  });
  afterEach(() => profile.close());

  const open = (provider = 'aurora_ring') => page.goto(`${servers.demo}/inline.html?provider=${provider}`);

  /** What the demo's visitor has connected, as the service knows it. */
  async function connections() {
    const { providers } = await page.evaluate(() =>
      fetch('/demo/connections').then((answer) => answer.json()),
    );
    return providers.map(({ slug, status }) => [slug, status]);
  }

  async function assertConnected(slug = 'aurora_ring') {
    const success = profile.events.find(({ name }) => name === 'svc-success')?.detail;
    assert.equal(success?.state, 'success');
    assert.equal(success.provider, slug);
    assert.equal(success.connected, true);
    assertOneExit(profile.events, 'success');
    const { providers } = await page.evaluate(() =>
      fetch('/demo/connections').then((answer) => answer.json()),
    );
    assert.deepEqual(
      providers.map((provider) => [provider.slug, provider.status]),
      [[slug, 'connected']],
    );
  }

  async function assertNothingShared() {
    const { providers } = await page.evaluate(() =>
      fetch('/demo/connections').then((answer) => answer.json()),
    );
    assert.deepEqual(providers, []);
    assert.ok(!profile.events.some(({ name }) => name === 'svc-success'));
  }

  it('connects after Allow and closes the window', async () => {
    await open();
    await widget.sees('Connect Aurora Ring to Northwind Health');
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await answerConsent(popup, 'Allow');
    await widget.sees('Aurora Ring is connected');
    assert.equal(profile.context.pages().length, 1);
    await assertConnected();
  });

  it('asks for more access when what is required was left out', async () => {
    await open();
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await answerConsent(popup, 'Allow without required data');
    await widget.sees('Northwind Health needs more access from Aurora Ring');
    await assertNothingShared();
    const again = await widget.openWindow('Review access');
    await answerConsent(again, 'Allow');
    await widget.sees('Aurora Ring is connected');
    await assertConnected();
  });

  it('takes Deny as a choice, not as an error', async () => {
    await open();
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await answerConsent(popup, 'Deny');
    await widget.sees('You stopped connecting Aurora Ring');
    await widget.link.getByText('Nothing was shared with Northwind Health.').waitFor();
    assert.ok(!profile.events.some(({ name }) => name === 'svc-error'));
    await assertNothingShared();
  });

  for (const [error, title] of [
    ['provider_api_error', "We can't reach Aurora Ring right now"],
    ['provider_credential_error', "Aurora Ring didn't finish signing you in"],
    ['provider_maintenance', "We couldn't connect Aurora Ring"],
  ])
    it(`says what happened when the provider fails with ${error}`, async () => {
      await open();
      const popup = await widget.openWindow('Continue to Aurora Ring');
      await popup.getByLabel('Failure').selectOption(error);
      await answerConsent(popup, 'Fail');
      await widget.sees(title);
      await assertNothingShared();
      // The error of this try is old news for the next one.
      const again = await widget.openWindow('Try again');
      await answerConsent(again, 'Allow');
      await widget.sees('Aurora Ring is connected');
      await assertConnected();
    });

  it('connects where the provider posts its answer back', async () => {
    await open('iris_sleep');
    const popup = await widget.openWindow('Continue to Iris Sleep');
    await answerConsent(popup, 'Allow');
    await widget.sees('Iris Sleep is connected');
    await assertConnected('iris_sleep');
  });

  it('never takes a window that the provider cut off for a closed one', async () => {
    await open('fjord_band');
    const popup = await widget.openWindow('Continue to Fjord Band');
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await widget.button('Open the window again').waitFor();
    assert.ok(!profile.events.some(({ name }) => name === 'svc-exit' || name === 'svc-error'));
    const closed = popup.waitForEvent('close');
    await answerConsent(popup, 'Allow');
    await widget.sees('Fjord Band is connected');
    await closed;
    await assertConnected('fjord_band');
  });

  it('comes back to the first step when the window is closed before it left', async () => {
    await profile.context.route(`${servers.service}/link/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>never ready</title>' }),
    );
    await open();
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await popup.close();
    await widget.sees('Connect Aurora Ring to Northwind Health');
    await widget.button('Continue to Aurora Ring').waitFor();
    assert.ok(!profile.events.some(({ name }) => name === 'svc-exit'));
  });

  it('goes on waiting when the window is closed at the provider, and can open it again', async () => {
    await open();
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await popup.close();
    // The main action, once the window is known to be gone.
    await widget.link.locator('[part=action]', { hasText: 'Open the window again' }).waitFor();
    await widget.sees('Finish in the Aurora Ring window');
    const again = await widget.openWindow('Open the window again');
    await answerConsent(again, 'Allow');
    await widget.sees('Aurora Ring is connected');
    await assertConnected();
  });

  it('can be given up while the window is out', async () => {
    await open();
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await widget.button('Cancel').click();
    await widget.sees('Connect Aurora Ring to Northwind Health');
    assert.ok(!profile.events.some(({ name }) => name === 'svc-exit'));
  });

  it('finds the outcome after a reload of the page while the window was out', async () => {
    await open();
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await page.reload();
    await widget.sees('Finish in the Aurora Ring window');
    await answerConsent(popup, 'Allow');
    await widget.sees('Aurora Ring is connected');
  });

  it('is blocked without a gesture and goes on in the same window', async () => {
    // Whatever the driver does in a page counts as a gesture, so this profile has nothing of ours in it
    // and the page tells by its console.
    const plain = await browser.newContext();
    page = await plain.newPage();
    widget = widgetOn(page);
    await page.addInitScript(() => {
      window.addEventListener('svc-error', ({ detail }) => console.info(detail.code));
      window.addEventListener(
        'svc-ready',
        ({ target }) => {
          const press = () => {
            const button = target.shadowRoot.querySelector('[part=action]');
            if (button) observer.disconnect();
            button?.click();
          };
          const observer = new window.MutationObserver(press);
          observer.observe(target.shadowRoot, { childList: true, subtree: true });
          press();
        },
        { once: true },
      );
    });
    const refused = page.waitForEvent('console', (message) => message.text() === 'popup_blocked');
    await open();
    await refused;
    await widget.sees('Continue in a new window');
    assert.equal(plain.pages().length, 1);
    await widget.button('Continue to Aurora Ring').click();
    const back = page.waitForRequest((request) => request.url().startsWith(`${servers.demo}/inline.html`));
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    const { searchParams } = new URL((await back).url());
    assert.equal(searchParams.get('state'), 'success');
    assert.deepEqual(new Set(searchParams.getAll('provider')), new Set(['aurora_ring']));
    await widget.sees(/ is connected$/);
    assert.deepEqual(await connections(), [['aurora_ring', 'connected']]);
    await plain.close();
  });

  for (const [how, answer] of [
    ['answers null', () => null],
    [
      'throws',
      () => {
        throw new Error('sandboxed');
      },
    ],
  ])
    it(`says so when window.open ${how}, and comes back with the refusal`, async () => {
      await page.addInitScript(`window.open = ${answer}`);
      await open();
      await widget.button('Continue to Aurora Ring').click();
      await widget.sees('Continue in a new window');
      await widget.button('Continue to Aurora Ring').click();
      await page.getByRole('button', { name: 'Deny', exact: true }).click();
      await page.waitForURL(`${servers.demo}/**`);
      await widget.sees('You stopped connecting Aurora Ring');
      await assertNothingShared();
    });

  it('opens one window for two clicks', async () => {
    await open();
    await widget.sees('Connect Aurora Ring to Northwind Health');
    const opened = page.waitForEvent('popup');
    await widget.button('Continue to Aurora Ring').dblclick();
    const popup = await opened;
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    assert.equal(profile.context.pages().length, 2);
  });

  it('gives a page that is not allowed nothing, not even with the token', async () => {
    const { link_token, link_session_id } = await servers.newToken({ allowed_origins: [servers.demo] });
    const evil = await servePages({
      '/': { body: '<!doctype html><title>evil</title><button>Go</button><script src="evil.js"></script>' },
      '/evil.js': {
        type: 'text/javascript',
        body: `
          window.heard = [];
          addEventListener('message', ({ data, source, origin }) => {
            heard.push(data.type + (data.code ?? ''));
            if (data.type === 'ready')
              source.postMessage(
                { v: 1, type: 'init', nonce: 'n', token: '${link_token}', provider: 'aurora_ring' },
                origin,
              );
          });
          document.querySelector('button').onclick = () => {
            const popup = open('${servers.service}/link/', '_blank', 'popup');
            setInterval(() => popup.postMessage({ v: 1, type: 'hello', nonce: 'n' }, '${servers.service}'), 50);
          };`,
      },
    });
    await page.goto(evil.origin);
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('button')]);
    await popup.getByRole('heading', { name: 'We couldn’t connect your account' }).waitFor();
    await page.waitForFunction(() => window.heard.includes('refusedorigin_not_allowed'));
    assert.deepEqual(
      [...new Set(await page.evaluate(() => window.heard))],
      ['ready', 'refusedorigin_not_allowed'],
    );
    const session = await servers.ask('GET', `/v2/link/session/${link_session_id}`);
    assert.deepEqual([session.state, session.connected], ['created', false]);
    await evil.stop();
  });

  it('leaves the provider’s page no way to the page that opened it', async () => {
    await open();
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    assert.equal(await popup.evaluate(() => window.opener), null);
    assert.equal(await popup.evaluate(() => window.name), '');
  });
});

describe('the hosted page', { timeout: 60_000 }, () => {
  let servers, browser, profile, page;

  before(async () => {
    [servers, browser] = await Promise.all([startServers(), launchChromium()]);
  });
  beforeEach(async () => {
    profile = await openProfile(browser);
    page = await profile.newPage();
  });
  afterEach(() => profile.close());
  after(async () => {
    await browser?.close();
    await servers?.stop();
  });

  it('explains itself when somebody opens it', async () => {
    await page.goto(`${servers.service}/link/`);
    await page.getByRole('heading', { name: 'Start from your app' }).waitFor();
    assert.equal(await page.title(), 'Start from your app');
    assert.deepEqual(profile.complaints, []);
  });

  it('takes the outcome out of its address and shows it again after a reload', async () => {
    await page.goto(`${servers.service}/link/#state=success&provider=aurora_ring&link_session_id=x`);
    const connected = page.getByRole('heading', { name: 'Your account is connected' });
    await connected.waitFor();
    assert.equal(page.url(), `${servers.service}/link/`);
    await page.reload();
    await connected.waitFor();
    assert.deepEqual(profile.complaints, []);
  });

  it('cannot be framed, is never stored and keeps its windows', async () => {
    const { headers } = await fetch(`${servers.service}/link/`);
    assert.match(headers.get('content-security-policy'), /default-src 'none'.*frame-ancestors 'none'/);
    assert.match(headers.get('content-security-policy'), /require-trusted-types-for 'script'/);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cache-control'), 'no-store');
    // An opener policy would cut the window off from the widget.
    assert.equal(headers.get('cross-origin-opener-policy'), null);
  });
});
