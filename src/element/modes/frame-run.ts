import { html, nothing } from 'lit';
import type { Conversation, HostedMessage } from '../../bridge/index.js';
import { failureOf } from '../../client/index.js';
import { hasSucceeded, type LinkSession, type ProblemCode } from '../../contract/index.js';
import type { PersonEvent, TokenReason } from '../../flow/index.js';
import { canRenew } from '../flow-options.js';
import type { On } from '../ui/on.js';
import type { Fault } from './fault.js';
import { HostedAccess } from './hosted-access.js';
import { handoverOf } from './link-settings.js';
import { RunReport } from './run-report.js';
import type { RunHost } from './run-host.js';
import type { Run } from './run.js';
import { showFault } from './show-fault.js';

/** How long the hosted page may take to answer in its frame, in milliseconds. */
const answerTimeout = 15_000;
/** How long the hosted page may take to say where the person goes next, once the run is over, in milliseconds. */
const lastWords = 250;

/**
 * Owns a run in a frame: the frame's address, and the conversation
 * with the page in it. Does not own the events for the page around it.
 */
export class FrameRun implements Run {
  readonly report: RunReport;
  readonly #host: RunHost;
  readonly #access: HostedAccess;
  #url: string | null = null;
  #frame: HTMLIFrameElement | null = null;
  #talk: Conversation | null = null;
  #engaged = false;
  /** Whether the frame's document shows a step. From then on it shows by itself that something loads. */
  #stands = false;
  /** The problem for which a new token was asked, so that each problem asks once. */
  #renewedFor: ProblemCode | null = null;
  /** Covers the work for one frame, with one token. Another token aborts it. */
  #attempt = new AbortController();
  #silence: ReturnType<typeof setTimeout> | undefined;
  #lastWords: ReturnType<typeof setTimeout> | undefined;

  constructor(host: RunHost) {
    const { link, warn } = host;
    this.#host = host;
    this.report = new RunReport(host);
    this.#access = new HostedAccess(link, warn, {
      ready: () => void this.#begin(),
      failed: (fault) => this.#fail(fault),
      replaced: () => this.#pass(),
    });
  }

  follow(): void {
    this.#access.follow();
  }

  show(): void {
    this.#frame?.focus();
  }

  send({ type }: PersonEvent): void {
    if (type === 'leave-requested') this.#host.link.close();
    if (type === 'retry-requested') void this.#access.obtain();
  }

  close(): void {
    this.#access.end();
    this.#leaveFrame();
    this.report.close(this.#access);
  }

  /**
   * Starts the session and sets the frame's address, which names the session: the service can then say which pages may frame it.
   */
  async #begin(): Promise<void> {
    this.#leaveFrame();
    this.#renewedFor = null;
    this.#attempt = new AbortController();
    const { signal } = this.#attempt;
    this.report.problem = null;
    this.#host.link.requestUpdate();
    try {
      const session = await this.#start(signal);
      if (signal.aborted) return;
      this.report.session = session;
      if (!session.allowed_origins?.length) {
        this.#host.warn('frame-origins', location.origin);
        return this.#fail({ code: 'origin_not_allowed' });
      }
      const name = encodeURIComponent(session.link_session_id);
      this.#url = new URL(`frame/${name}`, this.#access.hostedUrl).href;
      this.#expectAnswer();
      this.#host.link.requestUpdate();
    } catch (error) {
      if (!signal.aborted) this.#fail(failureOf(error));
    }
  }

  /** Starts the session. After a failure it tries what may help, as the widget in place does. */
  async #start(signal: AbortSignal): Promise<LinkSession> {
    try {
      return (await this.#access.start(signal)).session;
    } catch (error) {
      return this.#mend(error, signal);
    }
  }

  /**
   * Starts the session after all; throws the failure if nothing helps. `hasLooked`: the session's success was looked for already.
   */
  async #mend(failure: unknown, signal: AbortSignal, hasLooked = false): Promise<LinkSession> {
    const { link, later } = this.#host;
    const { code } = failureOf(failure);
    const known = { options: { canRenew: canRenew(link) }, renewedFor: this.#renewedFor };
    const mend = later.mendOf(known, code, hasLooked);
    if (mend === null || signal.aborted) throw failure;
    if (mend === 'look') {
      const session = await later
        .serviceOf(this.#access)
        .state(signal)
        .catch(() => null);
      return session && hasSucceeded(session) ? session : this.#mend(failure, signal, true);
    }
    this.#renewedFor = code;
    if (mend === 'token')
      await this.#access.renew('expired', signal).catch(() => {
        throw failure;
      });
    return this.#start(signal);
  }

  /** Begins a new conversation with each document in the frame: a frame that is moved in the page loads again. */
  readonly #loaded = ({ currentTarget }: On<HTMLIFrameElement>): void => {
    const { link, warn, later } = this.#host;
    this.#frame = currentTarget;
    // Another page may have come in place of ours.
    this.#expectAnswer();
    this.#talk?.stop();
    const { contentWindow } = this.#frame;
    this.#engaged = false;
    if (this.#stands) warn('frame-moved');
    this.#stands = false;
    this.#talk =
      contentWindow &&
      later.converse({
        page: window,
        target: contentWindow,
        hostedUrl: this.#access.hostedUrl,
        handover: () => {
          clearTimeout(this.#silence);
          this.#engaged = true;
          return handoverOf(link, this.#access.token, later.localeOf(link, warn), 'frame');
        },
        received: this.#received,
        // The frame has left the page. The run ends if the element has left too; otherwise the frame loads again.
        gone: () => {},
      });
  };

  readonly #received = (message: HostedMessage): void => {
    switch (message.type) {
      case 'event':
        this.report.forward(message.name, message.detail);
        this.#stands ||= this.report.step !== 'loading';
        if (message.name === 'svc-success') this.#access.use();
        if (this.report.over) this.#lastWords ??= setTimeout(this.#host.over, lastWords);
        this.#host.link.requestUpdate();
        return;
      case 'refused':
        return this.#fail({ code: message.code });
      case 'renew':
        void this.#renew(message.reason);
        return;
      case 'ready':
      case 'leaving':
      case 'returned':
      case 'result':
        // A frame never leaves for a provider.
        return;
      default:
        message satisfies never;
    }
  };

  async #renew(reason?: TokenReason): Promise<void> {
    const token = await this.#access.renewToken(reason);
    this.#talk?.say({ type: 'token', token });
  }

  #pass(): void {
    if (this.#engaged) this.#talk?.say({ type: 'token', token: this.#access.token });
    // Before the handover, a frame is made for the session of its token.
    else void this.#begin();
  }

  #expectAnswer(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#silent(), answerTimeout);
  }

  #silent(): void {
    if (this.report.exited) return this.#host.over();
    this.#host.warn('frame-silent', new URL(this.#access.hostedUrl).origin);
    this.#fail({ code: 'timeout' });
  }

  #fail(fault: Fault): void {
    this.#leaveFrame();
    showFault(fault, this.report, this.#host.link);
  }

  #leaveFrame(): void {
    this.#attempt.abort();
    clearTimeout(this.#silence);
    clearTimeout(this.#lastWords);
    this.#lastWords = undefined;
    this.#talk?.say({ type: 'close' });
    this.#talk?.stop();
    this.#talk = null;
    this.#engaged = false;
    this.#url = null;
    this.#frame = null;
  }

  render(panel: (body?: unknown) => unknown, label: string): unknown {
    if (this.report.problem) return panel();
    // The frame is hidden until it shows the first step, which has a way out. Hidden later, it would lose the focus of a person
    // in it.
    const waits = !this.#stands && this.report.step === 'loading';
    return html`<div class="frame">
      ${
        this.#url
          ? html`<section part="panel" class="hosted" ?inert=${waits}>
              <iframe
                title=${label}
                src=${this.#url}
                allow=${allowed(this.#url)}
                @load=${this.#loaded}
              ></iframe>
            </section>`
          : nothing
      }
      ${waits ? panel() : html`<slot name="status"></slot>`}
    </div>`;
  }
}

/** What the hosted page may do in its frame: copy the address for a phone. Another page that the frame goes to may not. */
const allowed = (url: string): string => `clipboard-write ${new URL(url).origin}`;
