// Links that wait for the team's server (`confirm: "host"`), and why. If one person makes a link and another person finishes it,
// nothing may be connected, whatever the first person does with what they know.
import assert from 'node:assert/strict';
import type { Page, Browser } from '@playwright/test';
import type { UserProvider } from 'svc-link/contract';
import { openProfile, type Profile } from './chromium.js';
import type { Servers, MadeToken } from './servers.js';
import { afterEach, beforeEach, describe, it } from './test.js';
import { answerConsent, widgetOn, type Widget } from './widget.js';

const signIn = (_page: Page, widget: Widget) => widget.signIn('ok@example.com');
const ways: Record<string, (page: Page, widget: Widget) => Promise<void>> = {
  'Quartz Scale': signIn,
  'Ridge Treadmill': signIn,
  async 'Aurora Ring'(page: Page, widget: Widget) {
    await widget.button('Continue to Aurora Ring').click();
    await answerConsent(page, 'Allow');
  },
};

describe('a link that the team’s server confirms', () => {
  let servers: Servers, browser: Browser;
  beforeEach(({ servers: shared, browser: launched }) => {
    [servers, browser] = [shared, launched];
  });
  const profiles: Profile[] = [];

  afterEach(async () => {
    await Promise.all(profiles.splice(0).map((profile) => profile.close()));
  });

  /** A person with a browser of their own, signed in to the demo. */
  async function somebody() {
    const profile = await openProfile(browser);
    profiles.push(profile);
    const page = await profile.newPage();
    await page.goto(`${servers.demo}/done.html`);
    /** Sends a request to the team's server as this person's browser does; returns `[status, body]`. */
    const ask = <Body>(method: string, name: string, body?: object) =>
      page.evaluate(
        async ([how, where, json]) => {
          const response = await fetch(`/demo/${where}`, { method: how, ...(json && { body: json }) });
          return [response.status, (await response.json()) as Body] as const;
        },
        [method, name, body ? JSON.stringify(body) : ''],
      );
    return {
      profile,
      page,
      ask,
      async makeLink(more = {}) {
        const [status, link] = await ask<MadeToken>('POST', 'link-token', {
          fresh: true,
          confirm: 'host',
          redirect_url: `${servers.demo}/done.html`,
          ...more,
        });
        assert.equal(status, 200);
        return link;
      },
      async connections() {
        const [, { providers }] = await ask<{ providers: UserProvider[] }>('GET', 'connections');
        return providers.map(({ slug, status }) => [slug, status]);
      },
    };
  }

  /** Opens a link as it comes by mail, and does everything that it asks for. */
  async function finish(page: Page, { link_web_url }: MadeToken, provider = 'Quartz Scale') {
    const widget = widgetOn(page);
    await page.goto(link_web_url);
    await widget.choose(provider);
    await ways[provider](page, widget);
    await page.waitForURL(`${servers.demo}/done.html**`);
  }

  const sessionOf = ({ link_session_id }: Pick<MadeToken, 'link_session_id'>) =>
    servers.ask('GET', `/v2/link/session/${link_session_id}`);

  it('connects the person who made it and finished it', async () => {
    const person = await somebody();
    await finish(person.page, await person.makeLink());
    await person.page.getByText('Quartz Scale is connected').waitFor();
    assert.equal(person.page.url(), `${servers.demo}/done.html`);
    assert.deepEqual(await person.connections(), [['quartz_scale', 'connected']]);
    assert.deepEqual(person.profile.complaints, []);
  });

  it('connects the person whose page shows the widget', async () => {
    const { page, profile, connections } = await somebody();
    await page.goto(`${servers.demo}/dialog.html?provider=quartz_scale&confirm=host`);
    const widget = widgetOn(page);
    await page.getByRole('button', { name: 'Add a device' }).click();
    await widget.signIn('ok@example.com');
    await page.getByText('This demo’s server has asked the service.').waitFor();
    const { detail } = profile.events.find(({ name }) => name === 'svc-success')!;
    assert.equal(detail.connected, false);
    assert.match(detail.confirm_code, /^\S{16,}$/);
    assert.deepEqual(await connections(), [['quartz_scale', 'connected']]);
  });

  for (const [provider, slug] of [
    ['Quartz Scale', 'quartz_scale'],
    ['Aurora Ring', 'aurora_ring'],
  ])
    it(`connects ${provider} for nobody where another person finished the link, whatever its maker does`, async () => {
      const [maker, other] = [await somebody(), await somebody()];
      const link = await maker.makeLink();
      const { link_session_id } = link;
      const confirm = (confirm_code: string) =>
        maker.ask('POST', 'confirm', { link_session_id, confirm_code });
      const told = other.page.waitForRequest(`${servers.demo}/demo/confirm`);

      // The other person's browser has the code, but the link was not made for the person who is signed in there.
      await finish(other.page, link, provider);
      await other.page.getByText('This link was made for somebody else.').waitFor();
      const { confirm_code } = (await told).postDataJSON();
      assert.match(confirm_code, /^\S{16,}$/);

      // The maker's browser has everything but the code, and cannot learn it anywhere.
      const waits = maker.page.getByText(`${provider} waits for confirmation`);
      const sent = maker.page.waitForRequest(`${servers.demo}/done.html?*`);
      await maker.page.goto(link.link_web_url);
      await maker.page.getByRole('button', { name: 'Done' }).click();
      assert.doesNotMatch((await sent).url(), /confirm_code/);
      await waits.waitFor();
      const state = await fetch(`${servers.service}/v2/link/state`, {
        headers: { 'x-svc-link-token': link.link_token },
      });
      assert.doesNotMatch(await state.text(), /confirm_code/);

      // The redirect again, with only what everybody can see of it.
      const address = new URL(`${servers.demo}/done.html`);
      address.search = String(new URLSearchParams({ state: 'success', provider: slug, link_session_id }));
      await maker.page.goto(address.href);
      await waits.waitFor();

      // No code, a made-up code, and the good code of a link of their own.
      const own = await maker.makeLink();
      const confirmed = maker.page.waitForRequest(`${servers.demo}/demo/confirm`);
      await finish(maker.page, own, 'Ridge Treadmill');
      await maker.page.getByText('Ridge Treadmill is connected').waitFor();
      const ownCode = (await confirmed).postDataJSON().confirm_code;
      for (const code of [undefined, '', null, ['x'], confirm_code.toUpperCase(), ownCode]) {
        const [status] = await confirm(code);
        assert.ok(status === 400 || status === 422, `${code}: ${status}`);
      }

      assert.equal((await sessionOf(link)).state, 'pending_confirmation');
      await servers.advanceClock(61);
      // Too late for the right code, too.
      assert.equal((await confirm(confirm_code))[0], 409);
      assert.equal((await sessionOf(link)).connected, false);
      assert.deepEqual(await maker.connections(), [['ridge_treadmill', 'connected']]);
      assert.deepEqual(await other.connections(), []);
    });
});
