import { isRedirect, valueOf } from './addresses.js';

/** A connection that was made, or not, as the page says. */
export interface LinkedResult {
  readonly state: string;
  /** The provider's slug. */
  readonly provider: string | null;
  readonly connected: boolean;
  readonly errorType: string | null;
}

/** How a link ended. All of it is a hint: send it to your server, which asks the service. */
export interface Outcome {
  /**
   * `success` or `error`, new states may come; `closed` if the view or the tab was closed first and `unknown` if the redirect
   * did not say: the person may have finished all the same, which your server finds out.
   */
  readonly state: string;
  /** The slug of the provider that was connected last. */
  readonly provider: string | null;
  /** The id by which your server reads the session: what came back, else what you gave. */
  readonly linkSessionId: string | null;
  /** If the token asked for `confirm: "host"`: to be sent to your server within a minute. In no log. */
  readonly confirmCode: string | null;
  /** Why it failed; `user_cancelled` if the person left. */
  readonly errorType: string | null;
  /** What was connected, the latest last, where a webview told it. */
  readonly results: readonly LinkedResult[];
}

/** The outcome that an address names, or null if it is not the redirect URL. */
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

/** Nobody said how it ended. */
export const closed: Outcome = {
  state: 'closed',
  provider: null,
  linkSessionId: null,
  confirmCode: null,
  errorType: null,
  results: [],
};

/** An outcome, with the id that the app knows where none came back. */
export const withSession = (outcome: Outcome, linkSessionId: string | undefined): Outcome => ({
  ...outcome,
  linkSessionId: outcome.linkSessionId ?? linkSessionId ?? null,
});
