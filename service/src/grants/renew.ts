// Renews the tokens of a grant. Only the process that holds the lease asks the provider.
// It stores the new tokens before it uses them, because the old ones may be used up.
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { ofLiveTeam } from '../accounts/index.js';
import type { TokenAnswer } from '../adapters/index.js';
import { type Db, storeSurely, storeWithin } from '../db/index.js';
import type { Deps } from '../deps.js';
import { later, laterIn, NoAnswer, ProviderFailure, tokenBounds } from '../provider-http/index.js';
import { type AtAnyProvider, type AtProvider, isAtOauth } from './at-provider.js';
import { storeEnded } from './expected.js';
import type { GrantRow } from './grant-row.js';
import type { MarkDeps } from './mark-dead.js';
import { renewSession } from './password-session.js';
import { type Evidence, judgePassword, recordRefusal, type Refusal } from './refusals.js';
import { askServers } from './servers.js';
import { requestTokens, TokensRefused } from './token-request.js';
import { openTokens, sealTokens, type Tokens, tokensOf } from './tokens.js';

export type RenewDeps = MarkDeps & Pick<Deps, 'db' | 'activity' | 'stopping'>;

/** The most requests that a renewal sends: one to each of two servers, and one more to each if an answer was lost. */
const mostRequests = 4;
/** How long the last try to store tokens may take, in milliseconds. */
const lastTry = 15_000;
/**
 * How long one process holds a renewal, in seconds: the longest time to ask, plus the longest time to store the answer.
 * With a shorter lease, another process would ask with the old tokens while the new ones are on their way.
 */
const leaseSeconds = (mostRequests * tokenBounds.milliseconds + storeWithin + lastTry) / 1000;

/**
 * Claims the renewal of a version of the credentials. Undefined if another process has it, if the version is out
 * of date, or if no connection reads with the grant: paused connections keep their tokens as they are (spec 4.4).
 */
export const claimRenewal = (db: Db, id: string, version: number): Promise<GrantRow | undefined> =>
  db
    .updateTable('provider_grant')
    .set({ lease: randomUUID(), lease_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'live')
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<', sql<Date>`now()`)]))
    .where((row) => row.exists(usingConnections(db, id)))
    .returningAll()
    .executeTakeFirst();

/** The connections for which a grant is kept alive. */
export const usingConnections = (db: Db, id: string) =>
  db
    .selectFrom('connection')
    .select('id')
    .where('grant_id', '=', id)
    .where('status', '=', 'connected')
    .where(ofLiveTeam);

/**
 * Renews the credentials that this process has claimed. Undefined if another process has replaced them meanwhile, or if the
 * grant was let go. `isForced`: the provider has refused the access token before it expired. Rejects with
 * `ProviderFailure`.
 */
export async function renew(
  deps: RenewDeps,
  at: AtAnyProvider,
  claimed: GrantRow,
  isForced: boolean,
): Promise<Tokens | undefined> {
  if (claimed.suspected_on !== null && isByPassword(at)) {
    const judged = await judgePassword(deps.db, deps, claimed);
    if (judged) return refusedBy(judged);
  }
  const tokens = openTokens(deps.secrets, claimed);
  let renewed: Tokens;
  try {
    renewed = isAtOauth(at)
      ? (await refresh(at, tokens, deps.stopping)).tokens
      : await renewSession(at, claimed.account, tokens);
  } catch (error) {
    return await failed(deps, at, claimed, error);
  }
  if (!(await storeRenewed(deps, claimed, renewed, isForced))) {
    // The grant was let go meanwhile. It will be ended with the earlier tokens, which may be used up, so the new ones are
    // stored there. A password's session leaves nothing to end.
    if (isAtOauth(at)) await storeEnded(deps.db, deps.secrets, claimed, renewed);
    return undefined;
  }
  deps.activity.count(claimed, 'renewed');
  return renewed;
}

interface Refreshed {
  readonly token: TokenAnswer;
  readonly tokens: Tokens;
}

/**
 * Redeems the refresh token at the provider (RFC 6749 6). This request is never cut off, because its answer would be lost.
 * A process that is `stopping` sends no second request.
 */
export async function refresh(
  at: AtProvider,
  tokens: Pick<Tokens, 'refreshToken' | 'isNewer'>,
  stopping: AbortSignal,
): Promise<Refreshed> {
  const { refreshToken } = tokens;
  if (refreshToken === null) throw new TokensRefused('there is no refresh token', 'dead');
  const { signIn } = at.adapter;
  const { token, isNewer } = await askServers(
    at,
    tokens.isNewer ? ['newer'] : ['usual', 'newer'],
    ({ refresh: url, token }) => refreshAt(at, url ?? token, refreshToken, stopping),
  );
  return { token, tokens: { ...tokensOf(token, signIn, refreshToken), ...(isNewer && { isNewer }) } };
}

/** Whether new tokens can be obtained without the person. */
export const isRenewable = ({ adapter }: AtProvider, { refreshToken }: Tokens): boolean =>
  refreshToken !== null && adapter.signIn.refresh !== null;

/**
 * The same as `refresh`, for tokens that no connection has. Undefined if
 * the provider says that they have ended. Rejects with `ProviderFailure`.
 */
export async function refreshUnlessEnded(
  at: AtProvider,
  tokens: Tokens,
  stopping: AbortSignal,
): Promise<Refreshed | undefined> {
  try {
    return await refresh(at, tokens, stopping);
  } catch (error) {
    if (error instanceof TokensRefused && error.verdict === 'dead') return undefined;
    throw failureOf(error);
  }
}

async function refreshAt(
  { adapter: { signIn }, application, network }: AtProvider,
  url: string,
  refreshToken: string,
  stopping: AbortSignal,
): Promise<TokenAnswer> {
  const { clientId, clientSecret } = application;
  const client = { clientId, clientSecret, url };
  const ask = () => requestTokens(network, signIn, client, 'refresh', { refresh_token: refreshToken });
  try {
    return await ask();
  } catch (error) {
    // The answer was lost, and the provider may have used up the token. Some providers give the same answer once more.
    const mayBeLost = error instanceof NoAnswer && error.sent && signIn.refresh?.rotates === true;
    if (!mayBeLost || stopping.aborted) throw error;
    return ask();
  }
}

async function failed(
  deps: RenewDeps,
  at: AtAnyProvider,
  claimed: GrantRow,
  error: unknown,
): Promise<undefined> {
  const evidence = evidenceOf(at, error);
  if (evidence) {
    const refusal = await recordRefusal(deps.db, deps, claimed, evidence);
    if (refusal !== 'replaced') deps.activity.count(claimed, 'refused');
    return refusedBy(refusal);
  }
  deps.activity.count(claimed, 'failed');
  await release(deps.db, claimed);
  throw failureOf(error);
}

/**
 * The failure to report if tokens were not renewed for a reason that says nothing about the grant. Our own mistakes are
 * returned as they are.
 */
function failureOf(error: unknown): unknown {
  if (error instanceof NoAnswer) return later(`The access could not be renewed: ${error.reason}.`);
  if (!(error instanceof TokensRefused)) return error;
  if (error.verdict === 'application') return applicationRefused();
  return later('The access could not be renewed.', error.retryAt);
}

function refusedBy(refusal: Refusal): undefined {
  if (refusal === 'replaced') return undefined;
  if (refusal === 'dead') throw reconnect();
  throw laterIn(refusal.againIn, 'The provider refuses to renew the access.', 'provider_credential_error');
}

/** Whether access is renewed with the password that the person typed. */
export const isByPassword = (at: AtAnyProvider): boolean =>
  !isAtOauth(at) && at.adapter.signIn.renewal.by === 'password';

function evidenceOf(at: AtAnyProvider, error: unknown): Evidence | undefined {
  if (!isAtOauth(at) && error instanceof ProviderFailure && error.failure.kind === 'token')
    return isByPassword(at) ? 'password' : 'dead';
  if (!(error instanceof TokensRefused)) return undefined;
  return error.verdict === 'dead' || error.verdict === 'suspicious' ? error.verdict : undefined;
}

export const reconnect = (): ProviderFailure =>
  new ProviderFailure({
    kind: 'reconnect',
    errorType: 'reconnect_required',
    message: 'The person has to link the provider again.',
  });

export const applicationRefused = (): ProviderFailure =>
  new ProviderFailure({
    kind: 'application',
    errorType: 'provider_api_error',
    message: 'The provider refuses the application.',
  });

const release = (db: Db, { id, lease }: GrantRow): Promise<unknown> =>
  db
    .updateTable('provider_grant')
    .set({ lease: null, lease_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();

/**
 * Stores new tokens, even if the lease has ended meanwhile: the old ones may be used up.
 * Returns false if another process has replaced the credentials, or if the grant was let go.
 */
async function storeRenewed(
  { db, secrets }: RenewDeps,
  { id, version }: GrantRow,
  tokens: Tokens,
  isForced: boolean,
): Promise<boolean> {
  const stored = await storeSurely(() =>
    db
      .updateTable('provider_grant')
      .set({
        ...sealTokens(secrets, id, tokens),
        version: version + 1,
        lease: null,
        lease_until: null,
        renewed_on: sql<Date>`now()`,
        // After the provider refused an access token early, only data proves that the new token is better.
        ...(!isForced && { suspected_on: null, refused_on: null }),
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst(),
  );
  return stored !== undefined;
}
