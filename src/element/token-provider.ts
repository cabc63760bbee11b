import type { TokenReason } from '../flow/index.js';

/** The argument of a `TokenProvider`. */
export interface TokenRequest {
  /** Why a token is needed. For `extend`, the same token with a later end is a good answer. */
  readonly reason: TokenReason;
  /** Aborted once nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** The part of the answer to `POST /v2/link/token` that a page needs. */
export interface TokenAnswer {
  readonly link_token: string;
  /**
   * The start that came with the token (`include: ["start"]`). With it the picker is shown without a request of its own, and the
   * service confirms it before anything leaves the page. A value of another shape is ignored.
   */
  readonly start?: unknown;
}

/** Gives a link token, or the answer to `POST /v2/link/token` that holds one. It may take 15 seconds. */
export type TokenProvider = (request: TokenRequest) => Promise<string | TokenAnswer>;
