import type { LinkResult, LinkResultState } from './link-result.js';
import type { LinkSession } from './link-session.js';

/** What leaves the widget in events, messages and redirects: no credential, no code, no debug text. */
export interface PublicResult {
  readonly state: LinkResultState;
  readonly provider: string | null;
  readonly connected: boolean;
  readonly provider_id: string | null;
  readonly redirect_url: string | null;
  readonly error_type: string | null;
  readonly link_session_id: string | null;
  /** Only where the token asked for `confirm: "host"`. */
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
  };
  const code = from['confirm_code'];
  return typeof code === 'string' ? { ...result, confirm_code: code } : result;
}
