// The code that an app puts into its webview before the hosted page runs: a bridge, whose kind the address names. webview.html
// plays the app. It receives messages of the bridge by a channel. It also receives a navigation that leaves the hosted page,
// because an app stops that navigation and handles it.
const [, , kind] = location.pathname.split('/');
const app = new window.BroadcastChannel('svc-link-demo-app');
const deliver = (data) => app.postMessage({ type: 'message', data });

const bridges = {
  'react-native'() {
    window.ReactNativeWebView = { postMessage: (text) => deliver(String(text)) };
  },
  wkwebview() {
    window.webkit = { messageHandlers: { svcLink: { postMessage: deliver } } };
  },
  'android-listener'() {
    window.svcLink = { postMessage: deliver, addEventListener() {}, removeEventListener() {} };
  },
  // A Java method with a String parameter receives null for any other type.
  'android-interface'() {
    window.svcLink = { postMessage: (text) => deliver(typeof text === 'string' ? text : null) };
  },
  'webview-flutter'() {
    window.svcLink = { postMessage: (text) => deliver(String(text)) };
  },
  'flutter-inappwebview'() {
    window.flutter_inappwebview = {
      callHandler: async (name, ...values) => name === 'svcLink' && deliver(...values),
    };
    window.addEventListener('load', () =>
      window.dispatchEvent(new Event('flutterInAppWebViewPlatformReady')),
    );
  },
  // On Android the handler with the name from iOS is there only after the page has loaded.
  cordova() {
    window.cordova_iab = { postMessage: (text) => deliver(JSON.parse(text)) };
    window.addEventListener('load', () => {
      window.webkit = { messageHandlers: { cordova_iab: window.cordova_iab } };
    });
  },
  capgo() {
    window.mobileApp = { postMessage: deliver, close: () => window.close() };
  },
};

window.opener = null; // A webview has no opener.
bridges[kind]?.();

window.navigation?.addEventListener('navigate', (event) => {
  const { url } = event.destination;
  if (url.startsWith(new URL(`/webview/${kind}/`, location.href).href)) return;
  event.preventDefault();
  app.postMessage({ type: 'navigation', address: url });
});

// While the app shows something else, the page behind it is hidden.
let visibility = 'visible';
Object.defineProperty(document, 'visibilityState', { get: () => visibility });
Object.defineProperty(document, 'hidden', { get: () => visibility === 'hidden' });
app.addEventListener('message', ({ data: { type } }) => {
  if (type === 'dismiss') window.close();
  if (type !== 'hide' && type !== 'show') return;
  visibility = type === 'hide' ? 'hidden' : 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
});
