// Rows of link sessions as the interface shows them.
import type { Selectable } from 'kysely';
import type { Consent, LinkResult, LinkSession, ProviderMfa, SessionReport } from 'svc-link/contract';
import { consentOf } from '../connections/index.js';
import { readChallenge } from './challenge.js';
import { consumedProblem, sessionFor, type Caller } from './credential.js';
import { toHandoff } from './handoffs.js';
import { numberOf, phoneSessionId, seenOnPhone, shownOnPhone, type HandoffRow } from './phone.js';
import type { Brand, Db, Tables } from '../db/index.js';
import type { Deps } from '../deps.js';
import { type TokenProblem, tokenProblemText } from '../http/index.js';
import { canBeExtended, hasConnected, usageProblem } from './sessions.js';
import { mayGoOn, reportedConnections, shownConnections } from './several.js';
import type { Secrets } from '../crypto/index.js';
import { reconnectOf } from './reconnect-view.js';
import type { LinkSessionRow } from './session-row.js';

type TeamRow = Selectable<Tables['team']>;

/**
 * The state of a session, for its widget, and how the team presents itself. This caller may see no more. `starts`: this answer
 * starts the session, or stands in for its start.
 */
export async function viewOf(
  { db, secrets, clock, log }: Pick<Deps, 'db' | 'secrets' | 'clock' | 'log'>,
  row: LinkSessionRow,
  by: Pick<Caller, 'byBrowser' | 'phone'>,
  starts = false,
): Promise<LinkSession> {
  const session = sessionFor(by, row);
  const team = await db
    .selectFrom('team')
    .selectAll()
    .where('id', '=', session.team_id)
    .executeTakeFirstOrThrow();
  const { byBrowser, phone } = by;
  // Somebody else may also see the address that the phone opened, so a phone does not get the user name.
  const reconnect = session.reconnects
    ? await reconnectOf({ db, secrets, log }, session, { isAllowed: !phone, starts })
    : null;
  const seen = phone ? seenOnPhone(session, phone) : session;
  const view = { ...toLinkSession(seen, team, secrets), reconnect };
  const now = clock.now();
  if (phone) {
    const handoff = { ...toHandoff(phone, session, now), id: phoneSessionId(phone) };
    const { origin, provider } = phone;
    const number = handoff.needs_number ? numberOf(secrets, phone) : null;
    const limited = { ...view, can_extend: false, can_hand_off: false, allowed_origins: null };
    return { ...shownOnPhone(limited, phone), handoff: { ...handoff, origin, provider, number } };
  }
  const isMine = consumedProblem({ session, byBrowser }) === undefined;
  // Most links are never handed over.
  const handoff =
    session.handoffs === 0
      ? undefined
      : await db
          .selectFrom('link_handoff')
          .selectAll()
          .where('session_id', '=', session.id)
          .executeTakeFirst();
  return {
    ...view,
    multiple: mayGoOn(session, now),
    manage: session.manage,
    connections: await shownConnections(db, session),
    can_extend: byBrowser && canBeExtended(session),
    can_hand_off: isMine && !session.without_handoff && usageProblem(session, now) === undefined,
    handoff: handoff ? toHandoff(handoff, session, now) : null,
    ...(isMine && handoff && confirmCodeOf(session, handoff, secrets)),
  };
}

/**
 * The code of the phone's connection, for the page that handed the link over. Set until the connection is confirmed, and only if
 * the phone made the latest try.
 */
const confirmCodeOf = ({ state, attempt }: LinkSessionRow, handoff: HandoffRow, secrets: Secrets) =>
  state === 'pending_confirmation' &&
  handoff.attempt === attempt &&
  handoff.confirm_code && { confirm_code: secrets.open('handoff-confirm', handoff.id, handoff.confirm_code) };

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
    consent: agreedIn(row),
    expires_at: row.expires_at.toISOString(),
    app_name: row.app_name,
    user_label: row.user_label,
    allowed_origins: row.allowed_origins === null ? null : [...row.allowed_origins],
    terms_url: team.terms_url,
    privacy_url: team.privacy_url,
    brand: toBrand(team.brand),
  };
}

/** The person's consent, once the provider has accepted the sign-in. */
const agreedIn = (row: Pick<LinkSessionRow, 'state' | 'consent'>): Consent | null =>
  hasConnected(row) ? consentOf(row.consent) : null;

/** Lists each field by name, because jsonb has its own key order and may contain more than may be shown. */
const toBrand = (brand: Brand | null): LinkSession['brand'] =>
  brand && { name: brand.name, color: brand.color, logo: brand.logo };

/** The state of a session, for the team's server. */
export const toSessionReport = async (db: Db, row: LinkSessionRow): Promise<SessionReport> => ({
  link_session_id: row.id,
  state: row.state,
  user_id: row.user_id,
  provider: row.provider,
  connected: row.state === 'success',
  provider_id: row.state === 'success' ? row.provider_account : null,
  error_type: row.error_type,
  redirect_url: row.redirect_url,
  consent: agreedIn(row),
  created_on: row.created_on.toISOString(),
  expires_at: row.expires_at.toISOString(),
  connections: await reportedConnections(db, row),
});

/** The fields of a link result that do not come from the session. */
export type ResultOutcome =
  | { readonly state: 'success'; readonly account: string }
  /** `confirmCode` is null if another page gets it. */
  | { readonly state: 'unconfirmed'; readonly confirmCode: string | null }
  | { readonly state: 'pending_provider_mfa'; readonly mfa: ProviderMfa }
  | { readonly state: 'error'; readonly errorType: string; readonly error: string };

/** A link result (spec 2.12). Every field is present, null if it has no value. */
export function toLinkResult(
  provider: string,
  session: Pick<LinkSessionRow, 'id' | 'redirect_url' | 'attempt' | 'consent'> | undefined,
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
    attempt: session?.attempt ?? null,
    error_type: state === 'error' ? outcome.errorType : null,
    error: state === 'error' ? outcome.error : null,
    consent: state === 'success' || state === 'unconfirmed' ? consentOf(session?.consent ?? null) : null,
    ...(state === 'pending_provider_mfa' && { provider_mfa: outcome.mfa }),
    ...(state === 'unconfirmed' && outcome.confirmCode !== null && { confirm_code: outcome.confirmCode }),
  };
}

/** The link result for a bad link token at the password endpoints. */
export const toTokenResult = (
  provider: string,
  session: LinkSessionRow | undefined,
  problem: TokenProblem,
): LinkResult =>
  toLinkResult(provider, session, { state: 'error', errorType: problem, error: tokenProblemText[problem] });
