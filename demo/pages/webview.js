// Plays an app: it opens the hosted page in a webview of the chosen kind or in a browser tab, receives messages through the
// bridge, handles the redirect, and believes only its own server.
import { logInto } from './event-log.js';
import { copyOnPress } from './magic-names.js';
import { showOutcome } from './outcome.js';
import { keepSettings, listProviders } from './settings.js';
import { ask } from './ask.js';
import { tryTo } from './trouble.js';

const options = document.querySelector('#options');
const add = logInto(document.querySelector('.log ol'), document.querySelector('#clear'));
const webview = new window.BroadcastChannel('svc-link-demo-app');

const settings = keepSettings(options, (query) => {
  const how = options.elements.host.selectedOptions[0]?.dataset.hears ?? '';
  const unseen =
    'No browser opens an app’s scheme: where a tab ends is not seen, and only Chromium shows the webview’s.';
  document.querySelector('#how').textContent = query.get('redirect') ? `${how} ${unseen}` : how;
});

/** The message and the redirect may both report the same end, and a code works only once. */
const usedCodes = new Set();
let asked = Promise.resolve();

/** The app's requests to its server, one after the other. */
function settle({ confirm_code, ...result }) {
  if (!result.link_session_id) return;
  const fresh = confirm_code && !usedCodes.has(confirm_code);
  usedCodes.add(confirm_code);
  asked = asked.then(async () => {
    const answer = await showOutcome(fresh ? { ...result, confirm_code } : result);
    const { state, connected, error_type, message } = answer;
    add('server', JSON.stringify({ state, connected, error_type, message }));
  });
}

/** Any page in the webview may have sent anything, so only messages with a known shape are read. */
function read(data) {
  try {
    const message = typeof data === 'string' ? JSON.parse(data) : (data?.detail ?? data);
    return message?.v === 1 ? message : { type: 'unknown' };
  } catch {
    return { type: 'unknown' };
  }
}

const received = {
  'svc-link:result': ({ result }) => settle(result),
  'svc-link:open-external'({ url }, item) {
    if (!/^https?:/.test(url)) return;
    // A real app opens the system browser by itself. A page may not open a window without a press.
    const link = Object.assign(document.createElement('a'), { href: url, target: '_blank', rel: 'noopener' });
    link.textContent = 'Open in the system browser';
    item.append(link);
    webview.postMessage({ type: 'hide' });
  },
};

webview.addEventListener('message', ({ data }) => {
  if (data.type === 'message') {
    const message = read(data.data);
    const text = typeof data.data === 'string' ? data.data : JSON.stringify(data.data);
    const item = add(message.type, text);
    if (Object.hasOwn(received, message.type)) received[message.type](message, item);
  }
  // The webview was about to go to the redirect URL. The app handles that address and closes the webview.
  if (data.type === 'navigation') {
    add('navigation', data.address);
    webview.postMessage({ type: 'dismiss' });
    settle(Object.fromEntries(new URL(data.address).searchParams));
  }
  // A browser opened the app's link, and done.html has asked the server already.
  if (data.type === 'arrived') {
    add('navigation', data.address);
    webview.postMessage({ type: 'show' });
    settle({ link_session_id: data.link_session_id });
  }
});

document.querySelector('#open').addEventListener('click', async () => {
  const { host, provider, redirect, confirm, multiple } = options.elements;
  const view = window.open('about:blank', '_blank', 'popup,width=390,height=780');
  try {
    const { link_web_url } = await tryTo(
      ask('POST', 'link-token', {
        fresh: true,
        redirect_url: redirect.value ? 'com.example.northwind:/linked' : `${location.origin}/done.html`,
        user_label: 'ada@example.com',
        // No list of origins, because it forbids OAuth to leave the webview for another browser.
        allowed_origins: [],
        on_error: 'redirect',
        on_close: 'redirect',
        ...(provider.value && { filter_on_providers: [provider.value] }),
        // A link for several connections cannot be confirmed.
        ...(confirm.checked ? { confirm: 'host' } : multiple.checked && { multiple: true }),
      }),
    );
    const { pathname, hash } = new URL(link_web_url);
    view?.location.replace(host.value === 'tab' ? link_web_url : `/webview/${host.value}${pathname}${hash}`);
  } catch (error) {
    view?.close();
    throw error;
  }
});

copyOnPress(document.querySelector('.names'), document.querySelector('#copied'));
listProviders(options, await tryTo(ask('GET', 'providers')));
settings.read();
