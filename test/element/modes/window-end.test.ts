import { expect } from '@open-wc/testing';
import { fakeWindows, listenTo, publicResult } from '../hosted-page.js';
import { button, cleanUp, fakeService, heading, mount, next } from '../harness.js';
import { success, mountWindow, press, succeeds } from './window-scene.js';

describe('mode="window"', () => {
  let service: ReturnType<typeof fakeService>;
  let windows: Awaited<ReturnType<typeof fakeWindows>>;
  beforeEach(async () => {
    service = fakeService();
    windows = await fakeWindows();
  });
  afterEach(() => {
    cleanUp();
    windows.restore();
    service.restore();
  });

  for (const [outcome, state] of [
    ['success', 'success'],
    ['cancelled', 'started'],
  ] as const)
    it(`asks once more about a try that the page closes, which is ${outcome} at ${state}`, async () => {
      service.answers['/v2/link/state'] = { body: { ...success.body, state } };
      const link = mountWindow();
      await press(link);
      const page = windows.page();
      await page.takes();
      page.step('connecting', 'sign-in', 'quartz_scale');
      await next(link, 'svc-step');
      const heard = listenTo(link);
      const exit = next(link, 'svc-exit');
      link.close();
      await page.hears('close');
      // The window leaves as well, and reports how it ended.
      page.step('closed', 'connecting', 'quartz_scale');
      succeeds(page);
      expect((await exit).detail.outcome).to.equal(outcome);
      const before = outcome === 'success' ? ['success'] : [];
      expect(heard).to.deep.equal(['step closed', 'close', ...before, `exit ${outcome}`]);
    });

  for (const [who, outcome, state] of [
    ['the page', 'success', 'success'],
    ['the page', 'cancelled', 'started'],
    ['its person', 'cancelled', 'started'],
  ] as const)
    it(`ends the link on the phone if ${who} closes the window meanwhile: ${outcome}`, async () => {
      const link = mountWindow();
      await press(link);
      const page = windows.page();
      await page.takes();
      page.step('handoff', 'sign-in', 'quartz_scale');
      await next(link, 'svc-step');
      service.answers['/handoff/end'] = { body: { ...success.body, state } };
      const exit = next(link, 'svc-exit');
      if (who === 'the page') link.close();
      else windows.shut();
      expect((await exit).detail).to.include({ outcome, step: 'handoff' });
      expect(service.calls.filter(({ path }) => path.endsWith('/handoff/end'))).to.have.length(1);
    });

  it('is cancelled if the window is closed on the hosted page', async () => {
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    const page = windows.page();
    await page.takes();
    page.step('sign-in', 'loading', 'quartz_scale');
    await next(link, 'svc-step');
    const exit = next(link, 'svc-exit');
    windows.shut();

    expect((await exit).detail).to.deep.include({
      outcome: 'cancelled',
      step: 'sign-in',
      result: null,
      results: [],
    });
    expect(service.calls.map(({ path }) => path)).to.deep.equal(['/v2/link/state']);
    await next(link, 'svc-close');
    expect(heard.slice(-3)).to.deep.equal(['step closed', 'exit cancelled', 'close']);
  });

  it('has succeeded if the service says so about a window that was closed', async () => {
    service.answers['/v2/link/state'] = success;
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    await windows.page().takes();
    const closed = next(link, 'svc-close');
    windows.shut();
    await closed;

    expect(heard).to.deep.equal(['open', 'step done', 'success', 'exit success', 'close']);
  });

  it('follows the service if the window is closed at the provider', async () => {
    const redirect_url = 'https://app.example/done';
    const asked = service.asked('/v2/link/state');
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    const page = windows.page();
    await page.takes();
    page.say('leaving');
    await asked;
    windows.shut();

    await button(link, 'Open the window again');
    expect(heard).to.deep.equal(['open']);
    service.answers['/v2/link/state'] = { body: { ...success.body, redirect_url } };
    const exit = next(link, 'svc-exit');
    window.dispatchEvent(new Event('focus'));

    expect((await exit).detail).to.deep.include({ outcome: 'success', step: 'done' });
    await next(link, 'svc-close');
    expect(heard).to.deep.equal([
      'open',
      'step done',
      'success',
      'exit success',
      'redirect https://app.example/done?state=success&provider=quartz_scale&link_session_id=00000000-0000-4000-8000-0000000000aa',
      'close',
    ]);
  });

  it('leaves the redirect to the window that holds the code', async () => {
    service.answers['/v2/link/state'] = {
      body: { ...success.body, state: 'pending_confirmation', redirect_url: 'https://app.example/done' },
    };
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    await windows.page().takes();
    windows.page().say('leaving');
    const closed = next(link, 'svc-close');
    await closed;

    expect(heard).to.deep.equal(['open', 'step done', 'success', 'exit success', 'close']);
  });

  it('opens another window if the last one is gone', async () => {
    const asked = service.asked('/v2/link/state');
    const link = mountWindow();
    await press(link);
    const page = windows.page();
    await page.takes();
    page.say('leaving');
    await asked;
    windows.shut();
    (await button(link, 'Open the window again')).click();

    expect(windows.calls).to.have.length(2);
    expect((await windows.page(1).takes())['token']).to.equal('lt_1');
    await button(link, 'Show the window');
  });

  it('ends by Cancel and by close(), but not by its trigger', async () => {
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    const page = windows.page();
    await page.takes();
    await press(link);
    expect(link.open).to.equal(true);

    (await button(link, 'Cancel')).click();
    link.close();

    expect(heard).to.deep.equal(['open', 'step closed', 'exit cancelled']);
    await page.hears('close');
    // The window reports its own end too late, but the address to go to still counts.
    const redirect = next(link, 'svc-redirect');
    page.event('svc-exit', { outcome: 'cancelled', step: 'sign-in', result: null });
    page.event('svc-redirect', { url: 'https://app.example/?state=error', result: publicResult() });
    await redirect;
    expect(heard.filter((line) => line.startsWith('exit'))).to.deep.equal(['exit cancelled']);
  });

  it('comes to the front at show(), and is opened again if it was closed', async () => {
    const link = mountWindow();
    await press(link);
    const page = windows.page();
    await page.takes();
    document.body.focus();

    link.show();

    expect(document.activeElement?.tagName).to.equal('IFRAME');
    expect(windows.calls).to.have.length(1);
    const heard = listenTo(link);
    link.close();
    link.show();
    expect((await windows.page(1).takes())['token']).to.equal('lt_1');
    expect(windows.calls).to.have.length(2);
    expect(heard).to.deep.equal(['step closed', 'exit cancelled']);
    expect(link.open).to.equal(true);
  });

  it('ends when it is removed from the page, and continues when it is moved', async () => {
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    const page = windows.page();
    await page.takes();
    const parent = link.parentElement!;
    parent.appendChild(document.createElement('p')).append(link);
    page.step('sign-in', 'loading');
    await next(link, 'svc-step');
    expect(heard).to.deep.equal(['open', 'step sign-in']);

    const closed = next(link, 'svc-close');
    link.remove();
    await closed;

    expect(heard).to.deep.equal(['open', 'step sign-in', 'step closed', 'exit cancelled', 'close']);
  });

  it('closes when the mode changes, and ends a run in place when the mode changes to it', async () => {
    const link = mount({ hostedUrl: '/link/' });
    const heard = listenTo(link);
    await heading(link, 'Choose a device or app');
    const ended = next(link, 'svc-exit');
    link.mode = 'window';
    await ended;
    link.show();
    await windows.page().takes();
    const closed = next(link, 'svc-close');
    link.mode = 'inline';
    await closed;
    await heading(link, 'Choose a device or app');

    expect(link.open).to.equal(false);
    expect(heard.filter((line) => !line.startsWith('step'))).to.deep.equal([
      'ready select-provider',
      'exit cancelled',
      'open',
      'exit cancelled',
      'close',
      'ready select-provider',
    ]);
  });
});
