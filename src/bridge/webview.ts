import type { PublicResult } from '../contract/index.js';

/** The app around this page, if it is shown in a webview that has a bridge. */
export interface Webview {
  /** Tells the app how the link ended, what was connected, and by which request. Settles once sent, or if no bridge takes it. */
  result(result: PublicResult, results: readonly PublicResult[], requestId: string | null): Promise<void>;
  /**
   * Asks the app to open an address in the system's browser. Resolves with whether it did: the page went out of sight, the
   * app replied `true`, or it dispatched `svc-link:opened` on this window.
   */
  openExternal(url: string): Promise<boolean>;
}

/** How long an app may take to answer, or to make its bridge ready, in milliseconds. */
const replyTimeout = 1000;

type Port = { readonly postMessage?: unknown } | undefined;
/** The objects that apps put into a page. Any of them may be missing or different. */
interface Hosts {
  readonly webkit?: { readonly messageHandlers?: { readonly svcLink?: Port; readonly cordova_iab?: Port } };
  readonly svcLink?: Port;
  readonly ReactNativeWebView?: Port;
  readonly flutter_inappwebview?: object & { readonly callHandler?: unknown };
  readonly mobileApp?: Port;
}
/** A name under which an app puts something into a page. */
export type HostName = keyof Hosts;
/** A page in an app. */
type AppPage = Window & Hosts;

/** One way to send a message to an app. */
interface Bridge {
  isThere(page: AppPage): boolean;
  /** Throws or rejects if it cannot send; `replied` is called with the answer, which may be a promise. */
  post(page: AppPage, text: string, replied: (reply: unknown) => void): void | Promise<void>;
}

/** First the handlers that an app names itself, then those of toolkits. */
const bridges: readonly Bridge[] = [
  // iOS WKWebView
  port(({ webkit }) => webkit?.messageHandlers?.svcLink),
  // Android (both of its ways), webview_flutter
  port(({ svcLink }) => svcLink),
  port(({ ReactNativeWebView }) => ReactNativeWebView),
  {
    isThere: ({ flutter_inappwebview }) => typeof flutter_inappwebview === 'object',
    async post(page, text, replied) {
      if (!page.flutter_inappwebview?.callHandler) await once(page, 'flutterInAppWebViewPlatformReady');
      // Throws if `callHandler` is not a function, and `send` then tries the next bridge.
      const flutter = page.flutter_inappwebview as { callHandler(name: string, text: string): unknown };
      replied(flutter.callHandler('svcLink', text));
    },
  },
  // Cordova's InAppBrowser
  port(({ webkit }) => webkit?.messageHandlers?.cordova_iab),
  // Capgo's InAppBrowser for Capacitor takes an object.
  port(
    ({ mobileApp }) => mobileApp,
    (text) => ({ detail: JSON.parse(text) as unknown }),
  ),
];

function port(find: (page: AppPage) => Port, form: (text: string) => unknown = (text) => text): Bridge {
  return {
    isThere: (page) => typeof find(page)?.postMessage === 'function',
    post(page, text, replied) {
      // Called on its object, because the object that Android injects refuses any other `this`.
      const target = find(page) as { postMessage(message: unknown): unknown };
      replied(target.postMessage(form(text)));
    },
  };
}

/** The app's bridge, or null if there is none or this page is not the main frame. */
export function findWebview(page: AppPage): Webview | null {
  // Some webviews show their bridge to every frame.
  if (page.top !== page || !bridges.some((bridge) => bridge.isThere(page))) return null;
  return {
    result: (result, results, request_id) => {
      const at = new Date().toISOString();
      return send(page, { v: 1, type: 'svc-link:result', result, results, at, request_id }, () => {});
    },
    openExternal: (url) =>
      new Promise((resolve) => {
        const listening = new AbortController();
        const { signal } = listening;
        const settle = (opened: boolean): void => {
          listening.abort();
          resolve(opened);
        };
        const hidden = (): boolean => page.document.visibilityState === 'hidden';
        page.addEventListener('svc-link:opened', () => settle(true), { signal });
        page.addEventListener('blur', () => settle(true), { signal });
        page.document.addEventListener('visibilitychange', () => hidden() && settle(true), { signal });
        void send(page, { v: 1, type: 'svc-link:open-external', url }, (reply) => {
          if (reply === true) settle(true);
        }).then(() => setTimeout(() => settle(hidden()), replyTimeout));
      }),
  };
}

/** Gives one JSON string to the first bridge that takes it. `replied` is called with the app's answer, if one comes. */
async function send(page: AppPage, message: object, replied: (reply: unknown) => void): Promise<void> {
  const text = JSON.stringify(message);
  // If the app took the message and then fails, it has still received the message.
  const receive = (reply: unknown): void => void Promise.resolve(reply).then(replied, () => {});
  for (const bridge of bridges) {
    try {
      if (!bridge.isThere(page)) continue;
      await bridge.post(page, text, receive);
      return;
    } catch {
      // The next bridge may take the message.
    }
  }
}

/** Waits for an event, but not longer than `replyTimeout`. */
function once(page: Window, event: string): Promise<void> {
  return new Promise((resolve) => {
    page.addEventListener(event, () => resolve(), { once: true });
    setTimeout(resolve, replyTimeout);
  });
}
