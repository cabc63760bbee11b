import { hearWidget, type Heard, type Say } from '../bridge/index.js';
import type { LinkSession } from '../contract/index.js';
import type { Ports, Step } from '../flow/index.js';
import type { App } from './app.js';
import { keepSession } from './arrival.js';
import type { Credential } from './credential.js';
import { showBrand, showWho } from './dress.js';
import { createEnds } from './ends.js';
import { createHostLine } from './host-line.js';
import { applySettings, isPlainValue } from './host-settings.js';
import { hostedLinkClass } from './hosted-link.js';
import { screenOf } from './outcome.js';
import { show } from './page.js';
import { pageMemory } from './page-memory.js';
import { keepFacts, type PageFacts } from './page-record.js';
import { createPageService, isOver, type Returned } from './page-service.js';
import { sameWindow } from './windows.js';
import { goingBack, lastPageWords, sameWindowWords } from './words.js';

/** How a run of the widget in this page begins. */
export interface RunLinkOptions {
  readonly token: string | null;
  /** Speaks to the page that opened this one; null where there is none, or where it is to be found again. */
  readonly say: Say | null;
  readonly returned: Returned | null;
  readonly facts: PageFacts;
  /** The app around this page, where it has a bridge. */
  readonly app: App | null;
}

/** How often the service is asked whether an app did what it seemed to refuse, in milliseconds. */
const lookEvery = 2500;

/** Shows the widget and follows it to its end. What is answered hears the page that opened this one. */
export function runLink({ token, say, returned, facts: begun, app }: RunLinkOptions): Heard {
  let facts = begun;
  let session: LinkSession | null = null;
  let step: Step = 'closed';
  /** Whether this page is about to go to the provider. */
  let isLeaving = false;
  let renewals = 0;

  const { settings, opener } = facts;
  const isFramed = opener !== null && settings.mode === 'frame';
  // A frame's address names its session before the service has answered.
  const credential: Credential = { token, session: isFramed ? lastOf(location.pathname) : facts.session };

  const keep = (change: Partial<PageFacts>): void => {
    facts = { ...facts, ...change };
    if (!isFramed) keepFacts(facts);
  };
  /** The element's token: where a cookie stands for it, only a sign that it is another. */
  const tokenSign = (): string => (isFramed && credential.token) || `page-${renewals++}`;
  const useToken = (other: string): void => {
    credential.token = other;
    link.linkToken = tokenSign();
  };
  const startAgain = (): void => void (link.linkToken = tokenSign());

  const line =
    opener &&
    createHostLine(say, { token: useToken, acknowledged: () => window.close(), close: () => link.close() });
  const service = createPageService({
    baseUrl: baseOf(isFramed),
    credential,
    via: isFramed ? null : opener ? 'page' : 'link',
    origin: opener?.origin,
    returned,
    refused(code) {
      // This page may not have the token, so it hears no more of it.
      line?.say({ type: 'refused', code });
      line?.end();
    },
    seen(known) {
      const isNew = known.link_session_id !== session?.link_session_id;
      session = known;
      if (!isNew) return;
      if (!isFramed) keepSession(window, known.link_session_id);
      keep({ session: known.link_session_id });
      showWho(link, known);
      // Where that does not load, the widget has its own colour.
      if (!isPlainValue(settings.variables?.['--svc-link-accent']))
        void showBrand(link, known).catch(() => {});
      if (!opener && !known.redirect_url) link.messages = { ...lastPageWords, ...link.messages };
    },
  });
  const findProvider = (slug: string | null) =>
    service.providers.find((provider) => provider.slug === slug) ?? null;
  const ends = createEnds({
    isWindow: opener !== null && !isFramed,
    app,
    session: () => session,
    go: (url) => location.replace(url),
    closeWindow: () => window.close(),
    ended(outcome, slug) {
      keep({
        ended: { ...outcome, name: findProvider(slug)?.name ?? null },
      });
    },
    emptied(isGoing) {
      if (isFramed) return;
      link.remove();
      delete document.body.dataset['view'];
      show(isGoing || !facts.ended ? goingBack : screenOf(facts.ended, facts.ended.name));
    },
  });

  /** The app may have opened the browser all the same, only without a word. */
  const lookAgain = (): void => {
    setTimeout(() => {
      if (step !== 'problem') return;
      service
        .state(AbortSignal.timeout(lookEvery))
        .then((known) => (isOver(known) ? startAgain() : lookAgain()), lookAgain);
    }, lookEvery);
  };
  const leave = (url: string): void => {
    line?.say({ type: 'leaving' });
    location.assign(url);
  };
  const windows = app
    ? app.windows(service, lookAgain)
    : sameWindow(service, leave, (provider) => {
        isLeaving = provider !== null;
        if (provider) keep({ chosen: findProvider(provider) });
      });

  const adapt = (ports: Ports): Ports => ({
    ...ports,
    service,
    windows: isFramed ? ports.windows : windows,
    memory: pageMemory({
      session: () => credential.session,
      isLeaving: () => isLeaving,
      hasReturned: returned !== null,
    }),
    announce(announcement) {
      ports.announce(announcement);
      const { name, detail } = announcement;
      if (name === 'svc-step') step = detail.step;
      // The page knows the widget is ready since before it went to the provider.
      if (name !== 'svc-ready' || say) line?.say({ type: 'event', name, detail: { ...detail } });
      ends.follow(announcement);
    },
    redirect(url, result) {
      line?.say({ type: 'event', name: 'svc-redirect', detail: { url, result } });
      if (!isFramed) ends.redirect(url, result);
    },
  });

  const HostedLink = hostedLinkClass(adapt);
  customElements.define('svc-link', HostedLink);
  const link = new HostedLink();
  const words = isFramed ? {} : app ? app.words : sameWindowWords;
  applySettings(link, settings, words);
  Object.assign(link, { baseUrl: baseOf(isFramed), provider: facts.provider, locale: facts.locale });
  if (line && settings.canRenew)
    link.tokenProvider = async () => {
      credential.token = await line.renew();
      return tokenSign();
    };
  link.linkToken = tokenSign();
  document.body.dataset['view'] = isFramed ? 'frame' : 'page';
  document.body.append(link);

  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    line?.comeBack();
    // Back from the provider by the browser's own button.
    if (isLeaving) startAgain();
  });
  if (!line) return () => {};
  if (!say) hearWidget(window, opener, line.hear);
  return line.hear;
}

/** The page is served by the service, one level below its base; a frame's is two levels deeper. */
const baseOf = (isFramed: boolean): string => new URL(isFramed ? '../..' : '..', location.href).href;

const lastOf = (path: string): string | null => path.split('/').at(-1) ?? null;
