import { receiveFromWidget, type Receive, type Say } from '../bridge/index.js';
import { hasSucceeded, type LinkProvider, type LinkSession, type ProblemCode } from '../contract/index.js';
import { SvcLink } from '../element/index.js';
import type { MessageOverrides } from '../messages/index.js';
import {
  hasConnection,
  pollInterval,
  type FirstPorts,
  type HostEvent,
  type LaterPorts,
  type Step,
  type Windows,
} from '../flow/index.js';
import type { App } from './app.js';
import { keepSession } from './arrival.js';
import type { Credential } from './credential.js';
import { sayWhoUntilDone, showBrand, showWho } from './dress.js';
import { createEnds, type Ends } from './ends.js';
import { createHostLine, type HostLine } from './host-line.js';
import { applySettings, applyTexts, isPlainValue } from './host-settings.js';
import { endScreen } from './end-screen.js';
import { show } from './page.js';
import { pageMemory } from './page-memory.js';
import { keepFacts, type PageFacts } from './page-record.js';
import { createPageService, type PageService, type Returned } from './page-service.js';
import { sameWindow } from './windows.js';
import { screens } from './texts.js';
import { titlePage } from './title-page.js';
import { lastPageWords, sameWindowWords } from './words.js';

/** A run on a phone that a link was handed over to. */
export interface OnPhone {
  readonly words: MessageOverrides;
  /** Shows how it ended, in place of the widget. */
  readonly over: (isDone: boolean) => void;
}

/** How a run of the widget in this page begins. */
export interface RunLinkOptions {
  readonly token: string | null;
  /** Sends messages to the page that opened this one; null if there is none, or if it has to be found again. */
  readonly say: Say | null;
  readonly returned: Returned | null;
  readonly facts: PageFacts;
  /** The app around this page, if it has a bridge. */
  readonly app: App | null;
  readonly phone: OnPhone | null;
}

/** The element's token, in place of the real one, which this page keeps from it. */
const byCookie = 'by-cookie';

/** Shows the widget and follows it to its end. The returned function receives the messages of the page that opened this one. */
export function runLink(options: RunLinkOptions): Receive {
  const run = new PageRun(options);
  run.show();
  return run.listen();
}

/**
 * Owns the element in this page and its ways out: the credential for the service, and what the page that opened this one hears.
 * Does not own what this page does at the end.
 */
class PageRun {
  readonly #options: RunLinkOptions;
  readonly #isFramed: boolean;
  readonly #credential: Credential;
  readonly #line: HostLine | null;
  readonly #service: PageService;
  readonly #ends: Ends;
  readonly #link: SvcLink;

  #facts: PageFacts;
  #session: LinkSession | null = null;
  #step: Step = 'closed';
  /** Whether this page is about to go to the provider. */
  #isLeaving = false;
  /** Tells the current run what no property says. */
  #send: (event: HostEvent) => void = () => {};

  constructor(options: RunLinkOptions) {
    const { facts, token, say, returned, app } = options;
    const { opener, settings } = facts;
    this.#options = options;
    this.#facts = facts;
    this.#isFramed = opener !== null && settings.mode === 'frame';
    // A frame's address names its session before the service has answered.
    const session = this.#isFramed ? (location.pathname.split('/').at(-1) ?? null) : facts.session;
    this.#credential = { token, session };
    this.#line =
      opener &&
      createHostLine(say, {
        token: (other) => this.#use(other),
        acknowledged: () => window.close(),
        close: () => this.#link.close(),
      });
    this.#service = createPageService({
      baseUrl: this.#baseUrl,
      credential: this.#credential,
      via: this.#isFramed ? null : opener ? 'page' : 'link',
      mode: opener ? settings.mode : app ? 'webview' : 'link',
      origin: opener?.origin,
      returned,
      refused: (code) => this.#refuse(code),
      seen: (known) => this.#see(known),
    });
    this.#ends = createEnds({
      isWindow: opener !== null && !this.#isFramed,
      app,
      session: () => this.#session,
      isConnected: (slug) =>
        this.#service.providers.some((each) => (slug ?? each.slug) === each.slug && hasConnection(each)),
      wayBack: () => this.#service.wayBack,
      go: (url) => location.replace(url),
      closeWindow: () => window.close(),
      ended: (outcome, slug) => this.#keep({ ended: { ...outcome, name: this.#find(slug)?.name ?? null } }),
      emptied: (isGoing) => this.#leaveEmpty(isGoing),
    });
    customElements.define('svc-link', SvcLink);
    this.#link = new SvcLink((send) => {
      this.#send = send;
      return this.#changedPorts();
    });
    titlePage(this.#link);
  }

  show(): void {
    const { facts, app, phone } = this.#options;
    const link = this.#link;
    applySettings(link, facts.settings);
    link.messages = this.#isFramed ? {} : app ? app.words : { ...sameWindowWords(), ...phone?.words };
    Object.assign(link, { baseUrl: this.#baseUrl, provider: facts.provider, locale: facts.locale });
    const line = this.#line;
    if (line && facts.settings.canRenew)
      link.tokenProvider = async ({ reason }) => {
        this.#credential.token = await line.renew(reason);
        return this.#elementToken();
      };
    link.linkToken = this.#elementToken();
    document.body.dataset['view'] = this.#isFramed ? 'frame' : 'page';
    if (!this.#isFramed) Object.assign(link, { role: 'main', headingLevel: 1 });
    document.body.append(link);
  }

  listen(): Receive {
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      this.#line?.comeBack();
      // The person came back from the provider with the browser's back button.
      if (this.#isLeaving) this.#startAgain();
    });
    const line = this.#line;
    if (!line) return () => {};
    if (!this.#options.say) receiveFromWidget(window, this.#facts.opener, line.receive);
    return line.receive;
  }

  /** The page is served by the service, one level below its base; a frame's is two levels deeper. */
  get #baseUrl(): string {
    return new URL(this.#isFramed ? '../..' : '..', location.href).href;
  }

  /**
   * The token as the element knows it: in a frame the real one, for its windows of OAuth; else the browser's cookie stands for
   * it.
   */
  #elementToken(): string {
    return (this.#isFramed && this.#credential.token) || byCookie;
  }

  /** Starts the run again, with the token that there is now. */
  #startAgain(): void {
    this.#send({ type: 'token-replaced' });
  }

  #use(token: string): void {
    this.#credential.token = token;
    if (this.#isFramed) this.#link.linkToken = token;
    else this.#startAgain();
  }

  #keep(change: Partial<PageFacts>): void {
    this.#facts = { ...this.#facts, ...change };
    if (!this.#isFramed) keepFacts(this.#facts);
  }

  #find(slug: string | null): LinkProvider | null {
    return this.#service.providers.find((provider) => provider.slug === slug) ?? null;
  }

  /** The page that opened this one may not have the token, so it gets no more messages. */
  #refuse(code: ProblemCode): void {
    this.#line?.say({ type: 'refused', code });
    this.#line?.end();
  }

  #see(session: LinkSession): void {
    const { link_session_id: id, redirect_url } = session;
    const isNew = id !== this.#session?.link_session_id;
    this.#session = session;
    if (!isNew) return;
    const link = this.#link;
    const { opener, settings } = this.#facts;
    if (!this.#isFramed) keepSession(window, id);
    this.#keep({ session: id });
    showWho(link, session);
    if (!isPlainValue(settings.variables?.['--svc-link-accent'])) showBrand(link, session);
    applyTexts(link, settings, opener, session.allowed_origins);
    if (!opener && !redirect_url) link.messages = { ...lastPageWords(), ...link.messages };
  }

  /** The widget is closed: another screen takes its place. */
  #leaveEmpty(isGoing: boolean): void {
    // A frame is taken away by the page around it.
    if (this.#isFramed) return;
    const { ended } = this.#facts;
    this.#link.remove();
    delete document.body.dataset['view'];
    const { phone } = this.#options;
    if (phone) phone.over(ended?.state === 'success');
    else show(isGoing || !ended ? screens.goingBack() : endScreen(ended));
  }

  /** How this page changes the ports of the element's runs. */
  #changedPorts() {
    const { say, returned, app } = this.#options;
    const memory = pageMemory({
      session: () => this.#credential.session,
      isLeaving: () => this.#isLeaving,
      hasReturned: returned !== null,
    });
    const first = (ports: FirstPorts): FirstPorts => ({
      ...ports,
      start: (signal) => this.#service.start(signal),
      recall: () => memory.recall(),
      announce: (announcement) => {
        ports.announce(announcement);
        const { name, detail } = announcement;
        if (name === 'svc-step') {
          this.#step = detail.step;
          sayWhoUntilDone(this.#link, detail.step);
        }
        // After the provider, the page that opened this one knows already that the widget is ready.
        if (name !== 'svc-ready' || say) this.#line?.say({ type: 'event', name, detail: { ...detail } });
        this.#ends.follow(announcement);
      },
    });
    const later = (ports: LaterPorts): LaterPorts => ({
      ...ports,
      // An app is on the phone already.
      service: app ? { ...this.#service, handoff: undefined } : this.#service,
      // If no page can be asked for a token, the flow calls this only for more time.
      renewToken: this.#facts.settings.canRenew
        ? // A token that the page gives is in use here before anything can compare it, so `keep` is refused.
          (reason, signal, keep) =>
            keep ? Promise.reject(new TypeError()) : ports.renewToken(reason, signal, keep)
        : (_, signal) => this.#service.extend(signal),
      windows: this.#isFramed ? ports.windows : this.#windows(),
      memory,
      redirect: (url, result, source) => {
        const detail = { url, result, ...source };
        this.#line?.say({ type: 'event', name: 'svc-redirect', detail });
        if (!this.#isFramed) this.#ends.redirect(url, result);
      },
    });
    return { first, later };
  }

  #windows(): Windows {
    const { app } = this.#options;
    if (app) {
      const isBound = (): boolean => (this.#session?.allowed_origins ?? []).length > 0;
      return app.windows(this.#service, isBound, () => this.#lookAgain());
    }
    const leave = (url: string): void => {
      this.#line?.say({ type: 'leaving' });
      location.assign(url);
    };
    return sameWindow(this.#service, leave, (provider) => {
      this.#isLeaving = provider !== null;
      if (provider) this.#keep({ chosen: this.#find(provider) });
    });
  }

  /** Asks the service whether an app that did not answer has opened the browser all the same. */
  #lookAgain(): void {
    const again = (): void => this.#lookAgain();
    setTimeout(() => {
      if (this.#step !== 'problem') return;
      this.#service
        .state(AbortSignal.timeout(pollInterval))
        .then((known) => (hasSucceeded(known) ? this.#startAgain() : again()), again);
    }, pollInterval);
  }
}
