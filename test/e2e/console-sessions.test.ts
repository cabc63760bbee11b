// From a person's complaint to what happened: the widget in one page, support at the console in another.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createClient } from 'svc-link/client';
import { axeFaults } from './accessibility/axe.js';
import { goThrough } from './console-scene.js';
import { managementKey, org, team } from './session-way.js';
import { describe, it, test } from './test.js';

test.use({ profileOptions: { reducedMotion: 'reduce' } });

/** Signs in at a place of the console, by keyboard. */
async function atConsole(page: Page, service: string, fragment: string): Promise<void> {
  await page.goto(`${service}/console/${fragment}`);
  await page.getByLabel('Management key').fill(managementKey);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').waitFor();
}
async function find(page: Page, text: string): Promise<void> {
  await page.getByLabel('Find what happened in a link').fill(text);
  await page.keyboard.press('Enter');
}
const sees = (page: Page) => page.getByRole('heading', { level: 1, name: /^Link sessions?$/ }).waitFor();
/** The first line of each step. */
const wayOf = async (page: Page) => {
  await page.locator('.way').waitFor();
  return page.locator('.way strong').allInnerTexts();
};
const cameTo = (page: Page) => page.getByRole('region', { name: 'What it came to' }).innerText();
const links = `#/team/${team}/links`;

describe('support', () => {
  it('finds a wrong password by the reference that the person sees', async ({ visitor }) => {
    const { servers, profile, page, widget } = visitor;
    await page.goto(`${servers.demo}/inline.html?provider=quartz_scale`);
    await widget.signIn('somebody@example.com', 'wrong');
    await page.getByRole('log').getByText('svc-error', { exact: true }).waitFor();
    const { detail } = profile.events.find(({ name }) => name === 'svc-error')!;
    assert.equal(detail.code, 'provider_credential_error');

    const support = await profile.newPage();
    await atConsole(support, servers.service, links);
    await find(support, detail.request_id ?? '');
    await sees(support);
    assert.deepEqual(await wayOf(support), [
      'Link made',
      'Widget opened',
      'Provider chosen, sign-in begun',
      'Wrong user name or password',
    ]);
    const sought = support.getByRole('listitem').filter({ hasText: 'Your request' });
    assert.deepEqual(await sought.locator('strong').allInnerTexts(), [
      'Provider chosen, sign-in begun',
      'Wrong user name or password',
    ]);
    assert.match(await cameTo(support), /on the provider’s own page/);
    const text = await support.locator('main').innerText();
    assert.match(text, new RegExp(`${servers.demo.replaceAll('.', '\\.')}, mode “inline”`));
    assert.ok(!/somebody|wrong\b/.test(text), text);

    // The address names the session: another person in support can open it, and Back leads to the search.
    assert.ok(support.url().endsWith(`${links}/${detail.request_id}`));
    await support.goBack();
    await support.getByRole('heading', { level: 1, name: 'Links', exact: true }).waitFor();
    await find(support, detail.link_session_id.toUpperCase());
    await sees(support);
    assert.equal(await support.evaluate(() => document.activeElement?.tagName), 'H1');
    assert.deepEqual(
      profile.complaints.filter((said) => !/status of 40/.test(said)),
      [],
    );
  });

  it('finds a person whose network is gone by the session alone', async ({ visitor }) => {
    const { servers, profile, page, widget } = visitor;
    await page.goto(`${servers.demo}/inline.html?provider=quartz_scale`);
    await widget.sees('Connect Quartz Scale');
    await profile.context.setOffline(true);
    await widget.signIn('ok@example.com');
    await page.getByRole('log').getByText('svc-error', { exact: true }).waitFor();
    const { detail } = profile.events.find(({ name }) => name === 'svc-error')!;
    assert.deepEqual([detail.code, detail.request_id], ['offline', null]);
    await profile.context.setOffline(false);

    const support = await profile.newPage();
    await atConsole(support, servers.service, `${links}/${detail.link_session_id}`);
    await sees(support);
    assert.deepEqual(await wayOf(support), ['Link made', 'Widget opened']);
    assert.match(
      await cameTo(support),
      /Not finished\. Nothing more was heard.*lost its network.*still works/s,
    );
  });

  it('finds the sessions of a user and around a time, and puts no name into an address', async ({
    service,
    page,
  }) => {
    const client = createClient({ baseUrl: service.service, apiKey: 'sk_sandbox_local', managementKey });
    const client_user_id = `ada-${randomUUID()}`;
    const { user_id } = await client.createUser({ client_user_id });
    const password = 'good-one';
    const ids: string[] = [];
    for (const username of ['error-provider_api_error@example.com', 'ok@example.com']) {
      const { link_token, link_session_id } = await client.createLinkToken({ user_id });
      await goThrough(service.service, link_token, 'quartz_scale', [{ username, password }]);
      ids.unshift(link_session_id);
    }
    const { data } = await client.findLinkSessions(org, team, { link_session_id: ids[0]! });

    await atConsole(page, service.service, links);
    await find(page, '');
    await page.getByRole('alert').filter({ hasText: 'Type or paste' }).waitFor();
    await find(page, 'nobody-we-know');
    await page.getByRole('alert').filter({ hasText: 'No user of this team' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'sought');
    const unlinked = await client.createUser({ client_user_id: `eve-${randomUUID()}` });
    await find(page, unlinked.client_user_id ?? '');
    await page.getByRole('heading', { level: 1, name: 'User', exact: true }).waitFor();
    assert.ok(page.url().endsWith(unlinked.user_id));
    await page.goBack();
    await find(page, client_user_id);
    await sees(page);
    assert.ok(page.url().endsWith(`${links}/${user_id}`));
    const table = page.getByRole('table', { name: 'Link sessions' });
    await table.waitFor();
    const rows = await table.locator('tbody tr').allInnerTexts();
    assert.deepEqual(
      [rows.length, /Connected/.test(rows[0]!), /Provider not working/.test(rows[1]!)],
      [2, true, true],
    );
    await table.getByRole('link').first().click();
    await page.locator('.way').waitFor();
    assert.deepEqual((await wayOf(page)).at(-1), 'Connected');
    await page.getByRole('link', { name: user_id }).click();
    await page.getByRole('heading', { level: 1, name: 'User', exact: true }).waitFor();
    await page.goBack();
    await sees(page);

    await find(page, data[0]!.created_on);
    await page.getByRole('table', { name: 'Link sessions' }).waitFor();
    assert.ok(decodeURIComponent(page.url()).endsWith(data[0]!.created_on));
    await find(page, randomUUID());
    await page.getByText('Nothing was found', { exact: true }).waitFor();
  });

  it('is told where a list does not have all', async ({ service, page }) => {
    const client = createClient({ baseUrl: service.service, apiKey: 'sk_sandbox_local', managementKey });
    const { user_id } = await client.createUser({ client_user_id: randomUUID() });
    for (let n = 0; n < 20; n++) await client.createLinkToken({ user_id });
    await atConsole(page, service.service, `${links}/${user_id}`);
    const table = page.getByRole('table', { name: 'Link sessions' });
    await table.waitFor();
    const note = page.getByText('Older sessions of the user are left out');
    assert.equal(await note.count(), 0);
    await client.createLinkToken({ user_id });
    await page.getByRole('link', { name: 'All links' }).click();
    await page.getByRole('heading', { level: 1, name: 'Links', exact: true }).waitFor();
    await find(page, user_id);
    await note.waitFor();
    assert.equal(await table.locator('tbody tr').count(), 20);
  });

  it('sees a page without faults, at 320 px too, in light and dark', async ({ service, page }) => {
    const client = createClient({ baseUrl: service.service, apiKey: 'sk_sandbox_local', managementKey });
    const { user_id } = await client.createUser({ client_user_id: randomUUID() });
    const { link_token, link_session_id } = await client.createLinkToken({ user_id });
    const password = 'good-one';
    await goThrough(service.service, link_token, 'quartz_scale', [
      { username: 'sms@example.com', password: 'wrong' },
      { username: 'sms@example.com', password },
      '000000',
      '123456',
    ]);
    const faults: string[] = [];
    await atConsole(page, service.service, links);
    for (const item of [link_session_id, user_id, randomUUID()])
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate((hash) => (location.hash = hash), `${links}/${item}`);
        await page.getByText(item).first().waitFor();
        await page.locator('.way, main table, .empty').first().waitFor();
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          for (const fault of await axeFaults(page)) faults.push(`${item} ${width} ${colorScheme}: ${fault}`);
        }
        if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
          faults.push(`${item} scrolls sideways at ${width}`);
      }
    assert.deepEqual(faults, []);
  });

  it('is led nowhere by an answer that comes when they do something else', async ({ service, page }) => {
    const client = createClient({ baseUrl: service.service, apiKey: 'sk_sandbox_local', managementKey });
    const client_user_id = randomUUID().replaceAll('-', '');
    await client.createUser({ client_user_id });
    await atConsole(page, service.service, links);
    for (const goElsewhere of [
      () => page.getByRole('link', { name: 'API keys', exact: true }).click(),
      () => page.getByLabel('Find what happened in a link').fill('somebody else'),
    ]) {
      let goOn = () => {};
      const held = new Promise<void>((resolve) => (goOn = resolve));
      const isSearch = (url: URL) => url.searchParams.get('client_user_id') === client_user_id;
      const asked = page.waitForRequest((request) => isSearch(new URL(request.url())));
      await page.route(isSearch, async (route) => {
        await held;
        await route.continue();
      });
      await find(page, client_user_id);
      const late = await asked;
      await goElsewhere();
      const there = page.url();
      goOn();
      // Null if the console has aborted the request.
      await (await late.response())?.finished();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      assert.equal(page.url(), there);
      await page.unroute(isSearch);
      await page.evaluate((hash) => (location.hash = hash), links);
      await page.getByLabel('Find what happened in a link').waitFor();
    }
  });

  it('is told when the page cannot be loaded, and goes on when it can', async ({ service, page }) => {
    await page.route(/link-session-[\w-]+\.js$/, (route) => route.abort());
    await atConsole(page, service.service, `${links}/${randomUUID()}`);
    await page.getByRole('alert').filter({ hasText: 'Part of the console is missing' }).waitFor();
    await page.unroute(/link-session-[\w-]+\.js$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await sees(page);
  });

  it('says each time that nothing was found, also for the same search', async ({ service, page }) => {
    await atConsole(page, service.service, links);
    // Whatever is put into the page with words, in a status or an alert.
    await page.evaluate(() => {
      window.told = [];
      new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const node of addedNodes) {
            const live = node.parentElement?.closest('[role=status], [role=alert]') ?? node;
            const isLive = live instanceof Element && live.matches('[role=status], [role=alert]');
            if (isLive && node.textContent?.trim()) window.told.push(node.textContent);
          }
      }).observe(document.body, { childList: true, subtree: true });
    });
    const times = (words: RegExp, count: number) =>
      page.waitForFunction(
        ({ source, least }) => window.told.filter((each) => new RegExp(source).test(each)).length >= least,
        { source: words.source, least: count },
      );
    for (const count of [1, 2]) {
      await find(page, '');
      await times(/Type or paste/, count);
    }
    const unknown = randomUUID();
    for (const count of [1, 2]) {
      await find(page, unknown);
      await times(/Nothing was found/, count);
    }
  });
});
