// The hosted page. In the window that OAuth opens it takes the token from the widget, starts the attempt on our own
// origin and goes to the provider, whose answer ends here again. Everywhere else it shows the widget itself, which
// loads only then.
import { receiveFromWidget, type Receive } from '../bridge/index.js';
import { fetchedFirst } from '../loading/index.js';
import { takeArrival } from './arrival.js';
import { beginOauth } from './begin-oauth.js';
import { closeAfter } from './close-after.js';
import type { Opening } from './link-page.js';
import { screenOf } from './outcome.js';
import { offerClose, offerRetry, show, speakPage, wirePage } from './page.js';
import { screens, type Screen } from './texts.js';
import { keepRecord, readRecord, type WindowRecord } from './window-record.js';

/** How long this page waits for a `hello`, in milliseconds. A page that has said it may take longer to get its token. */
const helloTimeout = 10_000;

const close = (): void => window.close();

const fetchFrom = (address: string): Promise<Response> =>
  fetch(new URL(/* @vite-ignore */ address, import.meta.url));
const loadLink = fetchedFirst(() => import('./link-page.js'), fetchFrom);
const loadPhone = fetchedFirst(() => import('./phone-page.js'), fetchFrom);

/** Handles what the widget may send once it knows the outcome, or gives up. */
const receiveEnd: Receive = ({ type }) => {
  if (type === 'ack' || type === 'close') close();
};

// Otherwise the provider's page could lead the page that opened this window to another address.
const wasOpened = window.opener !== null;
window.opener = null;

// Another link that is opened in this tab changes only the fragment, and then the browser does not load the page again.
addEventListener('hashchange', () => {
  if (location.hash) location.reload();
});
wirePage();
const arrival = takeArrival(window);
const { given, outcome } = arrival;
const kept = readRecord();
// A window inherits its opener's storage, so the record of a whole page counts only for its own session. It does not count either
// if a form has just opened the page: that is another run, in a tab where an earlier run may have ended.
const named = given.get('link_session_id') ?? arrival.session;
const isPage = kept?.page && !given.has('session') && kept.session === named;
// The page that opened this window can lead it to another session's provider. That session's end, and its code, are not for it.
const record = kept?.page || (named !== null && named !== kept?.session) ? null : kept;
// Whether this is a phone that a link was handed over to, also on its way back from the provider.
const isPhone = given.has('handoff') || named?.startsWith('phone-');
const loadPage = isPhone ? loadPhone : loadLink;
let speaking = speakPage(kept?.locale ?? given.get('locale'));

if (window.parent !== window || location.pathname.includes('/frame/')) {
  // Outside its frame this page does nothing. The service's headers ensure that as well.
  if (window.parent === window) show(screens.nothing());
  else if (location.pathname.includes('/frame/')) {
    document.body.dataset['view'] = 'frame';
    loadPage().catch(() => {});
    waitForWidget(window.parent);
  }
} else if (isPage || isPhone || arrival.session || given.has('link_token')) {
  withCookies(() => openLink(null));
} else if (outcome) {
  rest(screenOf(outcome, record?.provider ?? null, given.has('confirm_code')));
  // Without a record the person came here by themselves, so they close the page themselves.
  if (record) report(record, outcome.state === 'success' ? given.get('confirm_code') : null);
} else if (record) {
  // The person came back from the provider with the browser's back button, or reloaded the page.
  rest(screens.unfinished(record.provider));
} else {
  if (!wasOpened) show(screens.nothing());
  waitForWidget();
}

/** Goes on if the browser keeps cookies, which the next steps need. Otherwise the person is told so before anything is typed. */
function withCookies(go: () => unknown): void {
  // `navigator.cookieEnabled` is also true in a Chrome that blocks them, where nothing that is written can be read.
  document.cookie = 'svc-link-try=1;max-age=9';
  if (document.cookie) go();
  else void speaking.finally(() => offerRetry(() => withCookies(go), screens.noCookies()));
}

/** Shows how the attempt ended. A window that the widget opened can be closed. */
function rest(screen: Screen): void {
  show(screen);
  if (record || wasOpened) offerClose();
}

/** Tells the widget that there is an outcome, and the code that only this window has. */
function report(opener: WindowRecord, code: string | null): void {
  let hasReceived = false;
  receiveFromWidget(window, opener, (message, say, from) => {
    hasReceived = true;
    if (message.type === 'hello') say({ type: 'result', ...(code && { confirm_code: code }) });
    else receiveEnd(message, say, from);
  });
  setTimeout(() => {
    if (hasReceived || !code) close();
    else
      void loadPage()
        .then(({ goHome }) => goHome(opener.session, code))
        .catch(close);
  }, closeAfter);
}

function waitForWidget(only?: Window): void {
  let lost: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(lost);
    lost = setTimeout(() => wasOpened && rest(screens.lost()), helloTimeout);
  };
  wait();
  let receive = receiveEnd;
  const stop = receiveFromWidget(
    window,
    null,
    (message, say, opener) => {
      if (message.type !== 'init') return receive(message, say, opener);
      clearTimeout(lost);
      const { token, provider, locale, consent } = message;
      speaking = speakPage(locale);
      if (message.link) receive = openLink({ init: message, say, opener });
      else if (provider && !only)
        withCookies(async () => {
          const begun = await beginOauth({ token, provider, origin: opener.origin, consent });
          if ('code' in begun) {
            rest(screens.failed());
            say({ type: 'refused', code: begun.code });
            return;
          }
          show(screens.leaving(begun.provider), begun.logo);
          keepRecord({ ...opener, session: begun.session, provider: begun.provider, locale });
          say({ type: 'leaving' });
          stop();
          location.assign(begun.url);
        });
    },
    only,
    wait,
  );
}

/** Loads the widget, and passes on to it what the page that opened this one says. */
function openLink(opening: Opening | null): Receive {
  const page = new Promise<Receive>((opened) => {
    const open = (): void =>
      void Promise.all([loadPage(), speaking])
        .then(([{ openLinkPage }]) => opened(openLinkPage(arrival, isPage ? kept : null, opening)))
        .catch(() => {
          // The page around a frame shows the problem, and tries with another frame.
          if (window.parent !== window) opening?.say({ type: 'refused', code: 'network_failed' });
          else offerRetry(open);
        });
    open();
  });
  return (...received) => void page.then((receive) => receive(...received));
}

// A page from the back/forward cache would show its spinner without end.
addEventListener('pageshow', (event) => {
  if (event.persisted && document.body.dataset['view'] === undefined)
    rest(screens.unfinished(readRecord()?.provider ?? null));
});
