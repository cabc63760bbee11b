import { expect } from '@open-wc/testing';
import { findWebview } from '../../src/bridge/index.js';
import type { PublicResult } from '../../src/contract/index.js';

const result: PublicResult = {
  state: 'success',
  provider: 'aurora_ring',
  connected: true,
  provider_id: 'p1',
  redirect_url: null,
  error_type: null,
  link_session_id: 'ls-1',
  consent: null,
};
const word = { v: 1, type: 'svc-link:result', result, results: [result], request_id: 'r-1' };

/** A page in an app: like a window of its own, with the app's objects in it. */
function pageIn(hosts: object) {
  const opened: unknown[] = [];
  const events = new EventTarget();
  const page = {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    addEventListener: events.addEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    open: (...given: unknown[]) => opened.push(given),
    ...hosts,
  };
  const itself = page as unknown as Window & { top: Window };
  itself.top = itself;
  return { page: itself, opened };
}

/** An object whose method throws if it is called without the object, like the objects that Android injects. */
function injected(heard: unknown[]) {
  const target = {
    postMessage(this: unknown, message: unknown) {
      if (this !== target) throw new TypeError('Illegal invocation');
      heard.push(message);
    },
  };
  return target;
}

type Shape = (heard: unknown[]) => object;
const text = (heard: unknown[]) => heard.map((message) => timeless(JSON.parse(String(message))));
/** The message without its time, which depends on the browser's clock. */
function timeless(message: unknown): unknown {
  const { at, ...rest } = message as { at?: string };
  // Other messages have no time.
  if ('result' in rest) expect(Date.parse(String(at))).to.be.closeTo(Date.now(), 10_000);
  return rest;
}

const shapes: Record<string, { shape: Shape; read?: (heard: unknown[]) => unknown[] }> = {
  'React Native': { shape: (heard) => ({ ReactNativeWebView: injected(heard) }) },
  WKWebView: { shape: (heard) => ({ webkit: { messageHandlers: { svcLink: injected(heard) } } }) },
  'Android addWebMessageListener': { shape: (heard) => ({ svcLink: injected(heard) }) },
  'Android addJavascriptInterface': { shape: (heard) => ({ svcLink: injected(heard) }) },
  webview_flutter: { shape: (heard) => ({ svcLink: injected(heard) }) },
  flutter_inappwebview: {
    shape: (heard) => ({
      flutter_inappwebview: {
        callHandler: (name: string, message: string) => {
          expect(name).to.equal('svcLink');
          heard.push(message);
          // It settles only when the app's handler is done, which may be never.
          return new Promise(() => {});
        },
      },
    }),
  },
  'Cordova InAppBrowser': {
    shape: (heard) => ({ webkit: { messageHandlers: { cordova_iab: injected(heard) } } }),
  },
  'Capgo InAppBrowser': {
    shape: (heard) => ({ mobileApp: injected(heard) }),
    read: (heard) => heard.map((message) => timeless((message as { detail: unknown }).detail)),
  },
};

describe('the app around the page', () => {
  for (const [name, { shape, read = text }] of Object.entries(shapes)) {
    it(`V1 ${name} gets exactly one result, as one JSON string`, async () => {
      const heard: unknown[] = [];
      const { page } = pageIn(shape(heard));
      await findWebview(page)?.result(result, [result], 'r-1');
      expect(heard).to.have.length(1);
      if (read === text) expect(heard[0]).to.be.a('string');
      expect(read(heard)).to.deep.equal([word]);
    });
  }

  it('V1 an app that has several bridges is told by the one that it named', async () => {
    const [own, toolkit]: [unknown[], unknown[]] = [[], []];
    const { page } = pageIn({
      mobileApp: injected(toolkit),
      ReactNativeWebView: injected(toolkit),
      svcLink: injected(own),
    });
    await findWebview(page)?.result(result, [result], 'r-1');
    expect([own.length, toolkit.length]).to.deep.equal([1, 0]);
  });

  it('V2 if a bridge throws, the next one is used', async () => {
    const heard: unknown[] = [];
    const throwing = {
      postMessage() {
        throw new Error('no');
      },
    };
    const { page } = pageIn({
      webkit: { messageHandlers: { svcLink: throwing } },
      svcLink: throwing,
      ReactNativeWebView: injected(heard),
    });
    await findWebview(page)?.result(result, [result], 'r-1');
    expect(text(heard)).to.deep.equal([word]);
  });

  it('V2 nothing is thrown if every bridge throws, or if there is none', async () => {
    const { page } = pageIn({ svcLink: { postMessage: () => Promise.reject(new Error('no')) } });
    await findWebview(page)?.result(result, [result], 'r-1');
    for (const hosts of [{}, { webkit: {} }, { svcLink: null }, { svcLink: { postMessage: 'text' } }])
      expect(findWebview(pageIn(hosts).page)).to.equal(null);
  });

  it('V2 waits for flutter_inappwebview until it is ready', async () => {
    const heard: unknown[] = [];
    const bridge: { callHandler?: (name: string, message: string) => void } = {};
    const { page } = pageIn({ flutter_inappwebview: bridge });
    const real = globalThis.setTimeout;
    const waits: unknown[] = [];
    // This timer never fires, so the wait does not time out.
    globalThis.setTimeout = ((_run: () => void, milliseconds: number) =>
      waits.push(milliseconds)) as unknown as typeof setTimeout;
    const told = findWebview(page)?.result(result, [result], 'r-1');
    globalThis.setTimeout = real;
    expect(heard).to.deep.equal([]);
    bridge.callHandler = (_name, message) => void heard.push(message);
    page.dispatchEvent(new Event('flutterInAppWebViewPlatformReady'));
    await told;
    expect(text(heard)).to.deep.equal([word]);
    expect(waits).to.deep.equal([1000]);
  });

  it('V2 does not wait for flutter_inappwebview if it is ready', () => {
    const heard: unknown[] = [];
    const callHandler = (_name: string, message: string) => heard.push(message);
    void findWebview(pageIn({ flutter_inappwebview: { callHandler } }).page)?.result(result, [result], 'r-1');
    expect(text(heard)).to.deep.equal([word]);
  });

  it('V3 asks the app to open the browser, and opens no window itself', async () => {
    const heard: unknown[] = [];
    const { page, opened } = pageIn({ ReactNativeWebView: injected(heard) });
    const answer = findWebview(page)?.openExternal('https://link.example/v2/link/oauth/t');
    page.dispatchEvent(new Event('svc-link:opened'));
    expect(await answer).to.equal(true);
    expect(text(heard)).to.deep.equal([
      { v: 1, type: 'svc-link:open-external', url: 'https://link.example/v2/link/oauth/t' },
    ]);
    expect(opened).to.deep.equal([]);
  });

  it('counts it as an answer if the page loses the focus', async () => {
    const { page } = pageIn({ ReactNativeWebView: injected([]) });
    const answer = findWebview(page)?.openExternal('https://link.example');
    page.dispatchEvent(new Event('blur'));
    expect(await answer).to.equal(true);
  });

  it('counts it as an answer if the page is hidden, or if a bridge says so', async () => {
    const hidden = pageIn({ ReactNativeWebView: injected([]) }).page;
    const first = findWebview(hidden)?.openExternal('https://link.example');
    Object.assign(hidden.document, { visibilityState: 'hidden' });
    hidden.document.dispatchEvent(new Event('visibilitychange'));
    // The page may be visible again before anybody looks.
    Object.assign(hidden.document, { visibilityState: 'visible' });
    expect(await first).to.equal(true);

    const { page } = pageIn({ flutter_inappwebview: { callHandler: () => Promise.resolve(true) } });
    expect(await findWebview(page)?.openExternal('https://link.example')).to.equal(true);
  });

  it('says that nothing was opened if the app is silent for a second', async () => {
    const { page } = pageIn({ svcLink: { postMessage: () => Promise.resolve('ok') } });
    const real = globalThis.setTimeout;
    const waits: unknown[] = [];
    globalThis.setTimeout = ((run: () => void, milliseconds: number) => {
      waits.push(milliseconds);
      run();
    }) as typeof setTimeout;
    try {
      const answer = findWebview(page)?.openExternal('https://link.example');
      // Becoming visible does not count as an answer.
      page.document.dispatchEvent(new Event('visibilitychange'));
      expect(await answer).to.equal(false);
    } finally {
      globalThis.setTimeout = real;
    }
    expect(waits).to.deep.equal([1000]);
  });

  it('V5 is told from the main frame only', () => {
    const { page } = pageIn({ svcLink: injected([]) });
    Object.assign(page, { top: window });
    expect(findWebview(page)).to.equal(null);
  });
});
