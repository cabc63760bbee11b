import type {
  ConsentGiven,
  LinkProvider,
  LinkSession,
  ProblemCode,
  PublicResult,
} from '../../contract/index.js';

/** The steps a person goes through. Events, parts, states and message keys use the same words. */
export const steps = [
  'loading',
  'select-provider',
  'disconnect',
  'sign-in',
  'authorize',
  'handoff',
  'connecting',
  'challenge',
  'done',
  'problem',
  'closed',
] as const;
export type Step = (typeof steps)[number];

/** What a screen remembers over a reload; nothing in it is secret. */
export interface Resume {
  /** Whether the token is the one the record was written for. */
  readonly sameToken: boolean;
  readonly provider: string | null;
  readonly step: Step;
  /** The attempt whose success the page received last: see `Shared`. */
  readonly told: string | null;
}

/** What every step knows. Nothing here is secret: passwords, codes and tokens never enter the state. */
export interface Shared {
  /** Counts the runs of this flow; `restart` begins the next one. */
  readonly run: number;
  /** Whether this run has sent `svc-exit`. */
  readonly exited: boolean;
  /** Whether this run has sent `svc-ready`. */
  readonly ready: boolean;
  /**
   * Whether the person asked for a connection in this run, or left for one before a reload, or left a run before it knew the
   * outcome. If not, a success belongs to an earlier run, and leads nowhere by itself.
   */
  readonly acted: boolean;
  readonly options: FlowOptions;
  /** What a reload left behind, until the session has started. */
  readonly resume: Resume | null;
  readonly session: LinkSession | null;
  /** Every provider that the token offers. */
  readonly offered: readonly LinkProvider[];
  /** The offered providers that are shown, in the order they are shown. */
  readonly providers: readonly LinkProvider[];
  /** The chosen provider's slug. */
  readonly provider: string | null;
  /** What was typed into the search box. */
  readonly query: string;
  /** The user name as typed, kept over every problem. */
  readonly username: string;
  readonly region: string | null;
  /** The resources that the person chose to share; null if they left the list as it was. */
  readonly shared: readonly string[] | null;
  /** What the person agreed to in the last attempt, for an attempt that begins without a look at the list. */
  readonly consent: ConsentGiven | null;
  /** The provider for which user name, region and resources were chosen. */
  readonly typedFor: string | null;
  /** The last result of the service, for `svc-exit` and the redirect. */
  readonly result: PublicResult | null;
  /** What this run has connected, the latest last: one at most, unless the token makes several connections. */
  readonly results: readonly PublicResult[];
  /**
   * Session and number of the attempt whose success the page received
   * last, so that it is not taken for a later attempt's; null before.
   */
  readonly told: string | null;
  /** Numbers the effects; an answer to another number than the awaited one is late and dropped. */
  readonly effectId: number;
  /** The effect whose answer moves the flow, or null. */
  readonly awaiting: number | null;
  /** The effect that renews the token, or asks about an attempt that the person left, while the step continues; or null. */
  readonly renewing: number | null;
  /** The start that has still to confirm what came with the token, while the person continues with that; or null. */
  readonly confirming: number | null;
  /** Whether an attempt has begun whose outcome is not known here yet, even if the person no longer waits for it. */
  readonly unsettled: boolean;
  /** The last problem, until an attempt ends differently. */
  readonly lastProblem: Problem | null;
  /** The problem for which a new token was requested, so that each problem requests one once. */
  readonly renewedFor: ProblemCode | null;
  /**
   * Seconds until the token ends, as of the last warning: 120, 60 or 0, or another number if the timer fired late; null before.
   */
  readonly expiresIn: number | null;
  /** The state of the person's request for more time; null before, and once there is more. */
  readonly moreTime: 'asked' | 'refused' | null;
  readonly online: boolean;
}

/** Something that went wrong, as data; the view turns it into words and actions. */
export interface Problem {
  readonly code: ProblemCode;
  /** The step in which it happened, where *Try again* continues. */
  readonly from: Step;
  /** Seconds until a retry makes sense (`Retry-After`), or null. */
  readonly retryAfter: number | null;
  /** The service's request id, shown small as a reference. */
  readonly reference: string | null;
  /** Whether the person can fix it here. */
  readonly retryable: boolean;
  /** How often this code came in a row. */
  readonly times: number;
  /** How the provider was being linked: words differ after OAuth. */
  readonly via: 'password' | 'oauth' | null;
}

export interface Loading {
  readonly step: 'loading';
  /** The problem that a new token may fix; shown if it does not. */
  readonly problem: Problem | null;
  /** The notice of the form, if it comes next: what was sent before is gone. */
  readonly notice: SignIn['notice'];
}
export interface SelectProvider {
  readonly step: 'select-provider';
}
/** The question whether to end the connection with the chosen provider. */
export interface Disconnect {
  readonly step: 'disconnect';
  /** Whether the person has said yes, and the service has not answered. */
  readonly busy: boolean;
}
export interface SignIn {
  readonly step: 'sign-in';
  /** A problem shown at the form: `provider_credential_error` or `unsupported_region`. */
  readonly fieldError: ProblemCode | null;
  /**
   * Why the person is asked once more although nothing they typed is wrong. `code-ended`: the code of the last attempt no longer
   * works. `unanswered`: the last attempt is not known to have led to anything.
   */
  readonly notice: 'code-ended' | 'unanswered' | null;
}
export interface Authorize {
  readonly step: 'authorize';
  /**
   * `ready`: nothing opened yet. `opening`: the window is on the hosted page. `away`: it has left for the provider. `blocked`:
   * the browser refused it. `severed`: this page cannot see it any more, so the service is asked.
   */
  readonly phase: 'ready' | 'opening' | 'away' | 'blocked' | 'severed';
  /** Whether a press opens another window: the person has asked once to see this one, or it looks closed. */
  readonly sought?: boolean;
  /** The attempt whose error was there before; `'none'` if the first request found none, null before that request. */
  readonly staleAttempt: number | 'none' | null;
}
/** The link continues on a phone; the service reports about it. */
export interface HandedOff {
  readonly step: 'handoff';
  /** The attempt whose error was there before, or was shown; `'none'` if there is none, null before the first request. */
  readonly staleAttempt: number | 'none' | null;
}
export interface Connecting {
  readonly step: 'connecting';
  /** Grows while the service works: 0 at first, 1 after 5 s, 2 after 20 s. */
  readonly stage: 0 | 1 | 2;
  readonly via: 'password' | 'oauth';
}
export interface Challenge {
  readonly step: 'challenge';
  /** `sms`, `email`, … or a word this version does not know; null if the service named none. */
  readonly method: string | null;
  /** Where the code went, as far as the provider says. */
  readonly hint: string | null;
  /** 1 for the first code, 2 for a further one, … */
  readonly round: number;
  /** `incorrect_mfa_code` after a wrong code. */
  readonly fieldError: ProblemCode | null;
  readonly tries: number;
  /** Whether a code is on its way to the service. */
  readonly busy: boolean;
  /** Whether a new code can be asked for: credentials are in memory and the cool-down is over. */
  readonly resend: 'ready' | 'cooling' | 'sending' | 'unavailable';
  /** Whether the code is a new one, which the person asked for. */
  readonly sentAgain: boolean;
}
export interface Done {
  readonly step: 'done';
  /** Whether the page gave no token for another connection. */
  readonly refused: boolean;
}
export interface ProblemShown {
  readonly step: 'problem';
  readonly problem: Problem;
  /** The challenge to go back to, if the problem came up in one. */
  readonly challenge: Challenge | null;
}
export interface Closed {
  readonly step: 'closed';
  readonly outcome: 'success' | 'error' | 'cancelled' | null;
  /** The step that the person left, while the service is asked how an attempt ended: the outcome waits for the answer. */
  readonly left?: Step;
}

/** What only one step knows. */
export type StepState =
  | Loading
  | SelectProvider
  | Disconnect
  | SignIn
  | Authorize
  | HandedOff
  | Connecting
  | Challenge
  | Done
  | ProblemShown
  | Closed;

/** The state of a run: what every step knows and what only this step knows. */
export type State = Shared & StepState;
/** The state in one step: `In<'sign-in'>`. */
export type In<S extends Step> = Extract<State, { step: S }>;

/** What the host page decides; handed in with the event that begins a run and whenever it changes. */
export interface FlowOptions {
  /** Go straight to this provider. */
  readonly provider: string | null;
  /** Show only these, in this order; empty for all. */
  readonly providers: readonly string[];
  /** Overrides what the link token says; null keeps it. */
  readonly redirectOn: readonly ('success' | 'error' | 'cancel')[] | null;
  /** Whether a `tokenProvider` can be asked for a new token. */
  readonly canRenew: boolean;
}
