// The page with the whole widget: loaded in every case but the window of OAuth.
import { importing } from '../loading/index.js';
import {
  LinkSettings,
  readMessage,
  type HostName,
  type Receive,
  type Opener,
  type Say,
  type WidgetMessage,
} from '../bridge/index.js';
import { keepSession, type Arrival } from './arrival.js';
import { serviceOf } from './go-home.js';
import { endScreen } from './end-screen.js';
import { offerRetry, show } from './page.js';
import { factsOf, plainSettings, type PageFacts } from './page-record.js';
import { runLink, type OnPhone, type RunLinkOptions } from './run-link.js';
import { screens } from './texts.js';
import type { WindowRecord } from './window-record.js';

export { goHome } from './go-home.js';

/** What the page that opened or framed this one hands over. */
export interface Opening {
  readonly init: Extract<WidgetMessage, { type: 'init' }>;
  readonly say: Say;
  readonly opener: Opener;
}

const ignore: Receive = () => {};

/**
 * Begins with what the page was opened with, or continues with its
 * `record`. The returned function receives the opener's messages.
 */
export function openLinkPage(
  arrival: Arrival,
  record: WindowRecord | null,
  opening: Opening | null,
  phone: OnPhone | null = null,
): Receive {
  const { given } = arrival;
  if (opening) return take(opening);
  if (record) return goOn(factsOf(record), arrival, phone);
  const token = given.get('link_token');
  return begin({
    token,
    say: null,
    returned: null,
    phone,
    facts: {
      session: token === null ? arrival.session : null,
      opener: null,
      settings: { ...plainSettings, providers: given.get('providers')?.split(' ').filter(Boolean) ?? [] },
      provider: given.get('provider'),
      locale: given.get('locale'),
      chosen: null,
      ended: null,
    },
  });
}

/** Begins in a frame or a window of the host page, if the settings are for the one that this is. */
function take({ init, say, opener }: Opening): Receive {
  const settings = readMessage(LinkSettings, init.link);
  const isFramed = window.parent !== window;
  if (!settings || (settings.mode === 'frame') !== isFramed) {
    say({ type: 'refused', code: 'bad_response' });
    show(screens.lost());
    return ignore;
  }
  const { token, provider = null, locale = null } = init;
  const facts = { session: null, opener, settings, provider, locale, chosen: null, ended: null };
  return begin({ token, say, returned: null, phone: null, facts });
}

/** Goes on after the provider, a reload or the browser's back button. */
function goOn(facts: PageFacts, { given, outcome }: Arrival, phone: OnPhone | null): Receive {
  if (facts.session) keepSession(window, facts.session);
  if (facts.ended) {
    void showEnding(facts.ended, facts.session);
    return ignore;
  }
  const isSuccess = outcome?.state === 'success';
  const confirmCode = isSuccess ? given.get('confirm_code') : null;
  return begin({
    token: null,
    say: null,
    phone,
    returned: outcome && { isSuccess, confirmCode, provider: facts.chosen },
    facts,
  });
}

/** Shows how a run ended. If it waited for its host, the service knows how. */
async function showEnding(ended: NonNullable<PageFacts['ended']>, session: string | null): Promise<void> {
  if (!ended.waits) return show(endScreen(ended));
  show(screens.starting());
  const service = serviceOf(session, null);
  const known = await service.state(AbortSignal.timeout(10_000)).catch(() => null);
  show((known?.state === 'success' ? screens.connected : screens.unfinished)(ended.name));
}

/** What an app's webview adds to a page. Some browsers have one of these too, so `findApp` looks more closely. */
const traces: Readonly<Record<HostName, true>> = {
  webkit: true,
  svcLink: true,
  ReactNativeWebView: true,
  flutter_inappwebview: true,
  mobileApp: true,
};

const loadApp = importing<typeof import('./app.js')>(
  () => import('./app.js'),
  (address) => import(/* @vite-ignore */ address),
);

/** Runs the widget, in an app with what only an app needs. */
function begin(options: Omit<RunLinkOptions, 'app'>): Receive {
  if (options.facts.opener || !Object.keys(traces).some((trace) => trace in window))
    return runLink({ ...options, app: null });
  const open = (): void =>
    void loadApp().then(
      ({ findApp }) => runLink({ ...options, app: findApp(window) }),
      () => offerRetry(open),
    );
  open();
  return ignore;
}
