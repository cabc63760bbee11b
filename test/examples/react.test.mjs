// svc-link/react in React 18 and 19: on a server, in a browser that hydrates the server's markup, and with the real service.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { renderSkeleton } from 'svc-link/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromium, openProfile } from '../e2e/chromium.ts';
import { servePages, startService } from '../e2e/servers.ts';
import { widgetOn } from '../e2e/widget.ts';
import { install } from './installed.mjs';
import { bundle, pageAround } from './react-app/bundle.mjs';

const versions = [
  { major: '18', dependencies: { react: '18.3.1', 'react-dom': '18.3.1' } },
  { major: '19', dependencies: null }, // the project's own
];

let service, browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

for (const { major, dependencies } of versions)
  describe(`svc-link/react in React ${major}`, { timeout: 240_000 }, () => {
    let folder, server, profile, page, rendered, hooked, markup;

    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'svc-react-'));
      if (dependencies) install(folder, dependencies);
      const react = dependencies ? folder : path.resolve('.');

      await bundle('server.tsx', react, {
        ssr: { noExternal: true },
        build: { ssr: true, outDir: folder, emptyOutDir: false, target: 'node20' },
      });
      rendered = spawnSync(process.execPath, [path.join(folder, 'server.js')], { encoding: 'utf8' });

      [hooked, markup] = rendered.stdout.trim().split('\n');
      server = await servePages(await pageAround(markup, 'browser.tsx', react));
    });
    afterAll(async () => {
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    beforeEach(async () => {
      profile = await openProfile(browser);
      page = await profile.newPage();
      await page.goto(server.origin);
      await page.waitForFunction(() => window.app?.element()?.updateComplete);
    });
    afterEach(() => profile.close());

    const render = (props) => page.evaluate((props) => window.app.render(props), props);
    const heard = (name) =>
      page.evaluate((name) => window.app.heard.filter((one) => one.name === name), name);
    const ready = async () => ({
      baseUrl: service.service,
      linkToken: (await service.newToken()).link_token,
    });
    const complaints = () => profile.complaints.filter((text) => !/^Lit is in dev mode/.test(text));

    it('renders the tag and its first screen on a server, without the token and without a warning', () => {
      assert.equal(rendered.stderr, '');
      assert.equal(
        markup,
        `<svc-link id="link" class="wide">${renderSkeleton({ locale: 'de' })}<span slot="footer">Northwind</span></svc-link>`,
      );
    });

    it('hydrates it without a warning and links a provider', async () => {
      assert.match(await page.evaluate(() => window.app.version), new RegExp(`^${major}\\.`));
      const widget = widgetOn(page);
      await render(await ready());

      await widget.choose('Quartz Scale');
      await widget.signIn('ok@example.com');
      await widget.sees('Quartz Scale is connected');

      const successes = await heard('onSuccess');
      assert.deepEqual(
        successes.map(({ detail }) => detail.provider),
        ['quartz_scale'],
      );
      assert.equal((await heard('onExit')).length, 1);
      assert.deepEqual(complaints(), []);
    });

    it('calls the handlers of the last render', async () => {
      await render({ mode: 'dialog' });
      await render({ mode: 'dialog', label: 'Add a device' });
      await page.waitForFunction(() => window.app.element().label === 'Add a device');
      const last = await page.evaluate(() => window.app.rounds());

      await page.evaluate(() => window.app.element().show());
      await page.waitForFunction(() => window.app.heard.length > 0);

      assert.deepEqual(
        (await heard('onOpen')).map(({ round }) => round),
        [last],
      );
    });

    it('sets the given props, and resets those that are left out', async () => {
      const read = () =>
        page.evaluate(() => {
          const { headingLevel, withoutSearch, providers, label } = window.app.element();
          return { headingLevel, withoutSearch, providers, label };
        });
      const before = await read();
      const given = { headingLevel: 4, withoutSearch: true, providers: ['quartz_scale'], label: 'Devices' };

      await render(given);
      await page.waitForFunction(() => window.app.element().headingLevel === 4);
      assert.deepEqual(await read(), given);

      await render({});
      await page.waitForFunction(() => window.app.element().headingLevel === 2);
      assert.deepEqual(await read(), before);
    });

    it('writes no attribute for false, unless false is a value', async () => {
      const written = () =>
        page.evaluate(() =>
          ['hidden', 'inert', 'aria-busy', 'draggable'].map((name) =>
            window.app.element().getAttribute(name),
          ),
        );
      const given = { hidden: false, inert: false, 'aria-busy': false, draggable: false };
      const isShown = () => page.evaluate(() => window.app.element().checkVisibility());

      await render({ ...given, label: 'First' });
      await page.waitForFunction(() => window.app.element().label === 'First');
      assert.deepEqual(await written(), [null, null, 'false', 'false']);
      assert.equal(await isShown(), true);

      await render({ ...given, hidden: true, inert: true, label: 'Second' });
      await page.waitForFunction(() => window.app.element().label === 'Second');
      assert.equal(await isShown(), false);
      assert.notEqual((await written())[1], null);

      await render({ ...given, label: 'Third' });
      await page.waitForFunction(() => window.app.element().label === 'Third');
      assert.deepEqual(await written(), [null, null, 'false', 'false']);
      assert.equal(await isShown(), true);
    });

    it('leaves a dialog closed that the person closed, whatever is rendered later', async () => {
      await render({ ...(await ready()), mode: 'dialog', open: true });
      const close = widgetOn(page).button('Close');
      await close.click();
      await close.waitFor({ state: 'detached' });
      assert.equal((await heard('onClose')).length, 1);

      await render({ mode: 'dialog', open: true, label: 'Again' });
      await page.waitForFunction(() => window.app.element().label === 'Again');

      assert.equal(await page.evaluate(() => window.app.element().open), false);
    });

    it('shows a button to the hosted page if the browser is too old, and the hook goes there too', async () => {
      const openPage = async () => {
        const old = await profile.newPage();
        // The hosted page needs this function, so it is removed only on this origin.
        await old.addInitScript((origin) => {
          if (location.origin === origin) delete AbortSignal.any;
        }, server.origin);
        await old.goto(server.origin);
        await old.waitForFunction(() => window.app);
        return old;
      };
      const button = await openPage();
      await button.evaluate((props) => window.app.render(props), await ready());
      await button.getByRole('button', { name: 'Connect a device or app' }).click();
      await widgetOn(button).sees('Choose a device or app');
      assert.ok(button.url().startsWith(`${service.service}/link/`));

      const hook = await openPage();
      await hook.evaluate((options) => window.app.renderHook(options), await ready());
      await hook.locator('#open').hover();
      await hook.locator('#open').click();
      await widgetOn(hook).sees('Choose a device or app');
      assert.ok(hook.url().startsWith(`${service.service}/link/`));
      assert.deepEqual(complaints(), []);
    });

    if (major === '19')
      it('is not needed: the tag itself takes properties, attributes and listeners', async () => {
        await page.evaluate((linkToken) => window.app.renderTag({ linkToken }), 'lt_1');
        await page.waitForFunction(() => document.querySelector('#tag')?.linkToken === 'lt_1');

        await page.evaluate(() => document.querySelector('#tag').show());
        await page.waitForFunction(() => window.app.heard.length > 0);

        assert.equal(await page.evaluate(() => document.querySelector('#tag').headingLevel), 3);
        assert.equal((await heard('onsvc-open')).length, 1);
        assert.equal(await page.locator('#tag[link-token]').count(), 0);
      });

    describe('useSvcLink', () => {
      const ended = () => page.evaluate(() => window.app.ended);
      const hook = async (more = {}) => {
        const options = { ...(await ready()), ...more };
        await page.evaluate((options) => window.app.renderHook(options), options);
        await page.getByRole('button', { name: 'Connect a device' }).waitFor();
      };

      it('renders on a server as the component does, without a tag', () => {
        assert.match(hooked, /^<p><button id="open">Connect a device<\/button>/);
        assert.doesNotMatch(hooked, /svc-link|lt_secret/);
      });

      it('opens a dialog by keys alone, and resolves with what was connected', async () => {
        await hook();
        await page.locator('#open').focus();
        await page.keyboard.press('Enter');
        const widget = widgetOn(page);
        await widget.sees('Choose a device or app');
        assert.equal(await page.locator('#open').textContent(), 'Open');
        await widget.choose('Quartz Scale');
        await widget.signIn('ok@example.com');
        await widget.sees('Quartz Scale is connected');
        assert.deepEqual(await ended(), []);
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => window.app.ended.length > 0);
        const [{ outcome, results }] = await ended();
        assert.deepEqual([outcome, results[0].provider], ['success', 'quartz_scale']);
        await page.getByRole('button', { name: 'Connect a device' }).waitFor();
        assert.equal(await page.evaluate(() => document.activeElement.id), 'open');
        assert.equal(await page.locator('svc-link').count(), 0);
        assert.equal((await heard('onSuccess')).length, 1);
        assert.deepEqual(complaints(), []);
      });

      it('opens one dialog however often it is called, and can close it', async () => {
        await hook();
        await page.locator('#open').dispatchEvent('click');
        await page.locator('#open').dispatchEvent('click');
        await widgetOn(page).sees('Choose a device or app');
        assert.equal(await page.locator('svc-link').count(), 1);
        await page.locator('#close').dispatchEvent('click');
        await page.waitForFunction(() => window.app.ended.length === 2);
        assert.deepEqual(
          (await ended()).map(({ outcome }) => outcome),
          ['cancelled', 'cancelled'],
        );
      });

      it('opens another dialog while the outcome of an earlier try is on its way', async () => {
        await hook();
        let release;
        const gate = new Promise((resolve) => (release = resolve));
        await page.route(/\/v2\/link\/(state|provider\/password)/, async (route) => {
          await gate;
          await route.continue().catch(() => {});
        });
        for (const way of ['the person', 'the program']) {
          await page.locator('#open').dispatchEvent('click');
          const widget = widgetOn(page);
          await widget.choose('Quartz Scale');
          await widget.signIn('ok@example.com');
          await widget.sees(/^Connecting/);
          const left = await page.locator('svc-link').elementHandle();
          const looks = page.waitForRequest(/\/v2\/link\/state/);
          if (way === 'the person') await left.evaluate((link) => link.close());
          else await page.locator('#close').dispatchEvent('click');
          await page.locator('#open').dispatchEvent('click');
          await looks;
          const other = page.locator('svc-link[open]');
          await other.getByRole('heading', { name: 'Choose a device or app' }).waitFor();
          assert.equal(await left.evaluate((link) => link.open), false);
          assert.equal(await page.locator('#open').textContent(), 'Open');
          await page.waitForFunction((link) => !link.isConnected, left);
          assert.equal(await other.count(), 1);
          assert.equal(await page.locator('#open').textContent(), 'Open');
          await page.locator('#close').dispatchEvent('click');
          await page.locator('svc-link').waitFor({ state: 'detached' });
        }
        release();
        assert.equal((await ended()).length, 4);
      });

      it('closes when the component unmounts', async () => {
        await hook();
        await page.locator('#open').click();
        await widgetOn(page).sees('Choose a device or app');
        await page.evaluate(() => window.app.remove());
        await page.waitForFunction(() => window.app.ended.length > 0);
        assert.equal((await ended())[0].outcome, 'cancelled');
        assert.equal(await page.locator('svc-link').count(), 0);
      });

      it('waits for a token, and preloads without asking for one', async () => {
        await page.evaluate(() => window.app.renderHook({ baseUrl: 'https://link.example.com' }));
        await page.locator('#open:disabled').waitFor();
        await hook({ locale: 'de' });
        await page.locator('#open').hover();
        await page.locator(`link[rel=preconnect][href="${service.service}"]`).waitFor({ state: 'attached' });
        assert.equal(await page.locator('svc-link').count(), 0);
      });
    });

    it('ends the run when the component unmounts', async () => {
      await render(await ready());
      await widgetOn(page).sees('Choose a device or app');

      await page.evaluate(() => window.app.remove());
      await page.waitForFunction(() => window.app.heard.length > 0);

      assert.deepEqual(
        (await heard('onExit')).map(({ detail }) => detail.outcome),
        ['cancelled'],
      );
    });
  });
