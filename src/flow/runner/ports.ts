import type {
  LinkResult,
  LinkSession,
  ProblemCode,
  PublicResult,
  StartedLink,
} from '../../contract/index.js';
import type { Announcement, Failure, Resume, Step, TokenReason, Warning } from '../state/index.js';

/** `AbortSignal`; its shape if the flow is compiled without a library that declares it. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Real } }
  ? Real
  : { readonly aborted: boolean };

/** The service as the flow needs it. Failures reject with an error that `failureOf` understands. */
export interface LinkService {
  start(signal: Signal): Promise<StartedLink>;
  state(signal: Signal): Promise<LinkSession>;
  linkWithPassword(
    provider: string,
    credentials: { username: string; password: string; region: string | null },
    signal: Signal,
  ): Promise<LinkResult>;
  completeMfa(provider: string, code: string, signal: Signal): Promise<LinkResult>;
}

/** What a provider's window says about itself; the service's state is the truth. */
export type WindowReport =
  | { readonly type: 'leaving' }
  | { readonly type: 'finished' }
  | { readonly type: 'refused'; readonly code: ProblemCode }
  /** Seen closed, which may also mean severed. */
  | { readonly type: 'closed' }
  /** The page reaches no window that it opens: the next click goes another way. */
  | { readonly type: 'blocked' };

/** Windows for OAuth. `open` runs inside the click and answers at once. */
export interface Windows {
  /** Null if the browser refuses. */
  open(provider: string, report: (report: WindowReport) => void): OpenWindow | null;
  /** Leaves this page for the hosted page. */
  leave(provider: string): void;
  /** Adds what only a window knows to what the service says of the session. */
  complete?(session: LinkSession): Promise<LinkSession>;
}
/** A window that stands open, as far as is known. */
export interface OpenWindow {
  /** Asks our page to close; a provider's page stays until the person closes it. */
  close(): void;
  focus(): void;
}

export interface Clock {
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
}

/** Over a reload of the page. Never holds anything secret. */
export interface Memory {
  /** Null at once if nothing is kept. */
  read(): Promise<Resume | null> | null;
  write(provider: string | null, step: Step): void;
  clear(): void;
}

/** Everything the runner needs from the world. */
export interface Ports {
  readonly service: LinkService;
  readonly windows: Windows;
  readonly clock: Clock;
  readonly memory: Memory;
  /** Asks the host page for a new token and uses it from now on. Rejects if there is none. */
  renewToken(reason: TokenReason, signal: Signal): Promise<void>;
  /** Dispatches an event. */
  announce(announcement: Announcement): void;
  /** Tells the developer on the console. */
  warn(warning: Warning): void;
  /** Says `svc-redirect` and navigates unless it is prevented. */
  redirect(url: string, result: PublicResult): void;
  /** Turns what a port threw into data. */
  failureOf(error: unknown): Failure;
  /** Calls back when the page becomes visible or focused: a good moment to ask the service. */
  onReturn(run: () => void): () => void;
}
