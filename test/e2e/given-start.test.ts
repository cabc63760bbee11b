// A token that came with its start, in a real browser against the service: no request before the picker, and the service's answer
// before anything is sent.
import assert from 'node:assert/strict';
import type { Page, Route } from '@playwright/test';
import type { Profile } from './chromium.js';
import type { Servers } from './servers.js';
import { beforeEach, describe, it } from './test.js';
import { answerConsent, assertOneExit, type Widget } from './widget.js';

describe('a token that came with its start', () => {
  let servers: Servers, profile: Profile, page: Page, widget: Widget;
  /** The requests to the service and to the team's server, without files. */
  let asked: string[];
  let answer: () => void;

  beforeEach(async ({ visitor }) => {
    ({ servers, profile, page, widget } = visitor);
    asked = [];
    profile.context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/(v2|demo)\//.test(pathname)) asked.push(`${request.method()} ${pathname}`);
    });
    const answered = new Promise<void>((resolve) => (answer = resolve));
    // Holds the page's own start; the start of a provider's window goes through.
    await page.route('**/v2/link/start', async (route: Route) => {
      await answered;
      await route.continue();
    });
  });

  /** Changes the page's request for a token to a request for another token. */
  const tokenWith = (body: object) =>
    page.route('**/demo/link-token', (route) =>
      route.continue({
        postData: JSON.stringify({ fresh: true, ...body }),
        headers: { ...route.request().headers(), 'content-type': 'application/json' },
      }),
    );
  const open = () => page.goto(`${servers.demo}/hello.html`);

  it('needs no request but the token’s own before the picker', async () => {
    const started = page.waitForRequest('**/v2/link/start');
    await open();
    await widget.sees('Choose a device or app');
    assert.equal(await widget.link.getByRole('listitem').count(), 28);
    // Requests of a page are reported separately from what it shows, so wait for this one.
    await started;
    // The page's own start is under way, and has no answer yet.
    assert.deepEqual(asked, ['POST /demo/link-token', 'POST /v2/link/start']);
    answer();
  });

  it('is confirmed before a password leaves, by keys alone', async () => {
    await open();
    await widget.sees('Choose a device or app');
    await page.keyboard.press('Tab');
    while (
      (await page.evaluate(
        () => document.querySelector('svc-link')!.shadowRoot!.activeElement?.localName,
      )) !== 'input'
    )
      await page.keyboard.press('Tab');
    await page.keyboard.type('quartz');
    await widget.firstRow('Quartz Scale').waitFor();
    await page.keyboard.press('Tab');
    while (!(await widget.button(/^Quartz Scale/).evaluate((one) => one.matches(':focus'))))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await widget.username.focus();
    await page.keyboard.type('ok@example.com');
    await page.keyboard.press('Tab');
    while (!(await widget.password.evaluate((one) => one.matches(':focus'))))
      await page.keyboard.press('Tab');
    await page.keyboard.type('good-password');
    await page.keyboard.press('Enter');
    await widget.sees(/^Connecting/);
    // Requests sent before this one are reported before its answer.
    await page.evaluate(() => fetch('/demo/connections').then((response) => response.text()));
    assert.ok(!asked.some((what) => what.includes('/password/')), String(asked));
    answer();
    await widget.sees('Quartz Scale is connected');
    assertOneExit(profile.events, 'success');
    assert.equal(asked.filter((what) => what.includes('/password/')).length, 1);
    assert.deepEqual(profile.complaints, []);
  });

  it('leads to the refusal where the service refuses the page, and sends nothing', async () => {
    await tokenWith({ allowed_origins: ['https://elsewhere.example'] });
    await open();
    await widget.choose('Quartz Scale');
    await widget.signIn('ok@example.com');
    answer();
    await widget.sees('This link can’t be opened from this site');
    assert.ok(!asked.some((what) => what.includes('/password/')), String(asked));
    const error = profile.events.find(({ name }) => name === 'svc-error');
    assert.equal(error?.detail.code, 'origin_not_allowed');
    await widget.button('Close').click();
    assertOneExit(profile.events, 'error');
  });

  it('hands a provider’s window the token only once it is confirmed', async () => {
    await open();
    await widget.choose('Aurora Ring');
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await popup.waitForLoadState();
    // The window has asked for the token several times by then.
    await popup.evaluate(
      () =>
        new Promise<void>((resolve) => {
          let asks = 0;
          addEventListener('message', () => (asks += 1) === 4 && resolve());
        }),
    );
    assert.equal(asked.filter((what) => what === 'POST /v2/link/start').length, 1);
    answer();
    await answerConsent(popup, 'Allow');
    await widget.sees('Aurora Ring is connected');
    assert.equal(asked.filter((what) => what === 'POST /v2/link/start').length, 2);
  });

  it('shows what the service offers where that is something else', async () => {
    await page.route('**/demo/link-token', async (route) => {
      const response = await route.fetch();
      const given = (await response.json()) as { start: { providers: { slug: string }[] } };
      given.start.providers = given.start.providers.filter(
        ({ slug }) => slug === 'fjord_band' || slug === 'quartz_scale',
      );
      await route.fulfill({ response, json: given });
    });
    await open();
    await widget.sees('Choose a device or app');
    assert.equal(await widget.link.getByRole('listitem').count(), 2);
    answer();
    await widget.button(/^Aurora Ring/).waitFor();
    assert.equal(await widget.link.getByRole('listitem').count(), 28);
  });

  it('takes markup in it for text', async () => {
    const markup = `<img src=x onerror="document.title='run'">`;
    await page.route('**/demo/link-token', async (route) => {
      const response = await route.fetch();
      const given = (await response.json()) as { start: { session: object; providers: object[] } };
      Object.assign(given.start.session, { app_name: markup, user_label: markup });
      for (const each of given.start.providers) Object.assign(each, { name: markup, description: markup });
      await route.fulfill({ response, json: given });
    });
    await open();
    await widget.link.getByText(markup).first().waitFor();
    const title = await page.title();
    assert.equal(await widget.link.locator('img[src=x]').count(), 0);
    answer();
    await widget.button(/^Aurora Ring/).waitFor();
    // The warnings for developers on the console may have come by now, or not.
    const complaints = profile.complaints.filter((text) => !/^<svc-link> .*markup.* as text/.test(text));
    assert.deepEqual([await page.title(), complaints], [title, []]);
  });

  it('works in Arabic, on 320 pixels, in a dark page', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await open();
    await page.evaluate(() =>
      Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' }).style.setProperty(
        'color-scheme',
        'dark',
      ),
    );
    await widget.sees('اختيار جهاز أو تطبيق');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.ok(overflow <= 0, `${overflow} px too wide`);
    answer();
    await widget.button(/Quartz Scale/).click();
    await widget.link.locator('input').first().waitFor();
  });
});

describe('SvcLink.open()', () => {
  it('opens a dialog in a page without a tag, by keys alone, and resolves with what was connected', async ({
    visitor: { servers, page, widget, profile },
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${servers.demo}/done.html`);
    await page.evaluate(async (service) => {
      const { SvcLink } = (await import(`${service}/cdn/svc-link.js`)) as typeof import('svc-link/define');
      const button = Object.assign(document.createElement('button'), {
        textContent: 'Connect',
        id: 'program',
      });
      document.body.append(button);
      button.addEventListener('click', () => {
        const outcome = SvcLink.open({
          baseUrl: service,
          tokenProvider: async () => (await fetch('/demo/link-token', { method: 'POST' })).json(),
        });
        void outcome.then((ended) => (button.textContent = JSON.stringify(ended)));
      });
      button.focus();
    }, servers.service);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await widget.sees('Choose a device or app');
    await widget.choose('Quartz Scale');
    await widget.signIn('ok@example.com');
    await widget.sees('Quartz Scale is connected');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const ended = page.locator('#program');
    await ended.filter({ hasText: 'outcome' }).waitFor();
    const { outcome, results } = JSON.parse((await ended.textContent())!) as {
      outcome: string;
      results: { provider: string }[];
    };
    assert.deepEqual([outcome, results.map(({ provider }) => provider)], ['success', ['quartz_scale']]);
    assert.ok(await ended.evaluate((one) => one.matches(':focus')));
    assert.equal(await page.locator('svc-link').count(), 0);
    assert.deepEqual(profile.complaints, []);
  });
});
