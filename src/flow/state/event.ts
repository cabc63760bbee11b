import type {
  Answered,
  ConsentGiven,
  disconnectLink,
  LinkResult,
  LinkSession,
  ProblemCode,
  ResponseOf,
  StartedLink,
} from '../../contract/index.js';
import type { FlowOptions, Resume } from './state.js';

/** A request that failed, as data. */
export interface Failure {
  readonly code: ProblemCode;
  readonly retryAfter: number | null;
  readonly reference: string | null;
}

/** What the person did. */
export type PersonEvent =
  | { readonly type: 'query-changed'; readonly query: string }
  | { readonly type: 'provider-chosen'; readonly provider: string }
  /** *Disconnect* at a provider of the list, which leads to the question. */
  | { readonly type: 'disconnect-requested'; readonly provider: string }
  /** The person confirms it. */
  | { readonly type: 'disconnect-confirmed' }
  | { readonly type: 'region-chosen'; readonly region: string }
  | { readonly type: 'resources-chosen'; readonly resources: readonly string[] }
  /** The user name in the form, as it is typed or before anything else is drawn. */
  | { readonly type: 'username-changed'; readonly username: string }
  | {
      readonly type: 'credentials-submitted';
      readonly username: string;
      readonly password: string;
      readonly region: string | null;
      /** What the person agrees to, with the words they see. */
      readonly consent?: ConsentGiven | null;
    }
  | { readonly type: 'code-submitted'; readonly code: string }
  | { readonly type: 'new-code-requested' }
  /** Inside the click that opens the provider's window. */
  | { readonly type: 'authorize-requested'; readonly consent?: ConsentGiven | null }
  | { readonly type: 'same-window-requested' }
  /** *Continue on your phone*. */
  | { readonly type: 'handoff-requested' }
  /** Something is known to have changed: the service is asked at once. */
  | { readonly type: 'news-expected' }
  | { readonly type: 'back-requested' }
  /** Stops what is under way and goes back one step; never ends the run. */
  | { readonly type: 'cancel-requested' }
  /** *Try again* and *Keep waiting* on a problem. */
  | { readonly type: 'retry-requested' }
  | { readonly type: 'another-provider-requested' }
  /** *Start again* and *Use a different account*: back to the provider's own first step. */
  | { readonly type: 'sign-in-again-requested' }
  /** After success: back to the picker, with a new token if the current one makes no further connection. */
  | { readonly type: 'another-connection-requested' }
  | { readonly type: 'more-time-requested' }
  /** *Go back to {a}*, *Don't connect* and the close button. */
  | { readonly type: 'leave-requested' };

/** What the host page did. */
export type HostEvent =
  | { readonly type: 'started'; readonly options: FlowOptions; readonly resume: Resume | null }
  | { readonly type: 'options-changed'; readonly options: FlowOptions }
  /** Another token, in mid-run. */
  | { readonly type: 'token-replaced' }
  /** The element cannot begin: no token and nobody to ask, or no usable `base-url`. */
  | { readonly type: 'not-configured' }
  | { readonly type: 'close-requested' }
  | { readonly type: 'restart-requested'; readonly options: FlowOptions };

/** What the ports answered. `id` is the effect's; an answer to an effect that is not awaited is dropped. */
export type PortEvent =
  /** `now` in milliseconds, from which the time to the token's end is calculated. */
  | {
      readonly type: 'session-started';
      readonly id: number;
      readonly answer: Answered<StartedLink>;
      readonly now: number;
    }
  /**
   * The start that came with the token, from the page's own server. The same request still has to be answered, but the first
   * screen may not have to wait for it.
   */
  | {
      readonly type: 'session-given';
      readonly id: number;
      readonly answer: StartedLink;
      readonly now: number;
    }
  | { readonly type: 'result-received'; readonly id: number; readonly result: Answered<LinkResult> }
  | { readonly type: 'state-read'; readonly id: number; readonly session: Answered<LinkSession> }
  | { readonly type: 'request-failed'; readonly id: number; readonly failure: Failure }
  | {
      readonly type: 'disconnected';
      readonly id: number;
      readonly answer: Answered<ResponseOf<typeof disconnectLink>>;
    }
  | { readonly type: 'token-renewed'; readonly id: number }
  | { readonly type: 'token-refused'; readonly id: number }
  | { readonly type: 'window-opened'; readonly id: number }
  | { readonly type: 'window-blocked'; readonly id: number }
  | { readonly type: 'window-refused'; readonly id: number; readonly code: ProblemCode }
  | { readonly type: 'window-leaving'; readonly id: number }
  /** The window says that the attempt has ended: a hint to ask the service now. */
  | { readonly type: 'window-finished'; readonly id: number }
  | { readonly type: 'window-closed'; readonly id: number }
  | { readonly type: 'session-polled'; readonly id: number; readonly session: Answered<LinkSession> }
  /** `now` as above: on a device that slept, timers fire late. */
  | { readonly type: 'timer-fired'; readonly timer: Timer; readonly now: number }
  | { readonly type: 'went-online' }
  | { readonly type: 'went-offline' }
  /** The page came back from the back/forward cache or a full redirect. */
  | { readonly type: 'page-restored' }
  /** The person looks at the page again. */
  | { readonly type: 'page-focused' };

/**
 * `stage` moves the progress, `cool-down` enables *new code*, `retry` enables *Try again*. `expiry` warns, also at the last
 * minute and at the end. `grace` waits for news from a window that looks closed. `poll-end` limits *Keep waiting*, and
 * `last-look` limits the question how an attempt ended that the person left.
 */
export type Timer = 'stage' | 'cool-down' | 'retry' | 'expiry' | 'grace' | 'poll-end' | 'last-look';

export type Event = PersonEvent | HostEvent | PortEvent;
