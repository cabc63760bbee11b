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

/** How long nobody may say hello, in milliseconds. Whoever does may wait longer than that for the token of the page's server. */
const helloTimeout = 10_000;

const close = (): void => window.close();

const fetchFrom = (address: string): Promise<Response> =>
  fetch(new URL(/* @vite-ignore */ address, import.meta.url));
const loadLink = fetchedFirst(() => import('./link-page.js'), fetchFrom);
const loadPhone = fetchedFirst(() => import('./phone-page.js'), fetchFrom);

/** What the widget may say once it knows, or gives up. */
const receiveEnd: Receive = ({ type }) => {
  if (type === 'ack' || type === 'close') close();
};

// Without it the provider's page could send the page that opened this window anywhere.
const wasOpened = window.opener !== null;
window.opener = null;

// Another link that is opened in this tab changes the fragment alone, with which the browser loads nothing by itself.
addEventListener('hashchange', () => {
  if (location.hash) location.reload();
});
wirePage();
const arrival = takeArrival(window);
const { given, outcome } = arrival;
const kept = readRecord();
// A window inherits what its opener kept, so the record of a whole page counts for its own session only. Nor does it
// count if a form has just opened the page: that is another run, in a tab that may have seen one end.
const named = given.get('link_session_id') ?? arrival.session;
const isPage = kept?.page && !given.has('session') && kept.session === named;
// Whoever opened this window can lead it to another session's provider; its end, and the code with it, is not for them.
const record = kept?.page || (named !== null && named !== kept?.session) ? null : kept;
// A phone that a link was handed over to, or its way back from the provider.
const isPhone = given.has('handoff') || named?.startsWith('phone-');
const loadPage = isPhone ? loadPhone : loadLink;
let speaking = speakPage(kept?.locale ?? given.get('locale'));

if (window.parent !== window || location.pathname.includes('/frame/')) {
  // Elsewhere than in its frame the page does nothing, as the service's headers see to as well.
  if (window.parent === window) show(screens.nothing());
  else if (location.pathname.includes('/frame/')) {
    document.body.dataset['view'] = 'frame';
    loadPage().catch(() => {});
    waitForWidget(window.parent);
  }
} else if (isPage || isPhone || arrival.session || given.has('link_token')) {
  openLink(null);
} else if (outcome) {
  rest(screenOf(outcome, record?.provider ?? null, given.has('confirm_code')));
  // Without a record the person came here by themselves, so the page is theirs to close.
  if (record) report(record, outcome.state === 'success' ? given.get('confirm_code') : null);
} else if (record) {
  // Back from the provider by the browser's own button, or a reload.
  rest(screens.unfinished(record.provider));
} else {
  if (!wasOpened) show(screens.nothing());
  waitForWidget();
}

/** Shows where it ended. A window that the widget opened can be closed. */
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
      else if (provider && !only) {
        void beginOauth({ token, provider, origin: opener.origin, consent }).then((begun) => {
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
      }
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

// From the back/forward cache the page would go on spinning.
addEventListener('pageshow', (event) => {
  if (event.persisted && document.body.dataset['view'] === undefined)
    rest(screens.unfinished(readRecord()?.provider ?? null));
});
