import type { TokenReason } from '../flow/index.js';

/** What a page is asked for a link token with. */
export interface TokenRequest {
  /** Why a token is asked for. With `extend` the same one, with a later end, is a good answer. */
  readonly reason: TokenReason;
  /** Aborted once nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** What `POST /v2/link/token` answered, as far as a page needs it. */
export interface TokenAnswer {
  readonly link_token: string;
  /**
   * What came with the token (`include: ["start"]`): the picker then stands without a request of its own, and the service
   * confirms it before anything leaves. What is not of its shape is passed over.
   */
  readonly start?: unknown;
}

/** Gives a link token, or what `POST /v2/link/token` answered with it in. It may take 15 seconds. */
export type TokenProvider = (request: TokenRequest) => Promise<string | TokenAnswer>;
