import type { Consent } from './consent.js';
import type { LinkResult, LinkResultState } from './link-result.js';
import { hasSucceeded, type LinkSession } from './link-session.js';

/** What leaves the widget in events, messages and redirects: no credential, no code, no debug text. */
export interface PublicResult {
  /** `success` or `error`; new states may come. */
  readonly state: LinkResultState;
  /** The provider's slug. */
  readonly provider: string | null;
  /** Whether the provider is connected; false on success if your server must confirm first. */
  readonly connected: boolean;
  /** The account at the provider, after success. */
  readonly provider_id: string | null;
  /** The `redirect_url` of the link token. */
  readonly redirect_url: string | null;
  /** Why it failed: one of the problem codes, or a new one. */
  readonly error_type: string | null;
  /** The id by which your server reads the session. */
  readonly link_session_id: string | null;
  /** What the person agreed to share, which text they saw, in which language and when; null if nothing was connected. */
  readonly consent: Consent | null;
  /** Only if the token asked for `confirm: "host"`. */
  readonly confirm_code?: string | undefined;
}

/** The public part of a link result, or of a session that has ended. */
export function toPublicResult(from: LinkResult | LinkSession): PublicResult {
  const result: PublicResult = {
    state: from.state,
    provider: from.provider ?? null,
    connected: from.connected ?? from.state === 'success',
    provider_id: from.provider_id ?? null,
    redirect_url: from.redirect_url ?? null,
    error_type: from.error_type ?? null,
    link_session_id: from.link_session_id ?? null,
    consent: from.consent ?? null,
  };
  const code = from['confirm_code'];
  return typeof code === 'string' ? { ...result, confirm_code: code } : result;
}

/** The connections that a session made, as results: at most one, unless the session may make several. */
export function resultsOf(session: LinkSession): PublicResult[] {
  const several = session.connections?.map((made) => ({
    ...{ ...session, ...made },
    connected: true,
    error_type: null,
  }));
  const made = several ?? (hasSucceeded(session) ? [session] : []);
  return made.map((one) => toPublicResult({ ...one, state: 'success' }));
}
