import { forwarded, type ForwardedName } from '../../bridge/index.js';
import { hasSucceeded, type LinkSession, type PublicResult } from '../../contract/index.js';
import {
  begin,
  type Announcement,
  type Ending,
  type Problem,
  type State,
  type Step,
} from '../../flow/index.js';
import type { LaterSteps } from '../controllers/later-steps.js';
import { emit } from '../emit.js';
import { flowOptions } from '../flow-options.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';
import type { Fault } from './fault.js';
import type { HostedAccess } from './hosted-access.js';
import type { RunHost } from './run-host.js';

/** What the hosted page says of its run. */
type Forwarded =
  | Announcement
  | {
      readonly name: 'svc-redirect';
      readonly detail: { readonly url: string; readonly result: PublicResult };
    };

/**
 * Owns what the page is told of a run in the hosted page: every event as the widget in place says it, and the end
 * exactly once. Does not own how the hosted page is reached.
 */
export class RunReport {
  /** The step that the person is in, as the hosted page last said. */
  step: Step = 'loading';
  /** What the service said of the session, if it was asked here. */
  session: LinkSession | null = null;
  /** What went wrong on this side. */
  problem: Problem | null = null;

  readonly #link: LinkHost;
  readonly #warn: Warn;
  readonly #later: LaterSteps;
  #provider: string | null = null;
  #result: PublicResult | null = null;
  /** The problem in the hosted page, if nothing more can come of the run. */
  #lost: string | null = null;
  #begun = false;
  #ready = false;
  #exited = false;
  #redirected = false;
  #closed = false;

  constructor({ link, warn, later }: RunHost) {
    this.#link = link;
    this.#warn = warn;
    this.#later = later;
    this.#provider = link.provider?.trim() || null;
  }

  /** Whether `svc-exit` was said. */
  get exited(): boolean {
    return this.#exited;
  }

  /** Whether the run is over and the person has left it. */
  get over(): boolean {
    return this.#exited && this.step === 'closed';
  }

  /** What the panel in the page shows: the problem, or that something is under way. */
  get state(): State {
    const { problem } = this;
    const known = {
      ...begin(),
      run: 1,
      online: navigator.onLine,
      options: flowOptions(this.#link),
      session: this.session,
      provider: this.#provider,
      result: this.#result,
    };
    return problem
      ? { ...known, step: 'problem', problem, challenge: null }
      : { ...known, step: 'loading', problem };
  }

  /** Passes an event of the hosted page on, if it is one and makes sense now. */
  forward(name: string, given: unknown): void {
    if (!Object.hasOwn(forwarded, name)) return;
    // Just looked up.
    const { data: detail } = forwarded[name as ForwardedName].safeParse(given);
    // Of this name, as its schema has found. A word in it may be one of a newer page's, and goes on as it is.
    if (detail) this.#receive({ name, detail } as Forwarded);
  }

  /** Shows a problem that was found on this side. */
  fail({ code, retryAfter = null, reference = null }: Fault): void {
    const problem = this.#later.problemOf(this.state, { code, retryAfter, reference }, 'loading');
    this.problem = problem;
    const { retryable } = problem;
    emit(this.#link, { name: 'svc-error', detail: { result: null, code, step: 'loading', retryable } });
  }

  /** The service says that the provider is connected. `follows`: whether this page goes on to the redirect URL. */
  succeed(session: LinkSession, follows: boolean): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#connect(session);
    this.#redirected = !follows;
    this.#enter('done');
    this.#exit('success', 'done', null);
  }

  /**
   * The person, or the page, leaves. Of a try that is under way the service is asked once more, because it may have
   * succeeded; whether a code is on its way is not known here.
   */
  close(access: HostedAccess): void {
    if (this.#closed) return;
    this.#closed = true;
    const { problem } = this;
    const step = problem ? 'problem' : this.step;
    const left = problem ? problem.code : this.#lost;
    const isLost = problem ? !problem.retryable : left !== null;
    const end = (outcome: Ending['outcome']): void => this.#exit(outcome, step, left);
    const cancel = (): void => end('cancelled');
    this.#enter('closed');
    if (step !== 'connecting' && step !== 'challenge') return end(isLost ? 'error' : 'cancelled');
    const { service, token } = access;
    void service.state(AbortSignal.timeout(this.#later.lastLook * 1000)).then((session) => {
      if (!hasSucceeded(session)) return cancel();
      access.use(token);
      this.#connect(session);
      end('success');
    }, cancel);
  }

  /** Takes in what the hosted page says, and tells the page of it. */
  #receive(event: Forwarded): void {
    switch (event.name) {
      case 'svc-ready':
        if (this.#ready || this.#closed) return;
        this.#ready = true;
        break;
      case 'svc-step':
        return this.#follow(event.detail);
      case 'svc-success':
        if (this.#exited || this.#closed) return;
        this.#result = event.detail;
        break;
      case 'svc-error':
        if (this.#closed) return;
        this.#lost = event.detail.retryable ? null : event.detail.code;
        this.#result = event.detail.result ?? this.#result;
        break;
      case 'svc-expiring':
        if (this.#closed) return;
        break;
      case 'svc-exit':
        if (this.#exited || this.#closed) return;
        this.#exited = true;
        break;
      case 'svc-redirect':
        // Until the outcome of what was left is known, nothing leads on.
        if (this.#exited || !this.#closed) this.#redirect(event.detail.url, event.detail.result);
        return;
      default:
        event satisfies never;
    }
    emit(this.#link, event);
  }

  /** A step in the hosted page. */
  #follow({ step, previous: before, provider }: Extract<Forwarded, { name: 'svc-step' }>['detail']): void {
    if (this.#closed) return;
    // A page that loads again after a provider begins at its first step; for the host it is the same run.
    const previous = this.#begun ? this.step : before;
    if (this.#begun && step === previous) return;
    // After success the person may connect another: the next run.
    if (this.#exited && previous === 'done' && step !== 'closed') {
      this.#exited = this.#ready = this.#redirected = false;
      this.#result = null;
    }
    this.#begun = true;
    this.step = step;
    this.#provider = provider ?? this.#provider;
    this.#lost = null;
    emit(this.#link, { name: 'svc-step', detail: { step, previous, provider } });
  }

  /** Says `svc-redirect` and follows it, once, whoever asks for it. */
  #redirect(url: string, result: PublicResult): void {
    if (this.#redirected) return;
    this.#redirected = true;
    if (!this.#later.isFollowable(url)) this.#warn('redirect-refused');
    else if (emit(this.#link, { name: 'svc-redirect', detail: { url, result } }, true)) location.assign(url);
  }

  /** Keeps what the service says of a connection. */
  #connect(session: LinkSession): void {
    this.session = session;
    this.#provider = session.provider ?? this.#provider;
    this.#result = this.#later.toPublicResult({ ...session, state: 'success' });
  }

  #enter(step: 'done' | 'closed'): void {
    const previous = this.step;
    if (previous === step) return;
    this.step = step;
    emit(this.#link, { name: 'svc-step', detail: { step, previous, provider: this.#provider } });
  }

  /** Says how it ended, once. `problem`: what was left, if it was one. */
  #exit(outcome: Ending['outcome'], step: Step, problem: string | null): void {
    if (this.#exited) return;
    this.#exited = true;
    const effects = this.#later.exitEffects({
      outcome,
      step,
      problem,
      // The person has opened it.
      acted: true,
      session: this.session,
      provider: this.#provider,
      result: this.#result,
      options: flowOptions(this.#link),
    });
    for (const effect of effects) {
      if (effect.type === 'announce') emit(this.#link, effect.announcement);
      else if (effect.type === 'redirect') this.#redirect(effect.url, effect.result);
      else this.#warn('redirect-refused');
    }
  }
}
