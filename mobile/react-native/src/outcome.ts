import { isRedirect, valueOf } from './addresses.js';

/** A connection that was made or failed, as the page reports it. */
export interface LinkedResult {
  readonly state: string;
  /** The provider's slug. */
  readonly provider: string | null;
  readonly connected: boolean;
  readonly errorType: string | null;
}

/** How a link ended. Treat all of it as a hint: send it to your server, which asks the service. */
export interface Outcome {
  /**
   * `success` or `error`; new states may come. `closed` if the view or the tab was closed first, `unknown` if the redirect did
   * not say. With these two the person may still have finished, which your server can find out.
   */
  readonly state: string;
  /** The slug of the provider that was connected last. */
  readonly provider: string | null;
  /** The id by which your server reads the session: the id that came back, or else the id that you passed. */
  readonly linkSessionId: string | null;
  /** Only if the token asked for `confirm: "host"`. Send it to your server within a minute, and never log it. */
  readonly confirmCode: string | null;
  /** Why it failed; `user_cancelled` if the person left. */
  readonly errorType: string | null;
  /** The connections that were made, the latest last, if a webview reported them. */
  readonly results: readonly LinkedResult[];
}

/** Reads the outcome from an address. Null if it is not the redirect URL. */
export function readRedirect(url: string, redirectUrl: string): Outcome | null {
  if (!isRedirect(url, redirectUrl)) return null;
  return {
    state: valueOf(url, 'state') ?? 'unknown',
    provider: valueOf(url, 'provider'),
    linkSessionId: valueOf(url, 'link_session_id'),
    confirmCode: valueOf(url, 'confirm_code'),
    errorType: valueOf(url, 'error_type'),
    results: [],
  };
}

/** The outcome if nothing said how the link ended. */
export const closed: Outcome = {
  state: 'closed',
  provider: null,
  linkSessionId: null,
  confirmCode: null,
  errorType: null,
  results: [],
};

/**
 * The outcome in a redirect, if it is this link's. Null if it names another link: a tab of an earlier one may still come back, and
 * another app may forge a redirect.
 */
export function readOwnRedirect(
  url: string,
  redirectUrl: string,
  linkSessionId: string | undefined,
): Outcome | null {
  const outcome = readRedirect(url, redirectUrl);
  const named = outcome?.linkSessionId ?? linkSessionId;
  return linkSessionId === undefined || named === linkSessionId ? outcome : null;
}

/** An outcome, with the app's own session id if none came back. */
export const withSession = (outcome: Outcome, linkSessionId: string | undefined): Outcome => ({
  ...outcome,
  linkSessionId: outcome.linkSessionId ?? linkSessionId ?? null,
});
