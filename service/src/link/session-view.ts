// Rows of link sessions as the interface shows them.
import type { Selectable } from 'kysely';
import type { LinkResult, LinkSession, ProviderMfa } from 'svc-link/contract';
import { readChallenge } from './challenge.js';
import type { Brand, Tables } from '../db/index.js';
import type { Deps } from '../deps.js';
import { type TokenProblem, tokenProblemText } from '../http/index.js';
import { canBeExtended } from './sessions.js';
import type { Secrets } from '../crypto/index.js';
import type { LinkSessionRow } from './session-row.js';

type TeamRow = Selectable<Tables['team']>;

/**
 * The state of a session, for its widget, with what its team says of itself. `byBrowser`: for our own page, in the browser
 * that the session is bound to.
 */
export async function viewOf(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  session: LinkSessionRow,
  byBrowser: boolean,
): Promise<LinkSession> {
  const team = await db
    .selectFrom('team')
    .selectAll()
    .where('id', '=', session.team_id)
    .executeTakeFirstOrThrow();
  return { ...toLinkSession(session, team, secrets), can_extend: byBrowser && canBeExtended(session) };
}

function toLinkSession(row: LinkSessionRow, team: TeamRow, secrets: Secrets): LinkSession {
  const challenge = row.state === 'pending_provider_mfa' ? readChallenge(row, secrets) : undefined;
  return {
    state: row.state,
    link_session_id: row.id,
    provider: row.provider,
    provider_id: row.state === 'success' ? row.provider_account : null,
    connected: row.state === 'success',
    attempt: row.attempt,
    provider_mfa: challenge ? { method: challenge.method, hint: challenge.hint } : null,
    redirect_url: row.redirect_url,
    on_error: row.on_error,
    on_close: row.on_close,
    error_type: row.error_type,
    expires_at: row.expires_at.toISOString(),
    app_name: row.app_name,
    user_label: row.user_label,
    allowed_origins: row.allowed_origins === null ? null : [...row.allowed_origins],
    terms_url: team.terms_url,
    privacy_url: team.privacy_url,
    brand: toBrand(team.brand),
  };
}

/** Each field by name, because jsonb keeps its own order of keys and may hold more than is shown. */
const toBrand = (brand: Brand | null): LinkSession['brand'] =>
  brand && { name: brand.name, color: brand.color, logo: brand.logo };

/** The state of a session, for the team's server. */
export const toSessionReport = (row: LinkSessionRow) => ({
  link_session_id: row.id,
  state: row.state,
  user_id: row.user_id,
  provider: row.provider,
  connected: row.state === 'success',
  provider_id: row.state === 'success' ? row.provider_account : null,
  error_type: row.error_type,
  redirect_url: row.redirect_url,
  created_on: row.created_on.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

/** The part of a link result that does not come from the session. */
export type ResultOutcome =
  | { readonly state: 'success'; readonly account: string }
  | { readonly state: 'unconfirmed'; readonly confirmCode: string }
  | { readonly state: 'pending_provider_mfa'; readonly mfa: ProviderMfa }
  | { readonly state: 'error'; readonly errorType: string; readonly error: string };

/** A link result (spec 2.12). Every field is present, null if it has no value. */
export function toLinkResult(
  provider: string,
  session: Pick<LinkSessionRow, 'id' | 'redirect_url'> | undefined,
  outcome: ResultOutcome,
): LinkResult {
  const { state } = outcome;
  return {
    state: state === 'unconfirmed' ? 'success' : state,
    provider,
    connected: state === 'success',
    provider_id: state === 'success' ? outcome.account : null,
    redirect_url: session?.redirect_url ?? null,
    link_session_id: session?.id ?? null,
    error_type: state === 'error' ? outcome.errorType : null,
    error: state === 'error' ? outcome.error : null,
    ...(state === 'pending_provider_mfa' && { provider_mfa: outcome.mfa }),
    ...(state === 'unconfirmed' && { confirm_code: outcome.confirmCode }),
  };
}

/** The link result for a bad link token at the password endpoints. */
export const toTokenResult = (
  provider: string,
  session: LinkSessionRow | undefined,
  problem: TokenProblem,
): LinkResult =>
  toLinkResult(provider, session, { state: 'error', errorType: problem, error: tokenProblemText[problem] });
