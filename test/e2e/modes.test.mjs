// The whole flow in a dialog and in a popover, against the real service.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { launchChromium, openProfile } from './chromium.mjs';
import { startServers } from './servers.mjs';
import { answerConsent, assertOneExit, widgetOn } from './widget.mjs';

describe('the modes over a page', { timeout: 180_000 }, () => {
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

  const trigger = () => page.getByRole('button', { name: 'Add a device' });
  const connections = async () => {
    const { providers } = await page.evaluate(() =>
      fetch('/demo/connections').then((answer) => answer.json()),
    );
    return providers.map(({ slug, status }) => [slug, status]);
  };
  const namesOf = (events) =>
    events.map(({ name }) => name).filter((name) => name !== 'svc-step' && name !== 'svc-ready');

  for (const mode of ['dialog', 'popover']) {
    it(`a ${mode} links with a password and a code, closes with Done and begins anew`, async () => {
      await page.goto(`${servers.demo}/${mode}.html?provider=quartz_scale`);
      await trigger().click();
      await page.getByRole('dialog', { name: 'Connect a device or app' }).waitFor();
      await widget.signIn('sms@example.com');
      await widget.sees('Enter your code');
      await widget.answerCode('123456');
      await widget.sees('Quartz Scale is connected');
      await widget.button('Done').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      assertOneExit(profile.events, 'success');
      assert.deepEqual(namesOf(profile.events), ['svc-open', 'svc-success', 'svc-exit', 'svc-close']);
      assert.deepEqual(await connections(), [['quartz_scale', 'connected']]);
      assert.ok(await trigger().evaluate((button) => button === document.activeElement));

      await trigger().click();
      await widget.sees('Connect Quartz Scale');
      assert.deepEqual(profile.complaints, []);
    });

    it(`a ${mode} loads only what it needs, and nothing before it is opened`, async () => {
      const requested = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      await page.goto(`${servers.demo}/${mode}.html`);
      await trigger().waitFor();
      await page.waitForFunction(() => customElements.get('svc-link'));
      const early = requested.filter((path) => /^\/(v2|cdn)\//.test(path));
      assert.deepEqual(early, ['/cdn/svc-link.js']);

      await trigger().click();
      await widget.sees('Choose a device or app');
      assert.equal(
        requested.some((path) => path.startsWith('/cdn/anchor')),
        mode === 'popover',
      );
    });

    it(`a ${mode} fills a phone from edge to edge`, async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${servers.demo}/${mode}.html`);
      await trigger().click();
      await widget.sees('Choose a device or app');
      const box = await widget.link.locator('[part=panel]').evaluate(async (panel) => {
        await Promise.all(
          panel
            .getRootNode()
            .getAnimations()
            .map(({ finished }) => finished),
        );
        const { left, width, bottom } = panel.getBoundingClientRect();
        return [left, width, Math.round(bottom)];
      });
      assert.deepEqual(box, [0, 320, 640]);
    });
  }

  it('a dialog links through a provider’s own page', async () => {
    await page.goto(`${servers.demo}/dialog.html?provider=aurora_ring`);
    await trigger().click();
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await answerConsent(popup, 'Allow');
    await widget.sees('Aurora Ring is connected');
    assertOneExit(profile.events, 'success');
    assert.deepEqual(await connections(), [['aurora_ring', 'connected']]);
    assert.deepEqual(profile.complaints, []);
  });

  it('a popover follows its button when the page is scrolled', async () => {
    await page.goto(`${servers.demo}/popover.html`);
    await page.evaluate(() => document.body.style.setProperty('min-height', '3000px'));
    await trigger().click();
    await widget.sees('Choose a device or app');
    await page.evaluate(() => window.scrollBy(0, 40));
    await page.waitForFunction(() => {
      const root = document.querySelector('svc-link').shadowRoot;
      const panel = root.querySelector('[part=panel]').getBoundingClientRect();
      const button = document.querySelector('[slot=trigger]').getBoundingClientRect();
      return window.scrollY === 40 && Math.round(panel.top - button.bottom) === 8;
    });
  });
});
