// What can go wrong, each problem in words that a person can act on.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { Profile } from './chromium.js';
import type { Servers } from './servers.js';
import { beforeEach, describe, it } from './test.js';
import { assertOneExit, type Widget } from './widget.js';

describe('problems', () => {
  let servers: Servers, profile: Profile, page: Page, widget: Widget;

  beforeEach(({ visitor }) => {
    ({ servers, profile, page, widget } = visitor);
  });

  const open = (query = '') => page.goto(`${servers.demo}/inline.html?provider=quartz_scale${query}`);
  const errors = () =>
    profile.events
      .filter(({ name }) => name === 'svc-error')
      .map(({ detail }) => [detail.code, detail.retryable]);
  const connect = async () => {
    await widget.signIn('ok@example.com');
    await widget.sees('Quartz Scale is connected');
    assertOneExit(profile.events, 'success');
  };

  // A person can fix these problems: each leads on to a connection, with the user name kept.
  for (const [type, title, action] of [
    ['provider_password_expired', 'Your Quartz Scale password has expired', 'I’ve set a new password'],
    ['duplicate_connection', 'This Quartz Scale account is already connected', 'Use a different account'],
    ['provider_api_error', 'We can’t reach Quartz Scale right now', 'Try again'],
    ['required_scopes_not_granted', 'Northwind Health needs more access from Quartz Scale', 'Review access'],
    ['user_cancelled', 'You didn’t finish connecting Quartz Scale', 'Try again'],
    ['unsupported_region', 'Quartz Scale isn’t available in your region', 'Start again'],
    ['brand_new_error', 'We couldn’t connect Quartz Scale', 'Try again'],
  ])
    it(`of the kind ${type} lead back to the form`, async () => {
      await open();
      await widget.signIn(`error-${type}@example.com`);
      await widget.sees(title);
      assert.deepEqual(errors(), type === 'user_cancelled' ? [] : [[type, true]]);
      await widget.button(action).click();
      await widget.sees('Connect Quartz Scale');
      assert.equal(await widget.username.inputValue(), `error-${type}@example.com`);
      assert.equal(await widget.password.inputValue(), '');
      await connect();
    });

  it('of the kind provider_credential_error stay at the form', async () => {
    await open();
    await widget.signIn('error-provider_credential_error@example.com');
    await widget.shows('Check your Quartz Scale sign-in details');
    assert.deepEqual(errors(), [['provider_credential_error', true]]);
    await connect();
  });

  it('with a code that nobody asked for have words too', async () => {
    await open();
    await widget.signIn('error-incorrect_mfa_code@example.com');
    await widget.sees('That code didn’t work');
    assert.deepEqual(
      errors().map(([code]) => code),
      ['incorrect_mfa_code'],
    );
  });

  // Without a `tokenProvider` the person can do nothing here but go back.
  for (const [type, title] of [
    ['invalid_token', 'This link doesn’t work'],
    ['token_expired', 'This link has expired'],
    ['token_not_validated', 'We couldn’t check this link'],
    ['token_consumed', 'This link has already been used'],
  ])
    it(`of the kind ${type} end the run where no new token can be had`, async () => {
      await open('&once=on');
      await widget.signIn(`error-${type}@example.com`);
      // After `token_not_validated` the session is started again first; the person sends the form once more.
      if (type === 'token_not_validated') {
        await widget.sees('Connect Quartz Scale');
        await widget.signIn(`error-${type}@example.com`);
      }
      await widget.sees(title);
      const [code] = errors().at(-1)!;
      assert.equal(code, type);
      await widget.button('Go back to Northwind Health').click();
      await widget.link.getByRole('heading').waitFor({ state: 'detached' });
      // A person who leaves a problem that could still be tried again has cancelled.
      assertOneExit(profile.events, type === 'token_not_validated' ? 'cancelled' : 'error');
    });

  it('with the token go on with a new one where it can be had', async () => {
    await open();
    await widget.sees('Connect Quartz Scale');
    await widget.username.fill('ok@example.com');
    await servers.advanceClock(3700);
    await widget.signIn('ok@example.com');
    await widget.sees('Connect Quartz Scale');
    await page.waitForFunction(() => {
      const password = document.querySelector('svc-link')!.shadowRoot!.querySelector('[type=password]');
      // The field is an input element.
      return (password as HTMLInputElement | null | undefined)?.value === '';
    });
    assert.equal(await widget.username.inputValue(), 'ok@example.com');
    await connect();
  });

  it('with the token end the run where it expired and none can be had', async () => {
    await open('&once=on');
    await widget.sees('Connect Quartz Scale');
    await servers.advanceClock(3700);
    await widget.signIn('ok@example.com');
    await widget.sees('This link has expired');
    await widget.button('Go back to Northwind Health').click();
    await widget.link.getByRole('heading').waitFor({ state: 'detached' });
    assertOneExit(profile.events, 'error');
  });

  it('with too many requests say when to try again', async () => {
    await open();
    await widget.signIn('status-429@example.com');
    await widget.sees('Too many tries');
    await widget.shows('Wait 1 minute, then try again.');
    assert.equal(await widget.button('Try again').getAttribute('aria-disabled'), 'true');
    assert.deepEqual(
      errors().map(([code]) => code),
      ['rate_limited'],
    );
  });

  for (const [username, code] of [
    ['status-502', 'service_error'],
    ['status-500', 'service_error'],
    ['garbage', 'bad_response'],
  ])
    it(`of the service (${username}@) never send the password again by themselves`, async () => {
      let sent = 0;
      page.on('request', (request) => {
        if (/\/provider\/password\//.test(request.url()) && request.method() === 'POST') sent += 1;
      });
      await open();
      await widget.signIn(`${username}@example.com`);
      await widget.sees('There’s a problem with this service');
      assert.deepEqual(errors(), [[code, true]]);
      assert.equal(sent, 1);
      await widget.button('Try again').click();
      await widget.sees('Connect Quartz Scale');
      assert.equal(await widget.username.inputValue(), `${username}@example.com`);
      assert.equal(sent, 1);
      await connect();
    });

  it('with a provider that never answers can be left', async () => {
    await open();
    await widget.signIn('hang@example.com');
    await widget.sees('Connecting Quartz Scale');
    await widget.button('Cancel').click();
    await widget.sees('Connect Quartz Scale');
    assert.equal(await widget.username.inputValue(), 'hang@example.com');
    assert.ok(!profile.events.some(({ name }) => name === 'svc-exit'));
    await connect();
  });

  it('with the network keep what was typed', async () => {
    await open();
    await widget.sees('Connect Quartz Scale');
    await profile.context.setOffline(true);
    await widget.signIn('ok@example.com');
    await widget.sees('You’re offline');
    await profile.context.setOffline(false);
    await widget.button('Try again').click();
    await widget.sees('Connect Quartz Scale');
    assert.equal(await widget.username.inputValue(), 'ok@example.com');
    await connect();
  });

  it('of a script that does not load are asked for again by the person alone', async () => {
    let asked = 0;
    // The code that checks the page for developers comes two seconds later, and does not count.
    const later = (url: URL) => /\/cdn\/(?!svc-link\.js|inspect-)[^/]+\.js$/.test(url.pathname);
    await profile.context.route(later, (route) => {
      asked += 1;
      return route.abort();
    });
    await page.goto(`${servers.demo}/inline.html`);
    // The search does not load either: the query is looked for only in the names.
    await widget.link.getByLabel('Search').fill('Quartz');
    await widget.button(/^Quartz Scale/).click();
    await widget.sees('We couldn’t load this page. Check your internet connection.');
    const before = asked;
    // A page that sends requests with each drawing would have sent one by the answer to this. On a slow machine, a page that
    // always draws something is never idle.
    await page.evaluate(
      () => new Promise((drawn) => window.requestIdleCallback(() => setTimeout(drawn), { timeout: 2000 })),
    );
    // The steps, and the search, each once or twice more.
    assert.ok(before <= 6 && asked === before, `${before}, then ${asked}`);
    await profile.context.unroute(later);
    await widget.button('Try again').click();
    await widget.choose('Quartz Scale');
    await connect();
  });

  it('are the page’s to hear when the person gives up', async () => {
    await open();
    await widget.signIn('error-provider_api_error@example.com');
    await widget.sees('We can’t reach Quartz Scale right now');
    await widget.button('Close').click();
    await widget.link.getByRole('heading').waitFor({ state: 'detached' });
    assertOneExit(profile.events, 'cancelled');
  });
});
