// A run with a password, a code and a token made at random, and then a search for them everywhere else.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page, Browser } from '@playwright/test';
import { openProfile } from './chromium.js';
import type { Servers, MadeToken } from './servers.js';
import { beforeEach, describe, it } from './test.js';
import { answerConsent, widgetOn } from './widget.js';

describe('secrets', () => {
  let servers: Servers, browser: Browser;
  beforeEach(({ servers: shared, browser: launched }) => {
    [servers, browser] = [shared, launched];
  });

  it('H12 stay out of addresses, referrers, events, storage, history, the console and the log', async () => {
    const password = `good-${randomUUID()}`;
    const wrongPassword = `bad-${randomUUID()}`;
    const wrongCode = '9182736455';
    const code = '123456';
    const wholeCode = /(?<![0-9a-f])123456(?![0-9a-f])/i;

    const profile = await openProfile(browser);
    const { context } = profile;
    const places: [place: string, text: string][] = [];
    const note = (place: string, text: string | undefined) => places.push([place, String(text)]);
    const tokens = new Set<string>();
    const reading: Promise<unknown>[] = [];
    const bodies: string[] = [];

    context.on('request', (request) => {
      note('address', request.url());
      note('referrer', request.headers()['referer'] ?? '');
      bodies.push(request.postData() ?? '');
    });
    context.on('response', (response) => {
      if (!response.url().endsWith('/demo/link-token')) return;
      reading.push(response.json().then(({ link_token }: MadeToken) => tokens.add(link_token)));
    });
    context.on('page', (opened) => {
      opened.on('framenavigated', (frame) => note('address', frame.url()));
      opened.on('console', (message) => note('console', message.text()));
      opened.on('pageerror', (error) => note('console', error.stack));
    });
    /** Reads what a page has stored; called at every step of the run. */
    const inspect = async (page: Page) => {
      // An answer can be read only while its page exists.
      await Promise.all(reading);
      const found = await page.evaluate(async () => ({
        storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
        history: JSON.stringify(history.state),
        title: document.title,
        cookie: document.cookie,
        caches: JSON.stringify(await window.caches.keys()),
        timings: performance
          .getEntries()
          .map(({ name }) => name)
          .join(' '),
        markup: document.documentElement.outerHTML,
      }));
      for (const [place, text] of Object.entries(found)) note(place, text);
      for (const { name, value } of await context.cookies()) note('cookie', `${name}=${value}`);
    };

    const page = await context.newPage();
    const widget = widgetOn(page);
    await page.goto(`${servers.demo}/inline.html?provider=quartz_scale`);
    await widget.signIn('sms@example.com', wrongPassword);
    await widget.shows('Check your Quartz Scale sign-in details');
    await inspect(page);
    await widget.signIn('sms@example.com', password);
    await widget.sees('Enter your code');
    await inspect(page);
    await widget.answerCode(wrongCode);
    await widget.shows('That code didn’t work');
    await inspect(page);
    await widget.answerCode(code);
    await widget.sees('Quartz Scale is connected');
    await inspect(page);

    // The same with a token that travels between windows.
    await page.goto(`${servers.demo}/inline.html?provider=aurora_ring`);
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await inspect(page);
    await answerConsent(popup, 'Allow');
    await widget.sees('Aurora Ring is connected');
    await inspect(page);

    // The same in one window.
    await page.addInitScript('window.open = () => null');
    await page.goto(`${servers.demo}/inline.html?provider=borealis_watch`);
    await widget.button('Continue to Borealis Watch').click();
    await widget.sees('The window didn’t open');
    await inspect(page);
    await widget.button('Continue to Borealis Watch').click();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(`${servers.demo}/**`);
    await widget.sees(/ is connected$/);
    await inspect(page);

    for (const { name, detail } of profile.events) note(`event ${name}`, JSON.stringify(detail));
    note('service log', servers.serviceLog());

    // The search does find a secret in a place that has one.
    assert.ok(tokens.size >= 2);
    for (const secret of [password, wrongPassword, wrongCode, ...tokens])
      assert.ok(
        bodies.some((body) => body.includes(secret)),
        'every secret was sent in a body',
      );
    for (const place of ['address', 'storage', 'event svc-success', 'service log'])
      assert.ok(
        places.some(([name, text]) => name === place && text.length > 0),
        place,
      );

    for (const secret of [password, wrongPassword, wrongCode, ...tokens]) {
      const found = places.filter(
        ([, text]) => text.includes(secret) || text.includes(encodeURIComponent(secret)),
      );
      assert.deepEqual([...new Set(found.map(([place]) => place))], [], `found ${secret.slice(0, 4)}…`);
    }
    // The code is short enough to be in an address or an id by chance. So it is searched only where people's words would be, and
    // whole.
    for (const [place, text] of places.filter(([name]) => /^event|history|storage/.test(name)))
      assert.doesNotMatch(text, wholeCode, place);
    await profile.close();
  });
});
