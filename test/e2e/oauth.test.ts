// A provider with its own page, in a window of its own: every answer that it can give. matrix/popup.test.ts tests what can happen
// to the window, in three engines.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { Profile } from './chromium.js';
import type { Servers } from './servers.js';
import { beforeEach, describe, it } from './test.js';
import { answerConsent, assertOneExit, readConnections, type Widget } from './widget.js';

describe('linking through a provider’s own page', () => {
  let servers: Servers, profile: Profile, page: Page, widget: Widget;

  beforeEach(({ visitor }) => {
    ({ servers, profile, page, widget } = visitor);
  });

  const open = (provider = 'aurora_ring') => page.goto(`${servers.demo}/inline.html?provider=${provider}`);

  async function assertConnected(slug = 'aurora_ring') {
    const success = profile.events.find(({ name }) => name === 'svc-success')?.detail;
    assert.equal(success?.state, 'success');
    assert.equal(success.provider, slug);
    assert.equal(success.connected, true);
    assertOneExit(profile.events, 'success');
    const { providers } = await readConnections(page);
    assert.deepEqual(
      providers.map((provider) => [provider.slug, provider.status]),
      [[slug, 'connected']],
    );
  }

  async function assertNothingShared() {
    const { providers } = await readConnections(page);
    assert.deepEqual(providers, []);
    assert.ok(!profile.events.some(({ name }) => name === 'svc-success'));
  }

  it('connects after Allow and closes the window', async () => {
    await open();
    await widget.sees('Connect Aurora Ring to Northwind Health');
    const popup = await widget.openWindow('Continue to Aurora Ring');
    const closed = popup.waitForEvent('close');
    await answerConsent(popup, 'Allow');
    await widget.sees('Aurora Ring is connected');
    await closed;
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
    await widget.sees('You didn’t finish connecting Aurora Ring');
    await widget.shows('Nothing was shared with Northwind Health.');
    assert.ok(!profile.events.some(({ name }) => name === 'svc-error'));
    await assertNothingShared();
  });

  for (const [error, title] of [
    ['provider_api_error', 'We can’t reach Aurora Ring right now'],
    ['provider_credential_error', 'Aurora Ring didn’t finish signing you in'],
    ['provider_maintenance', 'We couldn’t connect Aurora Ring'],
  ])
    it(`says what happened when the provider fails with ${error}`, async () => {
      await open();
      const popup = await widget.openWindow('Continue to Aurora Ring');
      await popup.getByLabel('Failure').selectOption(error);
      await answerConsent(popup, 'Fail');
      await widget.sees(title);
      await assertNothingShared();
      // The error of this attempt is not news for the next attempt.
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

  it('can be given up while the window is out', async () => {
    await open();
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await widget.button('Cancel').click();
    await widget.sees('Connect Aurora Ring to Northwind Health');
    assert.ok(!profile.events.some(({ name }) => name === 'svc-exit'));
  });

  it('opens anew where the person went elsewhere in the window', async () => {
    await open();
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await popup.goto(`${servers.demo}/`);
    await widget.sees('Finish in the Aurora Ring window');
    // This page cannot know where the window is, so the first press brings it to the front.
    await widget.press('Open the window again');
    assert.equal(profile.context.pages().length, 2);

    const again = await widget.openWindow('Open the window again');
    await answerConsent(again, 'Allow');
    await widget.sees('Aurora Ring is connected');
    await assertConnected();
  });

  it('comes back with the refusal where no window opens', async () => {
    await page.addInitScript('window.open = () => null');
    await open();
    await widget.button('Continue to Aurora Ring').click();
    await widget.sees('The window didn’t open');
    await widget.button('Continue to Aurora Ring').click();
    await page.getByRole('button', { name: 'Deny', exact: true }).click();
    await page.waitForURL(`${servers.demo}/**`);
    await widget.sees('You didn’t finish connecting Aurora Ring');
    await assertNothingShared();
  });
});

describe('the hosted page', () => {
  let servers: Servers, profile: Profile, page: Page;

  beforeEach(({ visitor }) => {
    ({ servers, profile, page } = visitor);
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
    assert.match(headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/);
    assert.match(headers.get('content-security-policy')!, /require-trusted-types-for 'script'/);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cache-control'), 'no-store');
    // An opener policy would cut the window off from the widget.
    assert.equal(headers.get('cross-origin-opener-policy'), null);
  });
});
