import type { ConsentGiven, PublicResult } from '../../contract/index.js';
import type { Timer } from './event.js';
import type { Step } from './state.js';

/**
 * Why a token is requested: there is none, the one in use does not work, it should last longer (the same token is then a good
 * answer), or the person connects something else.
 */
export type TokenReason = 'start' | 'expired' | 'extend' | 'another';

/** The events an element dispatches, as data. */
export type Announcement =
  | {
      readonly name: 'svc-ready';
      readonly detail: {
        /** The step that is shown first. */
        readonly step: Step;
        /** How many providers there are to choose from. */
        readonly providers: number;
      };
    }
  | {
      readonly name: 'svc-step';
      readonly detail: {
        /** The step that is shown now. */
        readonly step: Step;
        /** The one before it. */
        readonly previous: Step;
        /** Slug of the chosen provider. */
        readonly provider: string | null;
      };
    }
  | { readonly name: 'svc-success'; readonly detail: PublicResult }
  | {
      readonly name: 'svc-disconnect';
      readonly detail: {
        /** Slug of the provider whose connection the person has ended. */
        readonly provider: string;
      };
    }
  | {
      readonly name: 'svc-error';
      readonly detail: {
        /** What the service said; null if it gave no result. */
        readonly result: PublicResult | null;
        /** The problem: one of the known codes, or an `error_type` that is new. */
        readonly code: string;
        /** The step it came up in. */
        readonly step: Step;
        /** Whether the person can fix it in the widget. */
        readonly retryable: boolean;
      };
    }
  | {
      readonly name: 'svc-expiring';
      readonly detail: {
        /** Seconds until the token ends. */
        readonly seconds: number;
      };
    }
  | {
      readonly name: 'svc-exit';
      readonly detail: {
        /** How the run ended. */
        readonly outcome: 'success' | 'error' | 'cancelled';
        /** The step that the person was in. */
        readonly step: Step;
        /** The last result of the service, if there was one. */
        readonly result: PublicResult | null;
        /** What was connected, the latest last: one at most, unless the token makes several connections. */
        readonly results: readonly PublicResult[];
      };
    };

/** Identifies an announcement in the service's record of the session. */
export interface Source {
  /** The session, once it has started; null before. */
  readonly link_session_id: string | null;
  /** The request whose answer led to it; null if none did, as after a click. */
  readonly request_id: string | null;
}

type WithSource<A> = A extends Announcement
  ? { readonly name: A['name']; readonly detail: A['detail'] & Source }
  : never;
/** An announcement as the runner hands it on. */
export type Announced = WithSource<Announcement>;

/** A mistake of the host page or the token that only a developer can fix. */
export type Warning =
  /** The token does not offer this `provider`, or it cannot be linked here. */
  | { readonly type: 'unknown-provider'; readonly provider: string }
  /** The redirect URL is of a kind that is never followed. */
  | { readonly type: 'redirect-refused' };

/** Orders to the runner. Orders that get an answer carry an id. */
export type Effect =
  | { readonly type: 'start-session'; readonly id: number }
  | { readonly type: 'read-state'; readonly id: number }
  /** Ends the phone's part and asks how it ended: the phone connects nothing after that. Answered like `read-state`. */
  | { readonly type: 'end-handoff'; readonly id: number }
  | {
      readonly type: 'submit-credentials';
      readonly id: number;
      readonly provider: string;
      readonly username: string;
      readonly password: string;
      readonly region: string | null;
      readonly consent?: ConsentGiven;
    }
  /** Keeps the credentials until the start is confirmed. */
  | {
      readonly type: 'hold-credentials';
      readonly username: string;
      readonly password: string;
      readonly region: string | null;
      readonly consent?: ConsentGiven;
    }
  /** Sends the credentials in the runner's memory again; only if the person has asked for it. */
  | { readonly type: 'resubmit-credentials'; readonly id: number; readonly provider: string }
  | { readonly type: 'submit-code'; readonly id: number; readonly provider: string; readonly code: string }
  | { readonly type: 'disconnect'; readonly id: number; readonly provider: string }
  | { readonly type: 'forget-credentials' }
  | {
      readonly type: 'request-token';
      readonly id: number;
      readonly reason: TokenReason;
      readonly keep?: true;
    }
  /** Opens the provider's window now, inside the click, and begins to poll the session. */
  | {
      readonly type: 'open-window';
      readonly id: number;
      readonly provider: string;
      readonly consent?: ConsentGiven;
    }
  /** Brings the open window to the front. */
  | { readonly type: 'focus-window'; readonly id: number }
  /** Leaves the page for the hosted page (form POST), after the window was blocked. */
  | { readonly type: 'leave-for-provider'; readonly provider: string; readonly consent?: ConsentGiven }
  /** Polls the session until it is aborted, first at once. If this id polls already, it only asks at once. */
  | { readonly type: 'poll-session'; readonly id: number }
  /** Ends what this id began: aborts its request, stops its polling, asks its window to close. */
  | { readonly type: 'abort'; readonly id: number }
  /** Restarts a timer. It ends with the step that began it; `expiry` lasts for the run. */
  | { readonly type: 'start-timer'; readonly timer: Timer; readonly seconds: number }
  | {
      readonly type: 'remember';
      readonly provider: string | null;
      readonly step: Step;
      readonly told: string | null;
    }
  | { readonly type: 'forget' }
  /** The person no longer needs the token, which could make further connections. */
  | { readonly type: 'finish-session' }
  /** The person leaves at this step: a note for the team's support. */
  | { readonly type: 'note-leaving'; readonly place: Step }
  | { readonly type: 'announce'; readonly announcement: Announcement }
  /** Warns the developer, once for each warning. */
  | { readonly type: 'warn'; readonly warning: Warning }
  /** `svc-redirect`, then the navigation unless the host prevents it. */
  | { readonly type: 'redirect'; readonly url: string; readonly result: PublicResult };
