import { expect } from '@open-wc/testing';
import { remoteStyles } from '../../src/element/modes/remote.styles.js';
import type { SvcLink } from '../../src/index.js';
import { catchForms, fakeWindows, listenTo, publicResult, type HostedPage } from './hosted-page.js';
import {
  button,
  cleanUp,
  fakeService,
  focused,
  heading,
  mount,
  next,
  role,
  session,
  text,
  still,
} from './harness.js';

const success = { body: { ...session, state: 'success', provider: 'quartz_scale', provider_id: 'p1' } };

/** An element with a button of the page in its trigger slot. */
function mountWindow(properties: Partial<SvcLink> = {}, attributes: Record<string, string> = {}): SvcLink {
  const link = mount({ mode: 'window', hostedUrl: '/link/', ...properties }, attributes);
  const trigger = Object.assign(document.createElement('button'), {
    textContent: 'Add a device',
    slot: 'trigger',
  });
  link.append(trigger);
  return link;
}
const wayOn = (link: SvcLink) => role(link, 'link', /^Continue/) as HTMLAnchorElement;

/** Resolves once what the mode needs has come, which a mode's style sheet is the first sign of. */
async function modeLoaded(link: SvcLink): Promise<void> {
  await link.updateComplete;
  const has = () => link.shadowRoot!.adoptedStyleSheets.includes(remoteStyles.styleSheet!);
  while (!has()) await new Promise(requestAnimationFrame);
}

/** Presses the trigger, once what the mode needs has come. */
async function press(link: SvcLink): Promise<void> {
  await modeLoaded(link);
  link.querySelector<HTMLElement>('[slot=trigger]')!.click();
}

/** The window reports the way to success. */
function succeeds(page: HostedPage, result = publicResult()): void {
  page.step('done', 'connecting', 'quartz_scale');
  page.event('svc-success', result);
  page.event('svc-exit', { outcome: 'success', step: 'done', result });
}

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

  it('opens one window inside the click, without a name, and asks the service nothing', async () => {
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

  for (const [outcome, state] of [
    ['success', 'success'],
    ['cancelled', 'started'],
  ] as const)
    it(`asks once more of a try that the page closes, which is ${outcome} at ${state}`, async () => {
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
      // The window leaves as well, and says what it came to.
      page.step('closed', 'connecting', 'quartz_scale');
      succeeds(page);
      expect((await exit).detail.outcome).to.equal(outcome);
      const before = outcome === 'success' ? ['success'] : [];
      expect(heard).to.deep.equal(['step closed', 'close', ...before, `exit ${outcome}`]);
    });

  it('opens its window as soon as it can where the click came first', async () => {
    const link = mountWindow();
    await link.updateComplete;
    const opened = next(link, 'svc-open');
    link.querySelector<HTMLElement>('[slot=trigger]')!.click();
    await opened;
    await heading(link, 'Continue in the other window');
    expect(windows.calls).to.have.length(1);
  });

  it('hands over the token once, with its settings and its colours', async () => {
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

  it('hands over whether it stands on a dark page, and which way that reads', async () => {
    const link = mountWindow();
    link.style.colorScheme = 'dark';
    link.dir = 'rtl';
    await press(link);

    const { link: settings } = await windows.page().takes();

    expect(settings).to.deep.include({ colorScheme: 'dark', direction: 'rtl' });
  });

  it('tells what its trigger opens, and whether it is open', async () => {
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

    expect((await succeeded).detail).to.deep.equal(publicResult());
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

  it('follows the redirect URL once, where the page lets it, and never a script', async () => {
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

  it('is one run over the trip to a provider', async () => {
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

  it('is cancelled when the window is closed on our own page', async () => {
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    const page = windows.page();
    await page.takes();
    page.step('sign-in', 'loading', 'quartz_scale');
    await next(link, 'svc-step');
    const exit = next(link, 'svc-exit');
    windows.shut();

    expect((await exit).detail).to.deep.equal({ outcome: 'cancelled', step: 'sign-in', result: null });
    expect(service.calls.map(({ path }) => path)).to.deep.equal(['/v2/link/state']);
    await next(link, 'svc-close');
    expect(heard.slice(-3)).to.deep.equal(['step closed', 'exit cancelled', 'close']);
  });

  it('has succeeded when the service says so of a window that was closed', async () => {
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

  it('goes on by what the service says when the window is gone at the provider', async () => {
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

  it('opens another window where the last is gone', async () => {
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

  it('is given up by Cancel, by close() and by its trigger never', async () => {
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
    // What the window says of its own end comes late, but where to go still counts.
    const redirect = next(link, 'svc-redirect');
    page.event('svc-exit', { outcome: 'cancelled', step: 'sign-in', result: null });
    page.event('svc-redirect', { url: 'https://app.example/?state=error', result: publicResult() });
    await redirect;
    expect(heard.filter((line) => line.startsWith('exit'))).to.deep.equal(['exit cancelled']);
  });

  it('waits for a token that comes late', async () => {
    const link = mountWindow({ linkToken: null });
    await press(link);
    const page = windows.page();
    await page.hears('hello');
    page.say('ready');
    await page.hears('hello');
    link.linkToken = 'lt_late';
    await link.updateComplete;
    page.say('ready');

    expect((await page.hears('init'))['token']).to.equal('lt_late');
  });

  it('asks the page for a token, and says what is wrong where there is none', async () => {
    let asked = 0;
    const link = mountWindow({
      linkToken: null,
      tokenProvider: () => (asked++ ? Promise.resolve('lt_p') : Promise.reject(new Error('down'))),
    });
    const heard = listenTo(link);
    await press(link);
    await heading(link, 'There’s a problem with this service');
    expect(heard).to.deep.equal(['open', 'error service_error']);

    role(link, 'button', 'Try again')!.click();

    expect((await windows.page(1).takes())['token']).to.equal('lt_p');
  });

  it('hands on a token that is asked for, and one that the page sets', async () => {
    let asked = 0;
    const link = mountWindow({
      tokenProvider: () => (asked++ ? Promise.reject(new Error('down')) : Promise.resolve('lt_2')),
    });
    await press(link);
    const page = windows.page();
    await page.takes();
    page.say('renew');
    expect((await page.hears('token'))['token']).to.equal('lt_2');
    page.say('renew');
    expect((await page.hears('token'))['token']).to.equal(null);

    link.linkToken = 'lt_3';
    expect((await page.hears('token'))['token']).to.equal('lt_3');
  });

  it('keeps another token back until the window is here to hear it', async () => {
    const asked = service.asked('/v2/link/state');
    const link = mountWindow();
    await press(link);
    const page = windows.page();
    await page.takes();
    page.say('leaving');
    await asked;
    link.linkToken = 'lt_3';
    await link.updateComplete;
    page.say('returned');

    expect((await page.hears('token'))['token']).to.equal('lt_3');
  });

  it('asks for a new token after success', async () => {
    const link = mountWindow({ tokenProvider: async () => 'lt_2' });
    await press(link);
    const page = windows.page();
    await page.takes();
    succeeds(page);
    const closed = next(link, 'svc-close');
    await page.hears('ack');
    windows.shut();
    await closed;
    await press(link);

    expect((await windows.page(1).takes())['token']).to.equal('lt_2');
  });

  it('shows why the token was refused', async () => {
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    const page = windows.page();
    await page.takes();
    page.say('refused', { code: 'token_consumed' });
    await heading(link, 'This link has already been used');

    const exit = next(link, 'svc-exit');
    role(link, 'button', /Go back/)!.click();

    expect((await exit).detail).to.include({ outcome: 'error', step: 'problem' });
    expect(heard.slice(0, 2)).to.deep.equal(['open', 'error token_consumed']);
  });

  it('believes no event that it does not know, nor one that is malformed', async () => {
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

  it('ends when it is taken out of the page, and goes on when it is moved', async () => {
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

  it('closes when the mode changes, and what was in place ends when it comes', async () => {
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

  it('keeps two elements apart', async () => {
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

  it('has no fault while the window is out', async () => {
    const link = mountWindow();
    await press(link);
    await heading(link, 'Continue in the other window');
    still(link);
    await expect(link).to.be.accessible();
  });
});

describe('mode="window" where windows are blocked', () => {
  let service: ReturnType<typeof fakeService>;
  let windows: Awaited<ReturnType<typeof fakeWindows>>;
  let caught: ReturnType<typeof catchForms>;
  beforeEach(async () => {
    service = fakeService();
    windows = await fakeWindows('blocked');
    caught = catchForms();
  });
  afterEach(() => {
    cleanUp();
    caught.restore();
    windows.restore();
    service.restore();
  });

  it('offers a link that takes the token along by a form, and hears of success from the service', async () => {
    const link = mountWindow({
      provider: 'quartz_scale',
      providers: ['quartz_scale', 'aurora_ring'],
      locale: 'en-US',
    });
    const heard = listenTo(link);
    await press(link);
    const title = await heading(link, 'The window didn’t open');
    expect(focused(link)).to.equal(null);
    expect(text(title.parentElement)).to.contain('Your browser stopped the window from opening.');
    still(link);
    await expect(link).to.be.accessible();
    const way = wayOn(link);
    expect([way.href, way.target]).to.deep.equal([new URL('/link/', location.href).href, '_blank']);
    service.answers['/v2/link/state'] = {
      body: { ...success.body, redirect_url: 'https://app.example/done', on_error: 'redirect' },
    };
    const closed = next(link, 'svc-close');

    way.click();
    await closed;

    expect(caught.forms).to.deep.equal([
      {
        action: new URL('/link/', location.href).href,
        target: '_blank',
        fields: {
          link_token: 'lt_1',
          display: 'page',
          provider: 'quartz_scale',
          providers: 'quartz_scale aurora_ring',
          locale: 'en-US',
        },
      },
    ]);
    // The window goes to the redirect URL by itself.
    expect(heard).to.deep.equal([
      'open',
      'error popup_blocked',
      'step done',
      'success',
      'exit success',
      'close',
    ]);
  });

  it('says of no window that it was blocked where the page is cross-origin isolated, and goes by a form', async () => {
    const isolated = Object.getOwnPropertyDescriptor(window, 'crossOriginIsolated')!;
    Object.defineProperty(window, 'crossOriginIsolated', { value: true, configurable: true });
    try {
      const link = mountWindow();
      const errors: string[] = [];
      link.addEventListener('svc-error', ({ detail }) => errors.push(detail.code));
      await press(link);
      const title = await heading(link, 'Continue in a new window');

      expect(text(title.parentElement)).not.to.contain('stopped');
      await expect(link).to.be.accessible();
      wayOn(link).click();

      await button(link, 'Open the window again');
      expect(caught.forms.map(({ target, fields }) => [target, fields['link_token']])).to.deep.equal([
        ['_blank', 'lt_1'],
      ]);
      expect(errors).to.deep.equal([]);
    } finally {
      Object.defineProperty(window, 'crossOriginIsolated', isolated);
    }
  });

  it('says so as well when nobody has clicked', async () => {
    const link = mountWindow({}, { open: '' });
    await heading(link, 'The window didn’t open');
    role(link, 'button', 'Cancel')!.click();
    await next(link, 'svc-close');
    expect(link.open).to.equal(false);
  });

  it('posts again where the posted window is gone', async () => {
    const link = mountWindow();
    await press(link);
    await heading(link, 'The window didn’t open');
    wayOn(link).click();
    (await button(link, 'Open the window again')).click();

    expect(caught.forms.map(({ target }) => target)).to.deep.equal(['_blank', '_blank']);
  });
});
