import type {
  Answered,
  endHandoff,
  ConsentGiven,
  Endpoint,
  LinkResult,
  LinkSession,
  makeHandoff,
  ParamsOf,
  ProblemCode,
  PublicResult,
  ResponseOf,
  sendHandoffNumber,
  StartedLink,
} from '../../contract/index.js';
import type { Announced, Source, Failure, Resume, Step, TokenReason, Warning } from '../state/index.js';

/** `AbortSignal`; its shape if the flow is compiled without a library that declares it. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Real } }
  ? Real
  : { readonly aborted: boolean };

/** The service as the flow needs it after the start. Failures reject with an error that `failureOf` understands. */
export interface LinkService {
  state(signal: Signal): Promise<Answered<LinkSession>>;
  linkWithPassword(
    provider: string,
    credentials: { username: string; password: string; region: string | null; consent?: ConsentGiven },
    signal: Signal,
  ): Promise<Answered<LinkResult>>;
  completeMfa(provider: string, code: string, signal: Signal): Promise<Answered<LinkResult>>;
  /** Sends the requests for a link on a phone, and resolves to the endpoint's answer. Absent if no phone is offered. */
  readonly handoff?: ((endpoint: HandoffEndpoint, body: object | undefined) => Promise<unknown>) | undefined;
  /** Any other request without a body; the caller names the endpoint. */
  ask<E extends Endpoint>(endpoint: E, params: ParamsOf<E>, signal?: Signal): Promise<ResponseOf<E>>;
}

/** A call that hands the link over, or takes it back. */
export type HandoffEndpoint = typeof makeHandoff | typeof endHandoff | typeof sendHandoffNumber;

/** What a provider's window says about itself; the service's state is the truth. */
export type WindowReport =
  | { readonly type: 'leaving' }
  | { readonly type: 'finished' }
  | { readonly type: 'refused'; readonly code: ProblemCode }
  /** The window looks closed. This page may only have lost sight of it. */
  | { readonly type: 'closed' }
  /** The page reaches no window that it opens: the next click goes another way. */
  | { readonly type: 'blocked' };

/** Windows for OAuth. `open` runs inside the click and answers at once. */
export interface Windows {
  /** Null if the browser refuses. */
  open(provider: string, report: (report: WindowReport) => void, consent?: ConsentGiven): OpenWindow | null;
  /** Leaves this page for the hosted page. */
  leave(provider: string, consent?: ConsentGiven): void;
  /** Adds to the service's session what only a window knows. */
  complete?(session: LinkSession): Promise<LinkSession>;
}
/** A window that is open, as far as is known. */
export interface OpenWindow {
  /** Asks the hosted page in it to close; a provider's page stays until the person closes it. */
  close(): void;
  focus(): void;
}

export interface Clock {
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
}

/** Keeps a note over a reload of the page. Never holds anything secret. */
export interface Memory {
  write(provider: string | null, step: Step, told: string | null): void;
  clear(): void;
}

/** What a run needs from outside until its first screen is shown. */
export interface FirstPorts {
  /** Starts the session. Before the service answers, calls `given` with the start that came with the token, if one did. */
  start(signal: Signal, given?: (answer: StartedLink) => void): Promise<Answered<StartedLink>>;
  /** What an earlier run in this tab stored. Null at once if it stored nothing. */
  recall(): Promise<Resume | null> | null;
  readonly clock: Clock;
  /** Dispatches an event. */
  announce(announcement: Announced): void;
  /** Turns what a port threw into data. */
  failureOf(error: unknown): Failure;
}

/** What a run needs from then on. */
export interface LaterPorts {
  readonly service: LinkService;
  readonly windows: Windows;
  readonly memory: Memory;
  /**
   * Asks the host page for a new token and uses it from now on. Rejects if there is none. With `keep` it
   * also rejects if the token is not the one in use, because an attempt in a window belongs to that one.
   */
  renewToken(reason: TokenReason, signal: Signal, keep?: boolean): Promise<void>;
  /** Warns the developer on the console. */
  warn(warning: Warning): void;
  /** Sends `svc-redirect` and navigates, unless the page prevents it. */
  redirect(url: string, result: PublicResult, source: Source): void;
  /** Calls back when the page becomes visible or focused: a good moment to ask the service. */
  onReturn(run: () => void): () => void;
}

export type Ports = FirstPorts & LaterPorts;
