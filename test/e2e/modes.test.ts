// Every way to embed the widget, on the demo's pages against the real service: whole flows to their end.
import assert from 'node:assert/strict';
import type { Page, FrameLocator } from '@playwright/test';
import type { Mode } from '../../src/element/attributes.js';
import { overlays } from './all-modes.js';
import { isUnheard, type Profile, type KeptEvent } from './chromium.js';
import type { Servers } from './servers.js';
import { happened, latestSession, sessionOf } from './session-way.js';
import { beforeEach, describe, it } from './test.js';
import { answerConsent, assertOneExit, pointAt, readConnections, widgetOn, type Widget } from './widget.js';

const overlay = ['svc-open', 'svc-success', 'svc-exit', 'svc-close'];

/**
 * How each mode is opened, where the widget is then, what leads to the provider, what ends it, and which events the page gets.
 */
interface InMode {
  opens: (page: Page) => Promise<Page | FrameLocator>;
  hears: string[];
  done?: string;
  sameWindow?: boolean;
  comesBack?: boolean;
}
const modes: Record<Mode, InMode> = {
  inline: { opens: async (page: Page) => page, hears: ['svc-success', 'svc-exit'] },
  dialog: { opens: pressed, hears: overlay, done: 'Done' },
  popover: { opens: pressed, hears: overlay, done: 'Done' },
  frame: {
    async opens(page: Page) {
      await pressed(page);
      const frame = page.frameLocator('svc-link iframe');
      await pointAt(widgetOn(frame).heading(/^Connect /));
      return frame;
    },
    hears: overlay,
    done: 'Done',
  },
  window: {
    async opens(page: Page) {
      const [popup] = await Promise.all([page.waitForEvent('popup'), pressed(page)]);
      return popup;
    },
    hears: overlay,
    sameWindow: true,
  },
  redirect: { opens: pressed, hears: ['svc-success', 'svc-exit'], sameWindow: true, comesBack: true },
};

async function pressed(page: Page) {
  await page.getByRole('button', { name: 'Add a device' }).click();
  return page;
}

/** The two ways to sign in: `where` is the window or frame with the widget, `page` the page that has windows. */
const flows = {
  'a password and two codes': {
    slug: 'quartz_scale',
    name: 'Quartz Scale',
    way: ['provider_chosen', 'challenged', 'challenged'],
    async links(where: Page | FrameLocator) {
      const widget = widgetOn(where);
      await widget.signIn('twice@example.com', 'good');
      await widget.sees('Enter your code');
      await widget.answerCode('123456');
      await widget.sees('One more code');
      await widget.answerCode('654321');
    },
  },
  'a provider’s own page': {
    slug: 'aurora_ring',
    name: 'Aurora Ring',
    way: ['provider_chosen', 'sent_to_provider', 'came_back'],
    async links(where: Page | FrameLocator, page: Page, sameWindow: boolean) {
      const press = () => widgetOn(where).button('Continue to Aurora Ring').click();
      const [consent] = await Promise.all([
        // Only a page of its own can be the same window.
        sameWindow ? (where as Page) : page.waitForEvent('popup'),
        press(),
      ]);
      await answerConsent(consent, 'Allow');
    },
  },
};

describe('the modes', () => {
  let servers: Servers, profile: Profile, page: Page, widget: Widget;

  beforeEach(({ visitor }) => {
    ({ servers, profile, page, widget } = visitor);
  });

  const trigger = () => page.getByRole('button', { name: 'Add a device' });
  const connections = async () => {
    const { providers } = await readConnections(page);
    return providers.map(({ slug, status }) => [slug, status]);
  };
  /** The events of the host's element. The element in the hosted page has an origin of its own. */
  const heard = () => profile.events.filter(({ origin }) => origin === servers.demo);
  const complaints = () => profile.complaints.filter((text) => !isUnheard(text));
  const namesOf = (events: KeptEvent[]) =>
    events.map(({ name }) => name).filter((name) => name !== 'svc-step' && name !== 'svc-ready');

  for (const [mode, { opens, hears, done, sameWindow = false, comesBack = false }] of Object.entries(modes))
    for (const [how, { slug, name, links, way }] of Object.entries(flows))
      it(`${mode} links with ${how}`, async () => {
        await page.goto(`${servers.demo}/${mode}.html?provider=${slug}`);
        const where = await opens(page);
        // The same window is never a frame.
        const gone = where !== page && sameWindow && (where as Page).waitForEvent('close');
        await links(where, page, sameWindow);
        if (comesBack) await page.waitForURL(`${servers.demo}/${mode}.html?provider=${slug}`);
        else if (!sameWindow) await widgetOn(where).sees(`${name} is connected`);
        if (done) await widgetOn(where).press(done);
        await gone;
        const last = hears.at(-1)!;
        await page.getByRole('log').getByText(last, { exact: true }).waitFor();

        const events = heard();
        assert.deepEqual(namesOf(events), hears);
        assertOneExit(events, 'success');
        const { detail } = events.find((event) => event.name === 'svc-success')!;
        const session = await servers.ask('GET', `/v2/link/session/${detail.link_session_id}`);
        const { at, request_id, ...told } = detail;
        assert.equal(new Date(at).toISOString(), at);
        assert.ok(request_id === null || typeof request_id === 'string');
        assert.deepEqual(told, {
          state: 'success',
          provider: slug,
          connected: true,
          provider_id: session.provider_id,
          redirect_url: null,
          error_type: null,
          link_session_id: session.link_session_id,
          consent: session.consent,
        });
        assert.deepEqual(await connections(), [[slug, 'connected']]);
        const found = await sessionOf(servers.service, events);
        assert.deepEqual(happened(found), ['created', 'opened', ...way, 'connected']);
        assert.deepEqual([found.page?.mode, found.page?.origin], [mode, servers.demo]);
        if (mode !== 'inline' && !comesBack)
          assert.ok(await trigger().evaluate((button) => button === document.activeElement));
        assert.deepEqual(complaints(), []);
      });

  it('redirect tells of a person who left, once, and links when they try again', async () => {
    const address = `${servers.demo}/redirect.html?provider=quartz_scale`;
    await page.goto(address);
    await trigger().click();
    await widget.sees('Connect Quartz Scale');
    await widget.button('Close').click();
    await page.waitForURL(address);
    const log = page.getByRole('log');
    await log.getByText('svc-exit', { exact: true }).waitFor();
    await page.getByText('Nothing is connected').waitFor();
    assertOneExit(heard(), 'cancelled');
    const left = await sessionOf(servers.service, heard());
    assert.deepEqual(happened(left), ['created', 'opened', 'left sign-in']);

    await page.reload();
    await trigger().click();
    await widget.signIn('ok@example.com');
    await page.waitForURL(address);
    await log.getByText('svc-exit', { exact: true }).waitFor();
    assert.deepEqual(namesOf(heard()), ['svc-exit', 'svc-success', 'svc-exit']);
    assert.deepEqual(await connections(), [['quartz_scale', 'connected']]);
    // A token that has made its connection makes no other: this is another token.
    await trigger().click();
    await widget.sees('Connect Quartz Scale');
    assert.deepEqual(complaints(), []);
  });

  it('redirect brings the code that the server waits for, to be used once', async () => {
    await page.goto(`${servers.demo}/redirect.html?confirm=host&provider=quartz_scale`);
    await trigger().click();
    await widget.signIn('ok@example.com');
    await page.getByText('Quartz Scale is connected').waitFor();
    await page.getByRole('log').getByText('svc-exit', { exact: true }).waitFor();
    assert.equal(page.url(), `${servers.demo}/redirect.html?confirm=host&provider=quartz_scale`);
    const { detail } = heard().find(({ name }) => name === 'svc-success')!;
    assert.match(detail.confirm_code, /^\S{16,}$/);
    assert.deepEqual(await connections(), [['quartz_scale', 'connected']]);
    assert.deepEqual(complaints(), []);
  });

  // What the app receives besides the answers of its server.
  const apps: [title: string, host: string, hears: Record<string, string[]>][] = [
    ['a browser tab', 'tab', { quartz_scale: ['navigation'], aurora_ring: ['navigation'] }],
    [
      'a webview of React Native',
      'react-native',
      {
        quartz_scale: ['svc-link:result', 'navigation'],
        aurora_ring: ['svc-link:open-external', 'svc-link:result', 'navigation'],
      },
    ],
  ];
  for (const [title, host, hears] of apps)
    for (const [how, { slug, name, links, way }] of Object.entries(flows))
      it(`an app that opens ${title} links with ${how}`, async () => {
        await page.goto(`${servers.demo}/webview.html?host=${host}&provider=${slug}`);
        await page.locator(`select[name=provider] option[value=${slug}]`).waitFor({ state: 'attached' });
        const [view] = await Promise.all([page.waitForEvent('popup'), pressed(page)]);
        const isTab = host === 'tab';
        const dismissed = !isTab && view.waitForEvent('close');
        const outside = slug === 'aurora_ring' && !isTab;
        if (outside) {
          await widgetOn(view).button('Continue to Aurora Ring').click();
          const link = page.getByRole('link', { name: 'Open in the system browser' });
          const [browserTab] = await Promise.all([profile.context.waitForEvent('page'), link.click()]);
          await browserTab.getByRole('button', { name: 'Continue' }).click();
          await answerConsent(browserTab, 'Allow');
          await browserTab.waitForURL(`${servers.demo}/done.html`);
        } else await links(view, view, true);
        await dismissed;
        if (isTab) await view.waitForURL(`${servers.demo}/done.html`);
        await page.getByText(`${name} is connected`).waitFor();
        const types = await page
          .getByRole('log')
          .getByRole('listitem')
          .evaluateAll((items) =>
            items.map(({ dataset }) => dataset.type).filter((type) => type !== 'server'),
          );
        types.reverse();
        // The provider's tab comes back by itself. The webview finds out, sooner or later, and ends as always.
        if (outside) types.splice(types.indexOf('navigation'), 1);
        assert.deepEqual(types, hears[slug]);
        const visitor = (await profile.context.cookies(servers.demo)).find(
          ({ name }) => name === 'demo_visitor',
        );
        const found = await latestSession(servers.service, `demo-${visitor?.value}`);
        assert.deepEqual(happened(found), ['created', 'opened', ...way, 'connected']);
        assert.deepEqual(found.page?.mode, isTab ? 'link' : 'webview');
        assert.deepEqual(await connections(), [[slug, 'connected']]);
        assert.deepEqual(complaints(), []);
      });

  for (const mode of overlays) {
    it(`a ${mode} begins anew where it has ended`, async () => {
      await page.goto(`${servers.demo}/${mode}.html?provider=quartz_scale`);
      await trigger().click();
      await page.getByRole('dialog', { name: 'Connect a device or app' }).waitFor();
      await widget.signIn('ok@example.com');
      await widget.sees('Quartz Scale is connected');
      await widget.button('Done').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await trigger().click();
      await widget.sees('Connect Quartz Scale');
      assert.deepEqual(complaints(), []);
    });
    it(`a ${mode} loads only what it needs, and asks for nothing before it is opened`, async () => {
      const requested: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      await page.goto(`${servers.demo}/${mode}.html`);
      await page.waitForSelector('[slot=trigger][aria-haspopup=dialog][aria-expanded=false]');
      await page.waitForLoadState('networkidle');
      // Only the mode itself, a few kB, so that a press opens at once: no step, no token, nothing from the service. The code that
      // checks the page is for developers' machines only.
      const early = requested.filter(
        (path) => /^\/(v2|cdn|demo\/link-token)/.test(path) && !path.startsWith('/cdn/inspect-'),
      );
      assert.deepEqual(
        early.map((path) => path.replace(/(?<=overlay)-.*(?=\.js)/, '-*')),
        ['/cdn/svc-link.js', '/cdn/overlay-*.js'],
      );

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
          // The panel is in the element's shadow root.
          (panel.getRootNode() as ShadowRoot).getAnimations().map(({ finished }) => finished),
        );
        const { left, width, bottom } = panel.getBoundingClientRect();
        return [left, width, Math.round(bottom)];
      });
      assert.deepEqual(box, [0, 320, 640]);
    });
  }

  it('a popover follows its button when the page is scrolled', async () => {
    await page.goto(`${servers.demo}/popover.html`);
    await page.evaluate(() => document.body.style.setProperty('min-height', '3000px'));
    await trigger().click();
    await widget.sees('Choose a device or app');
    await page.evaluate(() => window.scrollBy(0, 40));
    await page.waitForFunction(() => {
      const root = document.querySelector('svc-link')!.shadowRoot;
      const panel = root!.querySelector('[part=panel]')!.getBoundingClientRect();
      const button = document.querySelector('[slot=trigger]')!.getBoundingClientRect();
      return window.scrollY === 40 && Math.round(panel.top - button.bottom) === 8;
    });
  });
});
