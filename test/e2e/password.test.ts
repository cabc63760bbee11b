// A password provider from the picker to the connection, with every kind of code, against the real service.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { Profile } from './chromium.js';
import type { Servers } from './servers.js';
import { beforeEach, describe, it } from './test.js';
import { until } from './waiting.js';
import { assertOneExit, stepsOf, readConnections, type Widget } from './widget.js';

describe('linking with a password', () => {
  let servers: Servers, profile: Profile, page: Page, widget: Widget;

  beforeEach(({ visitor }) => {
    ({ servers, profile, page, widget } = visitor);
  });

  const open = (query = '?provider=quartz_scale') => page.goto(`${servers.demo}/inline.html${query}`);

  async function assertConnected(name = 'Quartz Scale', slug = 'quartz_scale') {
    const success = profile.events.find(({ name }) => name === 'svc-success')?.detail;
    assert.equal(success?.state, 'success');
    assert.equal(success.provider, slug);
    assert.equal(success.connected, true);
    assertOneExit(profile.events, 'success');
    await page.locator('.connections').getByText(name).waitFor();
    const { providers } = await readConnections(page);
    const connection = providers.find((provider) => provider.slug === slug)!;
    assert.equal(connection.status, 'connected');
    assert.ok(Object.keys(connection.resource_availability).length > 0);
  }

  it('goes from the picker to the connection', async () => {
    await open('');
    await widget.sees('Choose a device or app');
    await widget.link.getByLabel('Search').fill('quártz');
    await widget.firstRow('Quartz Scale').click();
    await widget.sees('Connect Quartz Scale');
    await widget.signIn('ok@example.com');
    await widget.sees('Quartz Scale is connected');
    await assertConnected();
    assert.deepEqual(stepsOf(profile.events), [
      'loading',
      'select-provider',
      'sign-in',
      'connecting',
      'done',
    ]);
    assert.deepEqual(profile.complaints, []);
  });

  for (const [name, method] of [
    ['sms', 'text message'],
    ['email', 'an email'],
    ['carrier-pigeon', 'carrier pigeon'],
  ])
    it(`asks for the code of ${name}@`, async () => {
      await open();
      await widget.signIn(`${name}@example.com`);
      await widget.sees('Enter your code');
      await widget.shows(new RegExp(method));
      await widget.answerCode('123 456');
      await widget.sees('Quartz Scale is connected');
      await assertConnected();
    });

  it('asks twice@ for a second code', async () => {
    await open();
    await widget.signIn('twice@example.com');
    await widget.sees('Enter your code');
    await widget.answerCode('123456');
    await widget.sees('One more code');
    assert.equal(await widget.code.inputValue(), '');
    await widget.answerCode('654321');
    await widget.sees('Quartz Scale is connected');
    await assertConnected();
  });

  it('keeps the name and empties the password when the password is wrong', async () => {
    await open();
    await widget.signIn('ok@example.com', 'wrong');
    await widget.shows('The email or password doesn’t match any Quartz Scale account.');
    assert.equal(await widget.username.inputValue(), 'ok@example.com');
    assert.equal(await widget.password.inputValue(), '');
    assert.equal(await widget.password.getAttribute('aria-invalid'), 'true');
    await page.keyboard.type('good-again');
    await page.keyboard.press('Enter');
    await widget.sees('Quartz Scale is connected');
    await assertConnected();
    const errors = profile.events.filter(({ name }) => name === 'svc-error');
    assert.deepEqual(
      errors.map(({ detail }) => [detail.code, detail.retryable]),
      [['provider_credential_error', true]],
    );
  });

  it('stays with the challenge when the code is wrong', async () => {
    await open();
    await widget.signIn('sms@example.com');
    await widget.sees('Enter your code');
    await widget.answerCode('000000');
    await widget.shows('That code didn’t work');
    assert.equal(await widget.code.inputValue(), '');
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');
    await widget.sees('Quartz Scale is connected');
    await assertConnected();
  });

  it('returns to the challenge after a reload', async () => {
    await open();
    await widget.signIn('sms@example.com');
    await widget.sees('Enter your code');
    await page.reload();
    await widget.sees('Enter your code');
    await widget.answerCode('123456');
    await widget.sees('Quartz Scale is connected');
    await assertConnected();
  });

  // Takes 20 seconds.
  if (process.env['LONG'])
    it('goes on to wait for a sign-in that the provider still thinks about, after a reload', async () => {
      await open('');
      await widget.choose('Quartz Scale');
      await widget.signIn('slow@example.com');
      await widget.sees('Connecting Quartz Scale');
      const id = profile.events.findLast(({ detail }) => detail.link_session_id)?.detail.link_session_id;
      // The service names the provider once it has the password.
      const isTried = async () => (await servers.ask('GET', `/v2/link/session/${id}`)).provider;
      assert.equal(await until(isTried), 'quartz_scale');
      for (let reloads = 0; reloads < 2; reloads++) {
        await page.reload();
        await widget.sees('Connecting Quartz Scale');
      }
      await widget.sees('Quartz Scale is connected');
      await assertConnected();
    });

  it('tells after a reload how a sign-in ended meanwhile', async () => {
    await open();
    const answered = page.waitForResponse('**/v2/link/provider/password/quartz_scale');
    // The page has gone before it has read the answer.
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = (url, init) =>
        String(url).includes('/password/')
          ? fetch(url, init).then(() => new Promise(() => {}))
          : fetch(url, init);
    });
    await widget.signIn('ok@example.com', 'wrong');
    await answered;
    await page.reload();
    await widget.shows('The email or password doesn’t match any Quartz Scale account.');
  });

  it('asks for the password again after a reload that kept it from being sent', async () => {
    await open();
    // This request gets no answer, and does not reach the service.
    await page.route('**/v2/link/provider/password/quartz_scale', () => {}, { times: 1 });
    const asked = page.waitForRequest('**/v2/link/provider/password/quartz_scale');
    await widget.signIn('ok@example.com');
    await asked;
    await widget.sees('Connecting Quartz Scale');
    await page.reload();
    const notice = widget.link.getByText('That didn’t go through. Enter your password again.');
    await notice.waitFor();
    assert.match((await widget.password.getAttribute('aria-describedby')) ?? '', /notice/);
    await widget.signIn('ok@example.com');
    await widget.sees('Quartz Scale is connected');
    await assertConnected();
  });

  it('asks for the region where the provider has some', async () => {
    await open('?provider=xenon_pump');
    await widget.link.getByLabel('Region').selectOption('us');
    await widget.signIn('ok@example.com');
    await widget.shows('Xenon Pump isn’t available in that region');
    await widget.link.getByLabel('Region').selectOption('eu');
    assert.equal(await widget.username.inputValue(), 'ok@example.com');
    await widget.signIn('ok@example.com');
    await widget.sees('Xenon Pump is connected');
    await assertConnected('Xenon Pump', 'xenon_pump');
  });

  it('can be done with the keyboard alone', async () => {
    await open('');
    await widget.sees('Choose a device or app');
    await widget.link.getByLabel('Search').focus();
    await page.keyboard.type('quartz');
    await widget.firstRow('Quartz Scale').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await widget.sees('Connect Quartz Scale');
    await widget.username.focus();
    await page.keyboard.type('sms@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('good-keyboard');
    await page.keyboard.press('Enter');
    await widget.sees('Enter your code');
    await widget.code.focus();
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');
    await widget.sees('Quartz Scale is connected');
    await assertConnected();
  });
});
