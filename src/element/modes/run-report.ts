import { forwarded, type ForwardedDetail, type ForwardedName } from '../../bridge/index.js';
import { hasSucceeded, type LinkSession, type PublicResult } from '../../contract/index.js';
import type { Failure, Problem, State } from '../../flow/index.js';
import { redirectsOf } from '../attributes.js';
import type { LaterSteps } from '../controllers/later-steps.js';
import { emit } from '../svc-link.events.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';
import type { RunAccess } from './run-access.js';
import type { RunHost } from './run-host.js';

/**
 * Owns what the page is told of a run in the hosted page: every event as the widget in place says it, and the end
 * exactly once. Does not own how the hosted page is reached.
 */
export class RunReport {
  /** The step that the person is in, as the hosted page last said. */
  step = 'loading';
  /** What the service said of the session, where it was asked here. */
  session: LinkSession | null = null;
  /** What went wrong on this side. */
  problem: Problem | null = null;

  readonly #link: LinkHost;
  readonly #warn: Warn;
  readonly #later: LaterSteps;
  readonly #spent: Set<string>;
  /** The state of the run in this page, which has not begun. */
  readonly #idle: State;
  #provider: string | null = null;
  #result: PublicResult | null = null;
  /** The problem in the hosted page, where nothing more can come of the run. */
  #lost: string | null = null;
  #begun = false;
  #ready = false;
  #exited = false;
  #redirected = false;
  #closed = false;

  constructor({ link, warn, later, idle, spent }: RunHost) {
    this.#idle = idle;
    this.#link = link;
    this.#warn = warn;
    this.#later = later;
    this.#spent = spent;
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
    return this.problem
      ? this.#in('problem', { problem: this.problem, challenge: null })
      : this.#in('loading', { problem: null });
  }

  /** Passes an event of the hosted page on, where it is one and makes sense now. */
  forward(name: string, given: unknown): void {
    if (!Object.hasOwn(forwarded, name)) return;
    // Just looked up.
    const known = name as ForwardedName;
    const { data: detail } = forwarded[known].safeParse(given);
    // The checker does not follow that the detail found by a name belongs to it.
    const take = this.#takes[known] as (detail: unknown) => object | false;
    const told = detail && take(detail);
    if (told) emit(this.#link, known, told as never);
  }

  /** Shows a problem that was found on this side. */
  fail(failure: Failure): void {
    const problem = this.#later.problemOf(this.state, failure, 'loading');
    const { code, retryable } = problem;
    this.problem = problem;
    emit(this.#link, 'svc-error', { result: null, code, step: 'loading', retryable });
  }

  /** The service says that the provider is connected. `follows`: whether this page goes on to the redirect URL. */
  succeed(session: LinkSession, follows: boolean): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#connect(session);
    this.#redirected = !follows;
    this.#enter('done');
    this.#exit(this.#in('done', {}));
  }

  /**
   * The person, or the page, leaves. Of a try that is under way the service is asked once more, because it may have
   * succeeded; whether a code is on its way is not known here.
   */
  close({ service, token }: RunAccess): void {
    if (this.#closed) return;
    this.#closed = true;
    const { problem, step } = this;
    const lost = problem ? !problem.retryable : this.#lost !== null;
    const before = problem ? this.state : this.#in(step, { problem: { code: this.#lost } });
    const end = (outcome: 'success' | 'error' | 'cancelled'): void =>
      this.#exit(this.#in('closed', { outcome }), before);
    const cancel = (): void => end('cancelled');
    this.#enter('closed');
    if (problem || (step !== 'connecting' && step !== 'challenge')) return end(lost ? 'error' : 'cancelled');
    void service.state(AbortSignal.timeout(this.#later.lastLook * 1000)).then((session) => {
      if (!hasSucceeded(session)) return cancel();
      this.#spent.add(token);
      this.#connect(session);
      end('success');
    }, cancel);
  }

  /** What the page is told of each event, or false where it is told nothing. */
  readonly #takes: {
    readonly [Name in ForwardedName]: (detail: ForwardedDetail<Name>) => ForwardedDetail<Name> | false;
  } = {
    'svc-ready': (detail) => !this.#closed && !this.#ready && (this.#ready = true) && detail,
    'svc-step': (detail) => {
      const { step, provider } = detail;
      if (this.#closed) return false;
      // A page that loads again after a provider begins at its first step; for the host it is the same run.
      const previous = this.#begun ? this.step : detail.previous;
      if (this.#begun && step === previous) return false;
      // After success the person may connect another: the next run.
      if (this.#exited && previous === 'done' && step !== 'closed') {
        this.#exited = this.#ready = this.#redirected = false;
        this.#result = null;
      }
      this.#begun = true;
      this.step = step;
      this.#provider = provider ?? this.#provider;
      this.#lost = null;
      return { step, previous, provider };
    },
    'svc-success': (result) => {
      if (this.#exited || this.#closed) return false;
      this.#result = result;
      return result;
    },
    'svc-error': (detail) => {
      if (this.#closed) return false;
      this.#lost = detail.retryable ? null : detail.code;
      this.#result = detail.result ?? this.#result;
      return detail;
    },
    'svc-expiring': (detail) => !this.#closed && detail,
    'svc-exit': (detail) => !this.#exited && !this.#closed && (this.#exited = true) && detail,
    'svc-redirect': ({ url, result }) => {
      // Until the outcome of what was left is known, nothing leads on.
      if (this.#exited || !this.#closed) this.#redirect(url, result);
      return false;
    },
  };

  /** Says `svc-redirect` and follows it, once, whoever asks for it. */
  #redirect(url: string, result: PublicResult): void {
    if (this.#redirected) return;
    this.#redirected = true;
    if (!this.#later.isFollowable(url)) this.#warn('redirect-refused');
    else if (emit(this.#link, 'svc-redirect', { url, result }, true)) location.assign(url);
  }

  /** Keeps what the service says of a connection. */
  #connect(session: LinkSession): void {
    this.session = session;
    this.#provider = session.provider ?? this.#provider;
    this.#result = this.#later.toPublicResult({ ...session, state: 'success' });
  }

  #enter(step: 'done' | 'closed'): void {
    if (this.step === step) return;
    const detail = { step, previous: this.step, provider: this.#provider };
    this.step = step;
    // The step before may be one that this version does not know.
    emit(this.#link, 'svc-step', detail as never);
  }

  #exit(after: State, before: State = after): void {
    if (this.#exited) return;
    this.#exited = true;
    for (const effect of this.#later.exitEffects(before, after)) {
      if (effect.type === 'announce') {
        const { name, detail } = effect.announcement;
        emit(this.#link, name, detail as never);
      } else if (effect.type === 'redirect') this.#redirect(effect.url, effect.result);
      else this.#warn('redirect-refused');
    }
  }

  /** Of a step in the hosted page no more is known here than its name. */
  #in(step: string, own: object): State {
    const options = {
      provider: null,
      providers: [],
      redirectOn: redirectsOf(this.#link.redirectOn),
      canRenew: typeof this.#link.tokenProvider === 'function',
    };
    const facts = {
      // The person has opened it.
      acted: true,
      session: this.session,
      provider: this.#provider,
      result: this.#result,
      options,
    };
    return { ...this.#idle, ...facts, run: 1, ...own, step } as State;
  }
}
