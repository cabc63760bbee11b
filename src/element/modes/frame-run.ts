import { html, nothing } from 'lit';
import type { Conversation, HostedMessage } from '../../bridge/index.js';
import { failureOf } from '../../client/index.js';
import { hasSucceeded, type LinkSession } from '../../contract/index.js';
import type { Failure, PersonEvent, TokenReason } from '../../flow/index.js';
import { handoverOf } from './link-settings.js';
import { RunAccess } from './run-access.js';
import { RunReport } from './run-report.js';
import type { RunHost } from './run-host.js';
import type { Run } from './run.js';

/** How long the hosted page may take to answer in its frame, in milliseconds. */
const patience = 15_000;
/** How long the hosted page may take to say where it ends, once it has ended. */
const lastWords = 250;

/** Owns a run in a frame: where the frame leads, and the talk with what is in it. Does not own what the page is told. */
export class FrameRun implements Run {
  readonly report: RunReport;
  readonly #host: RunHost;
  readonly #access: RunAccess;
  #url: string | null = null;
  #frame: HTMLIFrameElement | null = null;
  #talk: Conversation | null = null;
  #engaged = false;
  #renewed = false;
  /** What goes on for one frame, with one token. Another token ends it. */
  #attempt = new AbortController();
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(host: RunHost) {
    const { link, warn, spent } = host;
    this.#host = host;
    this.report = new RunReport(host);
    this.#access = new RunAccess(link, warn, spent, {
      ready: () => void this.#begin(),
      failed: (failure) => this.#fail(failure),
      replaced: (token) => this.#pass(token),
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

  /** The frame's address: it says for which session, so that the service can name who may frame it. */
  async #begin(): Promise<void> {
    this.#leaveFrame();
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
        return this.#fail({ code: 'origin_not_allowed', retryAfter: null, reference: null });
      }
      const name = encodeURIComponent(session.link_session_id);
      this.#url = new URL(`frame/${name}`, this.#access.hostedUrl).href;
      this.#silence = setTimeout(() => this.#silent(), patience);
      this.#host.link.requestUpdate();
    } catch (error) {
      if (!signal.aborted) this.#fail(failureOf(error));
    }
  }

  async #start(signal: AbortSignal): Promise<LinkSession> {
    const { service, canRenew } = this.#access;
    try {
      return (await service.start(signal)).session;
    } catch (error) {
      const { code } = failureOf(error);
      if (code === 'token_consumed') {
        // It may be this very session that succeeded, before a reload.
        const session = await service.state(signal);
        if (hasSucceeded(session)) return session;
      }
      const mendable = ['invalid_token', 'token_expired', 'token_consumed'].includes(code);
      if (!mendable || !canRenew || this.#renewed || signal.aborted) throw error;
      this.#renewed = true;
      await this.#access.renew('expired');
      signal.throwIfAborted();
      return (await service.start(signal)).session;
    }
  }

  /** Each document in the frame is talked to anew: a frame that is moved in the page loads again. */
  readonly #loaded = ({ target }: Event): void => {
    const { link, warn, later } = this.#host;
    this.#frame = target as HTMLIFrameElement;
    this.#talk?.stop();
    const { contentWindow } = this.#frame;
    this.#engaged = false;
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
        heard: this.#heard,
        // Out of the page; the run ends there, or goes on when it is back.
        gone: () => {},
      });
  };

  readonly #heard = (message: HostedMessage): void => {
    switch (message.type) {
      case 'event':
        this.report.forward(message.name, message.detail);
        if (message.name === 'svc-success') this.#host.spent.add(this.#access.token);
        if (this.report.over) setTimeout(this.#host.over, lastWords);
        this.#host.link.requestUpdate();
        return;
      case 'refused':
        return this.#fail({ code: message.code, retryAfter: null, reference: null });
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

  async #renew(reason: TokenReason = 'expired'): Promise<void> {
    const token = await this.#access.renew(reason).then(
      () => this.#access.token,
      () => null,
    );
    this.#talk?.say({ type: 'token', token });
  }

  #pass(token: string): void {
    if (this.#engaged) this.#talk?.say({ type: 'token', token });
    // Before that, the frame is made for the token's own session.
    else void this.#begin();
  }

  #silent(): void {
    this.#host.warn('frame-silent', new URL(this.#access.hostedUrl).origin);
    this.#fail({ code: 'timeout', retryAfter: null, reference: null });
  }

  #fail(failure: Failure): void {
    this.#leaveFrame();
    this.report.fail(failure);
    this.#host.link.requestUpdate();
  }

  #leaveFrame(): void {
    this.#attempt.abort();
    clearTimeout(this.#silence);
    this.#talk?.say({ type: 'close' });
    this.#talk?.stop();
    this.#talk = null;
    this.#engaged = false;
    this.#url = null;
    this.#frame = null;
  }

  render(panel: (body?: unknown) => unknown, label: string): unknown {
    if (this.report.problem) return panel();
    // Until the first step stands, with the way out that it brings.
    const waits = this.report.step === 'loading';
    return html`<div class="frame">
      ${
        this.#url
          ? html`<section part="panel" class="hosted" ?inert=${waits}>
              <iframe title=${label} src=${this.#url} @load=${this.#loaded}></iframe>
            </section>`
          : nothing
      }
      ${waits ? panel() : html`<slot name="status"></slot>`}
    </div>`;
  }
}
