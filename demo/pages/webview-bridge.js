// What an app puts into its webview before the hosted page runs: a bridge of one kind, named by the address.
// webview.html plays the app; what goes through the bridge reaches it by a channel, and so does a navigation that
// leaves the hosted page, which an app stops and takes for itself.
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
  // A Java method that takes a String hears nothing of any other kind.
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
  // On Android the name of iOS is there only once the page is loaded.
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

window.opener = null; // No webview has one.
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
