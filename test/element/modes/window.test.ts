import { expect } from '@open-wc/testing';
import { fakeWindows, listenTo, publicResult } from '../hosted-page.js';
import { cleanUp, fakeService, heading, next, role, still } from '../harness.js';
import { mountWindow, modeLoaded, press, succeeds } from './window-scene.js';

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

  it('opens one window inside the click, without a name, and sends no request to the service', async () => {
    const link = mountWindow();
    await modeLoaded(link);
    expect(windows.calls).to.deep.equal([]);
    const trigger = link.querySelector<HTMLElement>('[slot=trigger]')!;
    trigger.click();
    trigger.click();
    link.show();

    expect(windows.calls.map(([url, target]) => [url, target])).to.deep.equal([
      [new URL('/link/', location.href).href, '_blank'],
    ]);
    await heading(link, 'Continue in the other window');
    expect(windows.calls).to.have.length(1);
    expect(service.calls).to.deep.equal([]);
    expect(link.hasAttribute('open')).to.equal(true);
  });

  it('opens its window as soon as it can if the click came first', async () => {
    const link = mountWindow();
    await link.updateComplete;
    const opened = next(link, 'svc-open');
    link.querySelector<HTMLElement>('[slot=trigger]')!.click();
    await opened;
    await heading(link, 'Continue in the other window');
    expect(windows.calls).to.have.length(1);
  });

  it('sends the token once, with its settings and its colours', async () => {
    const link = mountWindow({
      provider: 'quartz_scale',
      providers: ['quartz_scale', 'aurora_ring'],
      redirectOn: ['error'],
      withAnother: true,
      label: 'Your devices',
      messages: { 'common.close': 'Leave', 'common.back': (() => {}) as never },
      help: { quartz_scale: { usernameLabel: 'Scale name' } },
      tokenProvider: async () => 'lt_2',
    });
    link.style.setProperty('--svc-link-accent', ' #0a7a5c');
    link.locale = 'de';
    await press(link);

    const { token, provider, locale, link: settings } = await windows.page().takes();

    expect({ token, provider, locale }).to.deep.equal({
      token: 'lt_1',
      provider: 'quartz_scale',
      locale: 'de',
    });
    expect(settings).to.deep.equal({
      mode: 'window',
      providers: ['quartz_scale', 'aurora_ring'],
      redirectOn: ['error'],
      withoutSearch: false,
      withAnother: true,
      canRenew: true,
      label: 'Your devices',
      messages: { 'common.close': 'Leave' },
      help: { quartz_scale: { usernameLabel: 'Scale name' } },
      variables: { '--svc-link-accent': '#0a7a5c' },
      colorScheme: 'light',
      direction: 'ltr',
    });
  });

  it('sends the colour scheme and the direction of the page', async () => {
    const link = mountWindow();
    link.style.colorScheme = 'dark';
    link.dir = 'rtl';
    await press(link);

    const { link: settings } = await windows.page().takes();

    expect(settings).to.deep.include({ colorScheme: 'dark', direction: 'rtl' });
  });

  it('states what its trigger opens, and whether it is open', async () => {
    const link = mountWindow();
    await modeLoaded(link);
    const trigger = link.querySelector<HTMLElement>('[slot=trigger]')!;
    expect([trigger.ariaHasPopup, trigger.ariaExpanded]).to.deep.equal(['dialog', 'false']);

    await press(link);
    await link.updateComplete;

    expect(trigger.ariaExpanded).to.equal('true');
    link.mode = 'redirect';
    await link.updateComplete;
    expect([trigger.ariaHasPopup, trigger.ariaExpanded]).to.deep.equal([null, null]);
  });

  it('dispatches what happens in the window, and closes after success', async () => {
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    const page = windows.page();
    await page.takes();
    page.step('loading', 'closed');
    page.step('sign-in', 'loading', 'quartz_scale');
    page.event('svc-ready', { step: 'sign-in', providers: 9 });
    const succeeded = next(link, 'svc-success');
    const closed = next(link, 'svc-close');
    succeeds(page);

    expect((await succeeded).detail).to.deep.include(publicResult());
    await page.hears('ack');
    windows.shut();
    await closed;
    expect(heard).to.deep.equal([
      'open',
      'step loading',
      'step sign-in',
      'ready sign-in',
      'step done',
      'success',
      'exit success',
      'step closed',
      'close',
    ]);
    expect(link.open).to.equal(false);
    expect(role(link, 'heading', 'Continue in the other window')).to.equal(null);
  });

  it('follows the redirect URL once, if the page allows it, and never a script', async () => {
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    const page = windows.page();
    await page.takes();
    succeeds(page);
    const redirect = next(link, 'svc-redirect');
    page.event('svc-redirect', { url: 'https://app.example/?state=success', result: publicResult() });
    page.event('svc-redirect', { url: 'https://app.example/again', result: publicResult() });

    expect((await redirect).cancelable).to.equal(true);
    windows.shut();
    await next(link, 'svc-close');
    expect(heard.filter((line) => line.startsWith('redirect'))).to.deep.equal([
      'redirect https://app.example/?state=success',
    ]);

    windows.calls.length = 1;
    await press(link);
    const other = windows.page(1);
    await other.takes();
    const error = next(link, 'svc-error');
    other.event('svc-redirect', { url: 'javascript:alert(1)', result: publicResult() });
    other.event('svc-error', { result: null, code: 'timeout', step: 'loading', retryable: true });
    await error;
    expect(heard.filter((line) => line.startsWith('redirect'))).to.have.length(1);
  });

  it('stays one run while the window is at a provider', async () => {
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    const page = windows.page();
    await page.takes();
    page.step('loading', 'closed');
    page.step('authorize', 'loading', 'aurora_ring');
    page.event('svc-ready', { step: 'authorize', providers: 9 });
    page.say('leaving');
    page.say('returned');
    page.step('loading', 'closed');
    page.event('svc-ready', { step: 'loading', providers: 9 });
    const step = next(link, 'svc-exit');
    succeeds(page);
    await step;

    expect(heard).to.deep.equal([
      'open',
      'step loading',
      'step authorize',
      'ready authorize',
      'step loading',
      'step done',
      'success',
      'exit success',
    ]);
  });

  it('ignores unknown and malformed events', async () => {
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    const page = windows.page();
    await page.takes();
    page.event('svc-open', {});
    page.event('click', {});
    page.event('constructor', {});
    page.event('svc-success', { state: 'success' });
    page.event('svc-exit', { outcome: 'fine', step: 'done', result: null });
    page.step('sign-in', 'loading');
    await next(link, 'svc-step');

    expect(heard).to.deep.equal(['open', 'step sign-in']);
  });

  it('restarts in a new window', async () => {
    const link = mountWindow();
    const heard = listenTo(link);
    link.restart();
    await windows.page().takes();
    link.restart();

    expect((await windows.page(1).takes())['token']).to.equal('lt_1');
    expect(heard).to.deep.equal(['open', 'step closed', 'exit cancelled']);
    expect(link.open).to.equal(true);
  });

  it('keeps two elements separate', async () => {
    const [one, two] = [mountWindow(), mountWindow({ linkToken: 'lt_two' })];
    const heard = [listenTo(one), listenTo(two)];
    await press(one);
    await press(two);
    expect((await windows.page(0).takes())['token']).to.equal('lt_1');
    expect((await windows.page(1).takes())['token']).to.equal('lt_two');
    const step = next(two, 'svc-step');
    windows.page(1).step('sign-in', 'loading');
    await step;

    expect(heard).to.deep.equal([['open'], ['open', 'step sign-in']]);
  });

  it('has the step of the window as its state', async () => {
    const link = mountWindow();
    await press(link);
    await windows.page().takes();
    windows.page().step('challenge', 'connecting');
    await next(link, 'svc-step');
    await link.updateComplete;

    expect(link.matches(':state(challenge)')).to.equal(true);
  });

  it('has no violation while the window is open', async () => {
    const link = mountWindow();
    await press(link);
    await heading(link, 'Continue in the other window');
    still(link);
    await expect(link).to.be.accessible();
  });
});
