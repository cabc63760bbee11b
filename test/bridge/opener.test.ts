import { expect } from '@open-wc/testing';
import { createWindows, postToHosted } from '../../src/bridge/index.js';
import type { OpenWindow, WindowReport } from '../../src/flow/index.js';
import { frameWindow, type FrameWindow } from './frame-window.js';

const hostedUrl = new URL('/link/', location.href).href;

/** The same object with some members replaced. */
function having<T extends object>(target: T, own: Record<string, unknown>): T {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The page with its own `window.open`. `hasFocus` is true if the person is back from the window. */
const pageThatOpens = (
  open: (url?: string | URL, target?: string, features?: string) => Window | null,
  { hasFocus = false } = {},
): Window => having(window, { open, document: having(document, { hasFocus: () => hasFocus }) });

/** Collects reports, and lets a test wait for the next one. */
function reports() {
  const queue: WindowReport[] = [];
  const waiting: ((report: WindowReport) => void)[] = [];
  return {
    queue,
    report: (report: WindowReport) => (waiting.shift() ?? ((r) => queue.push(r)))(report),
    next: () =>
      new Promise<WindowReport>((resolve) => {
        const report = queue.shift();
        if (report) resolve(report);
        else waiting.push(resolve);
      }),
  };
}

/** Catches the forms whose submission would leave the page. */
function catchForms(): { forms: HTMLFormElement[]; restore: () => void } {
  const forms: HTMLFormElement[] = [];
  const original = HTMLFormElement.prototype.submit;
  HTMLFormElement.prototype.submit = function () {
    forms.push(this.cloneNode(true) as HTMLFormElement);
  };
  return { forms, restore: () => (HTMLFormElement.prototype.submit = original) };
}

const fieldsOf = (form: HTMLFormElement) =>
  Object.fromEntries([...form.querySelectorAll('input')].map(({ name, value }) => [name, value]));

describe('the windows of a page', () => {
  let frame: FrameWindow;
  let opened: OpenWindow | null;

  beforeEach(async () => {
    frame = await frameWindow();
    opened = null;
  });
  afterEach(() => {
    opened?.close();
    frame.remove();
  });

  const options = { hostedUrl, token: () => 'token-1' };
  const open = (
    report: (report: WindowReport) => void,
    more: Partial<Parameters<typeof createWindows>[0]> = {},
  ) => {
    const windows = createWindows({ ...options, ...more, page: pageThatOpens(() => frame.window) });
    opened = windows.open('aurora_ring', report);
  };

  it('open the hosted page without a name, before anything is awaited', () => {
    const calls: (string | undefined)[] = [];
    const page = pageThatOpens((url, target) => {
      calls.push(String(url), target);
      return frame.window;
    });
    opened = createWindows({ ...options, page }).open('aurora_ring', () => {});
    // For this address the service sends a page that does not load the widget.
    expect(calls).to.deep.equal([`${hostedUrl}?display=window`, '_blank']);
  });

  it('are in the middle of the page, and come to the front when they are asked to', () => {
    const features: (string | undefined)[] = [];
    let focused = 0;
    const popup = having(frame.window, { focus: () => (focused += 1) });
    const page = having(window, {
      ...{ screenX: 100, outerWidth: 1000, screenY: 50, outerHeight: 900 },
      open: (_url: string, _target: string, given: string) => {
        features.push(given);
        return popup;
      },
    });
    opened = createWindows({ ...options, page }).open('aurora_ring', () => {});
    expect(features).to.deep.equal(['popup,width=480,height=720,left=360,top=140']);
    opened?.focus();
    expect(focused).to.equal(1);
  });

  it('answer null if the browser refuses or throws', () => {
    const refuses = pageThatOpens(() => null);
    const throws = pageThatOpens(() => {
      throw new DOMException('sandboxed', 'InvalidAccessError');
    });
    for (const page of [refuses, throws])
      expect(createWindows({ ...options, page }).open('aurora_ring', () => {})).to.be.null;
  });

  it('send the token once, and only to a page that is ready', async () => {
    open(() => {}, { locale: 'de' });
    const hello = await frame.hears();
    expect(hello).to.include({ v: 1, type: 'hello' });
    frame.say({ v: 1, type: 'ready', nonce: hello['nonce'] });
    let message = await frame.hears();
    while (message['type'] === 'hello') message = await frame.hears();
    expect(message).to.deep.equal({
      v: 1,
      type: 'init',
      nonce: hello['nonce'],
      token: 'token-1',
      provider: 'aurora_ring',
      locale: 'de',
    });
    frame.say({ v: 1, type: 'ready', nonce: hello['nonce'] });
    expect(await frame.hears()).to.include({ type: 'hello' });
    expect(await frame.hears()).to.include({ type: 'hello' });
  });

  it('say with the token what the person agrees to share', async () => {
    const given = { resources: ['sleep', 'body'], text_version: '1', language: 'de' };
    const windows = createWindows({ ...options, page: pageThatOpens(() => frame.window) });
    opened = windows.open('aurora_ring', () => {}, given);
    const { nonce } = await frame.hears();
    frame.say({ v: 1, type: 'ready', nonce });
    let message = await frame.hears();
    while (message['type'] === 'hello') message = await frame.hears();
    expect(message['consent']).to.deep.equal({ ...given, resources: 'sleep,body' });
  });

  it('keep the token until it may be handed over', async () => {
    let may = false;
    open(() => {}, { mayHandOver: () => may });
    const { nonce } = await frame.hears();
    for (let asked = 0; asked < 3; asked++) {
      frame.say({ v: 1, type: 'ready', nonce });
      expect(await frame.hears()).to.include({ type: 'hello' });
    }
    may = true;
    frame.say({ v: 1, type: 'ready', nonce });
    let message = await frame.hears();
    while (message['type'] === 'hello') message = await frame.hears();
    expect(message).to.include({ type: 'init', token: 'token-1' });
  });

  it('report what the hosted page says and acknowledge its result', async () => {
    const heard = reports();
    open(heard.report);
    const { nonce } = await frame.hears();
    frame.say({ v: 1, type: 'leaving', nonce });
    expect(await heard.next()).to.deep.equal({ type: 'leaving' });
    frame.say({ v: 1, type: 'result', nonce });
    expect(await heard.next()).to.deep.equal({ type: 'finished' });
    let message = await frame.hears();
    while (message['type'] === 'hello') message = await frame.hears();
    expect(message).to.deep.equal({ v: 1, type: 'ack', nonce });
  });

  it('report a refusal with its code', async () => {
    const heard = reports();
    open(heard.report);
    const { nonce } = await frame.hears();
    frame.say({ v: 1, type: 'refused', nonce, code: 'token_expired' });
    expect(await heard.next()).to.deep.equal({ type: 'refused', code: 'token_expired' });
  });

  it('accept no other origin, window, nonce or version, and no malformed message', async () => {
    const heard = reports();
    const stranger = await frameWindow();
    open(heard.report);
    const { nonce } = await frame.hears();
    const forge = (data: unknown, from: MessageEventInit) =>
      window.dispatchEvent(
        new MessageEvent('message', { data, origin: location.origin, source: frame.window, ...from }),
      );
    const result = { v: 1, type: 'result', nonce };
    forge(result, { origin: 'https://evil.example' });
    forge(result, { origin: 'null' });
    forge(result, { source: stranger.window });
    forge(result, { source: null });
    for (const data of [
      { ...result, nonce: 'guess' },
      { ...result, v: 2 },
      { ...result, type: 'toString' },
      { v: 1, type: 'refused', nonce },
      { v: 1, type: 'refused', nonce, code: {} },
      JSON.parse('{"__proto__": {"v": 1, "type": "result"}}'),
      null,
      'result',
      [result],
      'x'.repeat(1_000_000),
    ])
      frame.say(data);
    stranger.say(result);
    frame.say({ v: 1, type: 'leaving', nonce });
    expect(await heard.next()).to.deep.equal({ type: 'leaving' });
    expect(heard.queue).to.deep.equal([]);
    stranger.remove();
  });

  it('report a window that was closed, once', async () => {
    const heard = reports();
    open(heard.report);
    const { nonce } = await frame.hears();
    frame.say({ v: 1, type: 'leaving', nonce });
    await heard.next();
    frame.remove();
    expect(await heard.next()).to.deep.equal({ type: 'closed' });
    expect(heard.queue).to.deep.equal([]);
  });

  it('ask the hosted page to close, and then stop listening', async () => {
    const heard = reports();
    open(heard.report);
    const { nonce } = await frame.hears();
    opened?.close();
    let message = await frame.hears();
    while (message['type'] === 'hello') message = await frame.hears();
    expect(message).to.deep.equal({ v: 1, type: 'close', nonce });
    window.dispatchEvent(
      new MessageEvent('message', {
        data: { v: 1, type: 'result', nonce },
        origin: location.origin,
        source: frame.window,
      }),
    );
    expect(heard.queue).to.deep.equal([]);
  });

  it('leave by a form that names the token, the provider and the page', () => {
    const { forms, restore } = catchForms();
    createWindows(options).leave('aurora_ring');
    restore();
    expect(forms).to.have.length(1);
    const [form] = forms as [HTMLFormElement];
    expect(form.method).to.equal('post');
    expect(form.action).to.equal(hostedUrl);
    expect(form.target).to.equal('_self');
    expect(fieldsOf(form)).to.deep.equal({
      link_token: 'token-1',
      provider: 'aurora_ring',
      return_url: location.href,
    });
    expect(document.querySelector('form')).to.be.null;
  });

  it('post no field without a value, and no visible field', () => {
    const { forms, restore } = catchForms();
    postToHosted(window, hostedUrl, '_self', { link_token: 'token-1', provider: undefined, display: '' });
    restore();
    const [form] = forms as [HTMLFormElement];
    expect(fieldsOf(form)).to.deep.equal({ link_token: 'token-1' });
    expect([...form.querySelectorAll('input')].map(({ type }) => type)).to.deep.equal(['hidden']);
  });

  it('post the token into the next window if the page cuts its windows off', async () => {
    const heard = reports();
    const page = pageThatOpens(() => frame.window);
    const windows = createWindows({ ...options, page });
    opened = windows.open('fjord_band', heard.report);
    frame.remove();
    // The event makes the widget look now, instead of by a timer that may be late.
    window.dispatchEvent(new Event('focus'));
    expect(await heard.next()).to.deep.equal({ type: 'blocked' });

    const { forms, restore } = catchForms();
    // Another run on the same page has learnt it too.
    const again = createWindows({ ...options, page }).open('fjord_band', heard.report);
    restore();
    expect(again).to.not.be.null;
    expect(await heard.next()).to.deep.equal({ type: 'leaving' });
    const [form] = forms as [HTMLFormElement];
    expect(form.target).to.equal('_blank');
    expect(fieldsOf(form)).to.deep.equal({
      link_token: 'token-1',
      provider: 'fjord_band',
      display: 'window',
    });
  });

  it('treat a window that is gone at once as closed if the person is back', async () => {
    const heard = reports();
    const page = pageThatOpens(() => frame.window, { hasFocus: true });
    opened = createWindows({ ...options, page }).open('fjord_band', heard.report);
    frame.remove();
    expect(await heard.next()).to.deep.equal({ type: 'closed' });
  });

  it('post the token into the first window if the page is isolated', () => {
    const isolated = having(window, { crossOriginIsolated: true });
    const { forms, restore } = catchForms();
    const out = createWindows({ ...options, page: isolated }).open('fjord_band', () => {});
    restore();
    expect(forms.map(({ target }) => target)).to.deep.equal(['_blank']);
    // The page cannot reach this window, so neither call does anything.
    out?.focus();
    out?.close();
  });

  it('open none if it would get the token by a form before it may be sent', () => {
    const isolated = having(window, { crossOriginIsolated: true });
    const { forms, restore } = catchForms();
    let may = false;
    const windows = createWindows({ ...options, page: isolated, mayHandOver: () => may });
    const before = windows.open('fjord_band', () => {});
    expect([before, forms]).to.deep.equal([null, []]);
    may = true;
    expect(windows.open('fjord_band', () => {})).to.not.equal(null);
    restore();
    expect(forms).to.have.length(1);
  });

  describe('hold a session that waits for the host back', () => {
    const waits = { state: 'pending_confirmation' as const, link_session_id: 's1' };
    const openOne = () => {
      const windows = createWindows({ ...options, page: pageThatOpens(() => frame.window) });
      opened = windows.open('aurora_ring', () => {});
      return windows;
    };

    it('until the window brings its code', async () => {
      const windows = openOne();
      const { nonce } = await frame.hears();
      const completed = windows.complete(waits);
      frame.say({ v: 1, type: 'result', nonce, confirm_code: 'c1' });
      expect(await completed).to.deep.equal({ ...waits, confirm_code: 'c1' });
      expect(await windows.complete(waits)).to.have.property('confirm_code', 'c1');
      const started = { ...waits, state: 'started' as const };
      expect(await windows.complete(started)).to.equal(started);
    });

    it('no longer than the window exists', async () => {
      const windows = openOne();
      await frame.hears();
      const completed = windows.complete(waits);
      opened?.close();
      expect(await completed).to.equal(waits);
    });

    it('no longer than five seconds', async () => {
      const windows = openOne();
      await frame.hears();
      const original = window.setTimeout;
      const waited: (number | undefined)[] = [];
      window.setTimeout = ((run: (value: null) => void, after?: number) => {
        waited.push(after);
        return original(run, 0, null);
      }) as typeof setTimeout;
      const completed = windows.complete(waits);
      window.setTimeout = original;
      expect(await completed).to.equal(waits);
      expect(waited).to.deep.equal([5000]);
    });

    it('not at all if no window is open, or if the session is in another state', async () => {
      expect(await createWindows(options).complete(waits)).to.equal(waits);
      const started = { ...waits, state: 'started' as const };
      expect(await openOne().complete(started)).to.equal(started);
    });
  });
});
