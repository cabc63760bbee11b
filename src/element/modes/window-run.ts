import { html } from 'lit';
import type { Conversation, HostedMessage } from '../../bridge/index.js';
import type { LinkSession } from '../../contract/index.js';
import type { PersonEvent, TokenReason } from '../../flow/index.js';
import { hostedUrlOf } from '../configuration.js';
import type { Translate } from '../translate.js';
import type { Fault } from './fault.js';
import { finish } from './finish-session.js';
import { HostedAccess } from './hosted-access.js';
import { formFieldsOf, handoverOf } from './link-settings.js';
import { openPopup } from './popup.js';
import { RunReport } from './run-report.js';
import type { RunHost } from './run-host.js';
import type { Run } from './run.js';
import { showFault } from './show-fault.js';
import { windowView, type WindowPhase } from './window-view.js';
import { WindowWatch } from './window-watch.js';

/** How long messages may still come from a window that was seen closed, in milliseconds. */
const grace = 1000;

/**
 * Owns a run in a window: the conversation with it, and what its silence means.
 * Does not own the requests to the service meanwhile, nor the page's events.
 */
export class WindowRun implements Run {
  readonly report: RunReport;
  readonly #host: RunHost;
  readonly #access: HostedAccess;
  readonly #watch: WindowWatch;
  #phase: WindowPhase = 'opening';
  #popup: Window | null = null;
  #talk: Conversation | null = null;
  /** Whether the window got the token by a form, and ends by itself. */
  #posted = false;
  /** The token that the window has. */
  #handed = '';
  #ended = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `popup`: null if the browser refused it, or if it would be of no use. */
  constructor(host: RunHost, popup: Window | null) {
    const { link, warn } = host;
    this.#host = host;
    this.report = new RunReport(host);
    this.#access = new HostedAccess(link, warn, {
      ready: () => this.#popup ?? this.#block(),
      failed: (fault) => this.#fail(fault),
      replaced: () => this.#pass(),
    });
    this.#watch = new WindowWatch(host, host.later.serviceOf(this.#access), {
      mayComeBack: () => this.#phase === 'away',
      connected: (session) => this.report.connect(session),
      succeeded: (session) => this.#succeed(session),
      failed: (failure) => this.#fail(failure),
      gaveUp: () => this.#ended || link.close(),
      unheard: () => this.#lose(),
    });
    if (popup) this.#speakTo(popup);
  }

  follow(): void {
    this.#access.follow();
  }

  show(): void {
    if (this.#popup && !this.#popup.closed) this.#popup.focus();
    else if (this.#phase === 'severed') this.#open();
  }

  send({ type }: PersonEvent): void {
    if (type === 'authorize-requested') this.show();
    else if (type === 'retry-requested') this.#open();
    else if (type === 'same-window-requested') this.#post();
    else if (type === 'cancel-requested' || type === 'leave-requested') this.#host.link.close();
  }

  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#access.end();
    this.#unwatch();
    // Before the handover nothing in a window receives `close`, so it is closed here. A provider's page is left to the person.
    if (this.#phase === 'opening') this.#popup?.close();
    this.#talk?.say({ type: 'close' });
    // The message that says where the page goes next may still be on its way.
    setTimeout(() => this.#talk?.stop(), grace);
    // What a posted window shows is not known here.
    this.report.close(this.#access, this.#posted);
  }

  /** Opens a window inside the click. */
  #open(): void {
    this.#talk?.stop();
    this.#unwatch();
    this.report.problem = null;
    if (this.#posted) return this.#post();
    const url = hostedUrlOf(this.#host.link);
    const popup = url ? openPopup(url) : null;
    if (popup) this.#speakTo(popup);
    else this.#popup = null;
    void this.#access.obtain();
  }

  #speakTo(popup: Window): void {
    const { link, warn, later } = this.#host;
    this.#popup = popup;
    this.#enter('opening');
    this.#talk = later.converse({
      page: window,
      target: popup,
      hostedUrl: hostedUrlOf(link) ?? location.origin,
      handover: () => {
        const { token } = this.#access;
        if (!token) return null;
        this.#handed = token;
        this.#enter('live');
        return handoverOf(link, token, later.localeOf(link, warn), 'window');
      },
      received: (message) => this.#received(message),
      gone: (severed) => this.#gone(severed),
    });
  }

  #received(message: HostedMessage): void {
    switch (message.type) {
      case 'event':
        this.report.forward(message.name, message.detail);
        if (message.name === 'svc-success') this.#access.use(this.#handed);
        if (this.report.exited) this.#leaveTo();
        return this.#host.link.requestUpdate();
      case 'leaving':
        this.#watch.start();
        return this.#enter('away');
      case 'returned':
        this.#unwatch();
        this.#enter('live');
        return this.#pass();
      case 'renew':
        void this.#renew(message.reason);
        return;
      case 'refused':
        return this.#fail({ code: message.code });
      case 'ready':
      case 'result':
        // Only a window for OAuth alone sends these.
        return;
      default:
        message satisfies never;
    }
  }

  /** The run is over: the window may close, and soon the widget in this page closes too. */
  #leaveTo(): void {
    if (this.#ended) return;
    this.#talk?.say({ type: 'ack' });
    this.#unwatch();
    this.#timer = setTimeout(() => this.#host.over(), grace);
  }

  /** Always answers the window, because it waits: even with the token that it has. */
  async #renew(reason?: TokenReason): Promise<void> {
    const token = await this.#access.renewToken(reason);
    if (token !== null) this.#handed = token;
    this.#talk?.say({ type: 'token', token });
  }

  /** Hands over a token that the window does not have, as long as the window can receive it. */
  #pass(): void {
    const { token } = this.#access;
    if (this.#phase !== 'live' || token === this.#handed) return;
    this.#handed = token;
    this.#talk?.say({ type: 'token', token });
  }

  #gone(severed: boolean): void {
    if (this.#ended) return;
    if (this.report.exited) return this.#host.over();
    if (this.#phase === 'away') return this.#enter('severed');
    this.#popup = null;
    if (severed && this.#host.later.noteSevered(window)) {
      this.#host.warn('window-severed');
      void this.#access.obtain();
    } else this.#timer = setTimeout(() => void this.#watch.look(this.#access.token), grace);
  }

  /** The service cannot say what became of the window, so this page waits for it. */
  #lose(): void {
    if (this.#ended) return;
    this.#enter('severed');
    this.#watch.start();
  }

  #unwatch(): void {
    this.#watch.stop();
    clearTimeout(this.#timer);
  }

  /** Ends the run because the service says so. */
  #succeed(session: LinkSession): void {
    if (this.#ended) return;
    this.#unwatch();
    this.#access.use(this.#handed);
    if (session.multiple) finish(this.#host.later, this.#access);
    // A posted window continues by itself, and so does a window with the code that the host's server waits for.
    this.report.succeed(session, !this.#posted && session.state === 'success');
    this.#talk?.say({ type: 'ack' });
    this.#host.over();
  }

  #block(): void {
    // Nothing was blocked: no window was opened, or it opened and could not be reached.
    if (this.#host.later.severs(window)) return this.#enter('cut-off');
    this.#fail({ code: 'popup_blocked' });
    this.#enter('blocked');
  }

  #post(): void {
    const { link, warn, later } = this.#host;
    const { token, hostedUrl } = this.#access;
    this.#posted = true;
    this.#handed = token;
    this.report.problem = null;
    later.postToHosted(window, hostedUrl, '_blank', formFieldsOf(link, token, later.localeOf(link, warn)));
    this.#enter('severed');
    this.#watch.start();
  }

  #fail(fault: Fault): void {
    this.#unwatch();
    this.#talk?.say({ type: 'close' });
    this.#talk?.stop();
    this.#talk = null;
    // A provider's page is left to the person.
    if (this.#phase === 'opening' || this.#phase === 'live') this.#popup?.close();
    showFault(fault, this.report, this.#host.link);
  }

  #enter(phase: WindowPhase): void {
    this.#phase = phase;
    this.#host.link.requestUpdate();
  }

  render(panel: (body?: unknown) => unknown, _label: string, t: Translate): unknown {
    const { link, later } = this.#host;
    const { problem } = this.report;
    if (problem && this.#phase !== 'blocked') return panel();
    const { headingLevel } = link;
    const href = this.#access.hostedUrl;
    const send = (event: PersonEvent): void => this.send(event);
    const view = { phase: this.#phase, href, headingLevel, button: later.button };
    return html`<div class="outside">${panel(windowView(view, send, t))}</div>`;
  }
}
