import { forwarded, type ForwardedName } from '../../bridge/index.js';
import { hasSucceeded, type Answered, type LinkSession, type PublicResult } from '../../contract/index.js';
import {
  begin,
  sending,
  type Announcement,
  type Effect,
  type Ending,
  type Problem,
  type Source,
  type State,
  type Step,
} from '../../flow/index.js';
import type { LaterSteps } from '../controllers/later-steps.js';
import { emit, type SvcLinkEvent } from '../emit.js';
import { flowOptions } from '../flow-options.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';
import type { Fault } from './fault.js';
import { finish } from './finish-session.js';
import type { HostedAccess } from './hosted-access.js';
import { lookOnce } from './last-look.js';
import { MadeResults } from './made-results.js';
import type { RunHost } from './run-host.js';

type RedirectDetail = Pick<Extract<Effect, { type: 'redirect' }>, 'url' | 'result'>;
/** What the hosted page reports about its run. */
type Forwarded = Announcement | { readonly name: 'svc-redirect'; readonly detail: RedirectDetail };

/**
 * Owns what the page hears about a run in the hosted page: every event as the widget in place sends it, and the end exactly once.
 * Does not own how the hosted page is reached.
 */
export class RunReport {
  /** The step that the person is in, as the hosted page last said. */
  step: Step = 'loading';
  /** What the service said about the session, if it was asked here. */
  session: Answered<LinkSession> | null = null;
  /** What went wrong on this side. */
  problem: Problem | null = null;

  readonly #link: LinkHost;
  readonly #warn: Warn;
  readonly #later: LaterSteps;
  /** The session, as the hosted page last named it. */
  #named: string | null = null;
  #provider: string | null = null;
  #result: PublicResult | null = null;
  #made = new MadeResults();
  /** The problem that the hosted page shows. */
  #shown: Pick<Problem, 'code' | 'retryable'> | null = null;
  #begun = false;
  /** Whether something was sent to a provider, so that the service may know more about it. */
  #tried = false;
  #ready = false;
  #exited = false;
  #redirected = false;
  #closed = false;

  constructor({ link, warn, later }: RunHost) {
    this.#link = link;
    this.#warn = warn;
    this.#later = later;
    this.#provider = link.provider?.trim?.() || null;
  }

  /** The session's id, once it is known. */
  get sessionId(): string | null {
    return this.#named ?? this.session?.link_session_id ?? null;
  }

  /** Whether `svc-exit` was sent. */
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
      : { ...known, step: 'loading', problem, notice: null };
  }

  /** Passes on an event of the hosted page, if it is known and valid, and makes sense now. */
  forward(name: string, given: unknown): void {
    if (!Object.hasOwn(forwarded, name)) return;
    // The check above has found the name.
    const { data } = forwarded[name as ForwardedName].safeParse(given);
    if (!data) return;
    const { request_id, ...detail } = data;
    if (data.link_session_id !== undefined) this.#named = data.link_session_id;
    // The schema of this name has checked the detail. A word in it may come from a newer page, and is passed on as it is.
    this.#receive({ name, detail } as Forwarded, this.#sourceOf(request_id));
  }

  /** Takes what the service says is connected by now, and tells the page what it does not know yet. */
  connect(session: Answered<LinkSession>): void {
    this.session = session;
    const source = this.#sourceOf(session.reference);
    this.#provider = session.provider ?? this.#provider;
    for (const result of this.#later.resultsOf(session)) {
      if (!this.#made.read(result)) continue;
      this.#result = result;
      this.#say({ name: 'svc-success', detail: result }, source);
    }
  }

  /** Shows a problem that was found on this side. */
  fail({ code, retryAfter = null, reference = null }: Fault): void {
    const problem = this.#later.problemOf(this.state, { code, retryAfter, reference }, 'loading');
    this.problem = problem;
    const detail = { result: null, code, step: 'loading', retryable: problem.retryable } as const;
    this.#say({ name: 'svc-error', detail }, this.#sourceOf(reference));
  }

  /** The service says that the provider is connected. `follows`: whether this page goes to the redirect URL. */
  succeed(session: Answered<LinkSession>, follows: boolean): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#redirected = !follows;
    const source = this.#sourceOf(session.reference);
    this.#enter('done', source);
    this.connect(session);
    this.#exit('success', 'done', null, source);
  }

  /**
   * The person, or the page, leaves. If anything was tried, the service is asked once more, because that may have succeeded, even
   * if a code was still needed. The phone's part ends too; with `isUnheard` this page does not know whether there is a phone.
   */
  close(access: HostedAccess, isUnheard = false): void {
    if (this.#closed) return;
    this.#closed = true;
    const mayBeOnPhone = this.step === 'handoff' || isUnheard;
    const step = this.problem ? 'problem' : this.step;
    const left = this.problem ?? this.#shown;
    const none = this.#later.outcomeLeft(left);
    const service = this.#later.serviceOf(access);
    const end = (outcome: Ending['outcome'], request?: string | null): void => {
      if (outcome !== 'success' && this.sessionId !== null && !this.#exited && this.#made.list.length === 0)
        void service.ask(this.#later.leaveLink, { step }).catch(() => {});
      this.#exit(outcome, step, left?.code ?? null, this.#sourceOf(request));
    };
    this.#enter('closed', this.#sourceOf());
    // A hosted page that is taken away cannot do this itself.
    if (this.session?.multiple && this.#made.list.length > 0) finish(this.#later, access);
    if (!mayBeOnPhone && !this.#tried) return end(none);
    const { token } = access;
    void lookOnce(this.#later, service, mayBeOnPhone).then(
      (session) => {
        if (!hasSucceeded(session)) return end(none, session.reference);
        access.use(token);
        this.connect(session);
        end('success', session.reference);
      },
      () => end(none),
    );
  }

  /** Takes in an event of the hosted page, and sends it in this page. */
  #receive(event: Forwarded, source: Source): void {
    switch (event.name) {
      case 'svc-ready':
        if (this.#ready || this.#closed) return;
        this.#ready = true;
        break;
      case 'svc-step':
        return this.#follow(event.detail, source);
      case 'svc-success':
        // A success that the service reported first is not sent twice.
        if (this.#exited || this.#closed || !this.#made.hear(event.detail)) return;
        this.#result = event.detail;
        break;
      case 'svc-disconnect':
        if (this.#closed) return;
        // A provider that was disconnected is no result any more.
        this.#made.drop(event.detail.provider);
        if (this.#result?.provider === event.detail.provider) this.#result = null;
        break;
      case 'svc-error':
        if (this.#closed) return;
        this.#shown = event.detail;
        this.#result = event.detail.result ?? this.#result;
        break;
      case 'svc-expiring':
        if (this.#closed) return;
        break;
      case 'svc-exit':
        if (this.#exited || this.#closed) return;
        this.#exited = true;
        // A hosted page of an earlier version sends no `results`.
        return void this.#say(
          { name: 'svc-exit', detail: { ...event.detail, results: event.detail.results ?? this.#made.list } },
          source,
        );
      case 'svc-redirect':
        // If the person has left, no redirect is followed until the outcome is known.
        if (this.#exited || !this.#closed) this.#redirect(event.detail, source);
        return;
      default:
        event satisfies never;
    }
    this.#say(event, source);
  }

  /** A step in the hosted page. */
  #follow(
    { step, previous: before, provider }: Extract<Forwarded, { name: 'svc-step' }>['detail'],
    source: Source,
  ): void {
    if (this.#closed) return;
    // After a provider, the hosted page loads again and begins at its first step. For this page it is the same run.
    const previous = this.#begun ? this.step : before;
    if (this.#begun && step === previous) return;
    // After success the person may connect another provider: that is the next run.
    if (this.#exited && previous === 'done' && step !== 'closed') {
      this.#exited = this.#ready = this.#redirected = false;
      this.#result = null;
      this.#made = new MadeResults();
    }
    this.#begun = true;
    this.step = step;
    this.#tried = step !== 'done' && (this.#tried || step in sending);
    this.#provider = provider ?? this.#provider;
    this.#shown = null;
    this.#say({ name: 'svc-step', detail: { step, previous, provider } }, source);
  }

  /** Sends `svc-redirect` and follows it, only once, whichever side asks for it. */
  #redirect({ url, result }: RedirectDetail, source: Source): void {
    if (this.#redirected) return;
    this.#redirected = true;
    if (!this.#later.isFollowable(url)) this.#warn('redirect-refused');
    else if (this.#say({ name: 'svc-redirect', detail: { url, result } }, source, true)) location.assign(url);
  }

  #enter(step: 'done' | 'closed', source: Source): void {
    const previous = this.step;
    if (previous === step) return;
    this.step = step;
    this.#say({ name: 'svc-step', detail: { step, previous, provider: this.#provider } }, source);
  }

  /** Sends how the run ended, once. `problem`: the problem that the person left, if there was one. */
  #exit(outcome: Ending['outcome'], step: Step, problem: string | null, source: Source): void {
    if (this.#exited) return;
    this.#exited = true;
    const ending = this.#later.withSuccess({
      outcome,
      step,
      problem,
      // The person has opened the widget.
      acted: true,
      session: this.session,
      provider: this.#provider,
      result: this.#result,
      results: this.#made.list,
      isNews: false,
      options: flowOptions(this.#link),
    });
    for (const effect of this.#later.exitEffects(ending)) {
      if (effect.type === 'announce') this.#say(effect.announcement, source);
      else if (effect.type === 'redirect') this.#redirect(effect, source);
      else this.#warn('redirect-refused');
    }
  }

  #sourceOf(request: string | null = null): Source {
    return { link_session_id: this.sessionId, request_id: request };
  }

  #say({ name, detail }: Forwarded, source: Source, cancelable?: boolean): boolean {
    // The detail belongs to the name, which the compiler does not see through the union.
    return emit(this.#link, { name, detail: { ...detail, ...source } } as SvcLinkEvent, cancelable);
  }
}
