// /docs of the service: each endpoint can be tried there.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { axeFaults } from './accessibility/axe.js';
import { startService, type Service } from './servers.js';
import { beforeEach, describe, it, test } from './test.js';

let running: Service;
let page: Page;

test.use({ profileOptions: { reducedMotion: 'reduce' } });
test.beforeAll(async () => {
  running = await startService();
});
test.afterAll(() => running.stop());
beforeEach(({ page: first }) => {
  page = first;
});

/** Opens the form of an endpoint by keys alone. */
async function tryIt(summary: string) {
  const section = page.getByRole('region', { name: summary, exact: true });
  const opener = section.getByText('Try it', { exact: true });
  if (!(await opener.evaluate((node) => node.closest('details')!.open))) {
    await opener.focus();
    await page.keyboard.press('Enter');
  }
  const form = section.getByRole('form');
  await form.waitFor();
  return form;
}

const send = async (form: Awaited<ReturnType<typeof tryIt>>, status: string) => {
  await form.getByRole('button', { name: 'Send to this service' }).press('Enter');
  await form.getByRole('status').getByText(status).waitFor();
  return (await form.getByLabel('Answer').count()) > 0 ? form.getByLabel('Answer').innerText() : '';
};

describe('the reference of the service', () => {
  it('makes a user, a link token and a connection, each form with what the last one answered', async ({
    profile,
  }) => {
    await page.goto(`${running.service}/docs`);
    const making = await tryIt('Create a user');
    await making.getByLabel('Body').fill('{ "client_user_id": "grace" }');
    const user = JSON.parse(await send(making, '200')) as { user_id: string };
    // This proves that the user was made: the refusal names them.
    assert.match(await send(making, '400'), /already_exists/);

    const creating = await tryIt('Create a link token');
    assert.ok((await creating.getByLabel('Body').inputValue()).includes(user.user_id));
    const { link_token } = JSON.parse(await send(creating, '200')) as { link_token: string };

    const starting = await tryIt('Start a link: the session and its providers');
    assert.ok((await starting.getByLabel('Body').inputValue()).includes(link_token));
    await send(starting, '200');

    const signing = await tryIt('Sign in with user name and password');
    assert.equal(await signing.getByLabel('x-svc-link-token').inputValue(), link_token);
    await signing.getByLabel('Example').selectOption('a wrong password');
    assert.match(await send(signing, '200'), /"provider_credential_error"|"invalid_credentials"/);
    await signing.getByLabel('Example').selectOption('success');
    assert.match(await send(signing, '200'), /"state": "success"/);

    const listing = await tryIt('List what a user has connected');
    assert.equal(await listing.getByLabel('user_id (required)').inputValue(), user.user_id);
    assert.match(await send(listing, '200'), /quartz_scale/);
    assert.equal(profile.complaints.length, 1, 'the refusal alone');
  });

  it('says what is wrong, and keeps what was entered', async () => {
    await page.goto(`${running.service}/docs`);
    const form = await tryIt('Create a user');
    await form.getByLabel('x-svc-api-key').fill('sk_of_nobody');
    await send(form, '401');
    await form.getByLabel('Body').fill('{');
    await send(form, 'The body is not JSON.');
    await form.getByLabel('Body').fill('{"client_user_id":"ä"}');
    await form.getByLabel('x-svc-api-key').fill('ключ');
    await send(form, 'x-svc-api-key has characters that a header cannot carry.');
    await form.getByLabel('x-svc-api-key').fill('sk_sandbox_local');
    await page.context().setOffline(true);
    await send(form, 'No answer came.');
    assert.equal(await form.getByLabel('Body').inputValue(), '{"client_user_id":"ä"}');
    await page.context().setOffline(false);
    await send(form, '200');
    const reading = await tryIt('Read a user');
    await reading.getByLabel('user_id (required)').fill('');
    await send(reading, 'Enter user_id.');
  });

  it('stores no key, and names none in an address or a log', async ({ profile }) => {
    const key = 'sk_a_key_that_only_this_page_has';
    await page.goto(`${running.service}/docs`);
    const form = await tryIt('Create a user');
    await form.getByLabel('x-svc-api-key').fill(key);
    await send(form, '401');
    const other = await tryIt('Read a user');
    assert.equal(await other.getByLabel('x-svc-api-key').inputValue(), key);
    const kept = await page.evaluate(async () => [
      location.href,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
      document.cookie,
      JSON.stringify(performance.getEntriesByType('resource')),
      String((await window.indexedDB.databases()).length),
    ]);
    assert.ok(![...kept, running.serviceLog()].join('\n').includes(key));
    assert.equal(kept.at(-1), '0');
    assert.equal(profile.complaints.length, 1, 'the refusal alone');
    await page.reload();
    const again = await tryIt('Create a user');
    assert.equal(await again.getByLabel('x-svc-api-key').inputValue(), 'sk_sandbox_local');
  });

  it('has no fault that axe finds in light and dark, and no sideways scroll at 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${running.service}/docs`);
    await send(await tryIt('List the users of the team, the oldest first'), '200');
    await tryIt('Sign in with user name and password');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await axeFaults(page), [], colorScheme);
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  });

  it('has all but the forms without script', async () => {
    const context = await page.context().browser()!.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${running.service}/docs`);
    const section = plain.getByRole('region', { name: 'Create a user', exact: true });
    await section.getByText('Try it', { exact: true }).click();
    await section.getByText(/^curl -X POST/).waitFor();
    assert.equal(await section.getByRole('form').count(), 0);
    await context.close();
  });
});
