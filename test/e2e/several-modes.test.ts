// Several connections by one token, in every mode that opens something and by the keyboard alone.
import assert from 'node:assert/strict';
import type { FrameLocator, Page } from '@playwright/test';
import type { Profile } from './chromium.js';
import { axeFaults } from './accessibility/axe.js';
import { connectionsOf, openHost, openIn, pressOpen, tabTo, tokenFor } from './in-each-mode.js';
import { beforeEach, describe, it } from './test.js';
import { unlessGone, until } from './waiting.js';
import type { World } from './world.js';

const both = ['quartz_scale', 'tundra_watch'];
const names = ['Quartz Scale', 'Tundra Watch'] as const;
const english = { done: 'Done', another: 'Connect another' };
const arabic = { done: 'تم', another: 'ربط جهاز أو تطبيق آخر' };

describe('several connections by one token', () => {
  let world: World, profile: Profile, page: Page;
  beforeEach(({ world: shared, profile: visitor, page: fresh }) => {
    world = shared;
    profile = visitor;
    page = fresh;
  });

  /** Redirect URLs with http are allowed for loopback addresses only. */
  const home = () => `http://127.0.0.1:${new URL(world.originOf('host')).port}/done`;
  const visits = (path: string) =>
    world.requests().filter(({ method, url }) => method === 'GET' && url.startsWith(`${path}?`));

  async function made(more = {}) {
    world.serve('<!doctype html><link rel="icon" href="data:," /><title>Done</title>', {
      site: '127',
      path: '/done',
    });
    const { user_id } = await world.newToken();
    return { ...(await tokenFor(world, user_id, { multiple: true, ...more })), user_id };
  }
  const host = (link_token: string, more: Record<string, string>) =>
    openHost(page, world, { 'link-token': link_token, providers: both.join(' '), ...more });

  const press = (keys: Page, key: string) => keys.keyboard.press(key).catch(unlessGone);

  /** Chooses a provider in the list and signs in. */
  async function connect(where: Page | FrameLocator, keys: Page, name: string) {
    const row = where.getByRole('button', { name: new RegExp(`^${name}`) });
    await row.waitFor();
    await tabTo(row, keys);
    await press(keys, 'Enter');
    await where.locator('#username').waitFor();
    await tabTo(where.locator('#username'), keys);
    await keys.keyboard.type('ok@example.com');
    await tabTo(where.locator('#password'), keys);
    await keys.keyboard.type('good-one');
    await press(keys, 'Enter');
    await where.locator('[part~=done]').waitFor();
  }
  async function pressButton(where: Page | FrameLocator, keys: Page, name: string) {
    await tabTo(where.getByRole('button', { name, exact: true }), keys);
    await press(keys, 'Enter');
  }
  /** Connects both, and leaves by the last button. */
  async function connectBoth(where: Page | FrameLocator, keys: Page, words = english) {
    await connect(where, keys, names[0]);
    await pressButton(where, keys, words.another);
    await connect(where, keys, names[1]);
    await pressButton(where, keys, words.done);
  }

  /** The events in the team's page: one success for each connection, and one end with both. */
  const heard = () => profile.events.filter(({ origin }) => origin === world.originOf('host'));
  const named = (name: string) => heard().filter((event) => event.name === name);
  async function assertBoth({ user_id, link_session_id }: { user_id: string; link_session_id: string }) {
    await until(() => named('svc-exit').length > 0, 'the end');
    const told = named('svc-success').map(({ detail }) => [detail.provider, detail.connected]);
    assert.deepEqual(
      told,
      both.map((slug) => [slug, true]),
    );
    assert.deepEqual(
      named('svc-exit').map(({ detail }) => [
        detail.outcome,
        detail.results.map(({ provider }) => provider),
        detail.link_session_id,
      ]),
      [['success', both, link_session_id]],
    );
    const connections = await connectionsOf(world, user_id);
    assert.deepEqual(connections.map(({ slug, status }) => `${slug} ${status}`).sort(), [
      'quartz_scale connected',
      'tundra_watch connected',
    ]);
    assert.deepEqual(profile.complaints, []);
  }

  for (const mode of ['dialog', 'frame', 'window'] as const)
    it(`are two in one run, with one redirect: ${mode}`, async () => {
      const token = await made({ redirect_url: home() });
      await host(token.link_token, { mode });
      const { where, keys } = await openIn(mode, page);
      await connectBoth(where, keys);
      await page.waitForURL(`${home()}?**`);
      await assertBoth(token);
      assert.equal(named('svc-redirect').length, 1);
      assert.equal(visits('/done').length, 1);
      assert.equal(new URL(page.url()).searchParams.get('provider'), 'tundra_watch');
    });

  it('are two in one run, of which the page hears where it is led back to: redirect', async () => {
    const token = await made();
    await host(token.link_token, { mode: 'redirect' });
    const { pathname } = new URL(page.url());
    await pressOpen(page);
    await connectBoth(page, page);
    await page.waitForURL(`${world.originOf('host')}${pathname}**`);
    await assertBoth(token);
    assert.equal(visits(pathname).length, 1);
  });

  it('lead to the token’s redirect URL once: redirect', async () => {
    const token = await made({ redirect_url: home() });
    await host(token.link_token, { mode: 'redirect' });
    await pressOpen(page);
    await connectBoth(page, page);
    await page.waitForURL(`${home()}?**`);
    assert.equal(visits('/done').length, 1);
    const report = await world.ask('GET', `/v2/link/session/${token.link_session_id}`);
    assert.deepEqual(
      report.connections.map(({ provider }: { provider: string }) => provider),
      both,
    );
  });

  for (const mode of ['frame', 'window'] as const)
    it(`end with the one that was made where the person leaves the second: ${mode}`, async () => {
      const token = await made({ redirect_url: home() });
      await host(token.link_token, { mode });
      const { where, keys } = await openIn(mode, page);
      await connect(where, keys, names[0]);
      await pressButton(where, keys, english.another);
      await where.getByRole('button', { name: /^Tundra Watch/ }).waitFor();
      if (mode === 'frame') await page.evaluate(() => document.querySelector('svc-link')!.close());
      else await keys.close();
      await page.waitForURL(`${home()}?**`);
      assert.deepEqual(
        named('svc-exit').map(({ detail }) => [
          detail.outcome,
          detail.results.map(({ provider }) => provider),
        ]),
        [['success', ['quartz_scale']]],
      );
      assert.equal(named('svc-success').length, 1);
      assert.equal(visits('/done').length, 1);
      // The session is finished: its token makes nothing more.
      await until(
        async () => (await world.ask('GET', `/v2/link/session/${token.link_session_id}`)).state === 'success',
      );
    });

  it('fit 320 pixels from right to left in the dark, without a fault', async () => {
    const token = await made({ redirect_url: home() });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await openHost(
      page,
      world,
      { mode: 'dialog', 'link-token': token.link_token, providers: both.join(' '), locale: 'ar' },
      '<style>:root { color-scheme: light dark }</style>',
    );
    await page.getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    /** The page around the dialog is bare. */
    const look = async () => {
      const faults = (await axeFaults(page)).filter(
        (fault) => !/^(?:landmark-one-main|page-has-heading-one):/.test(fault),
      );
      assert.deepEqual(faults, []);
      const [wide, room] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      assert.ok(wide! <= room!, `${wide} px in ${room}`);
      const panel = page.locator('svc-link [part~=body]');
      assert.ok(await panel.evaluate((body) => body.scrollWidth <= body.clientWidth));
    };
    await connect(page, page, names[0]);
    await look();
    await pressButton(page, page, arabic.another);
    await page.getByRole('button', { name: /^Tundra Watch/ }).waitFor();
    await look();
    await connect(page, page, names[1]);
    await look();
    await pressButton(page, page, arabic.done);
    await page.waitForURL(`${home()}?**`);
    await assertBoth(token);
    assert.equal(visits('/done').length, 1);
  });
});
