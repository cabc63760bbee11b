import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { after } from '../work/index.js';
import { rowsOf, transact, type Tx } from '../db/index.js';
import { hash, isHashOf, mint } from '../crypto/index.js';
import type { ProviderEntry } from '../providers/index.js';
import type { AuthorizationRequest } from './authorization-request.js';
import type { SandboxDeps } from './clients.js';

/** In seconds. */
const codeLifetime = 60;
const accessLifetime = 3600;

export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly scopes: readonly string[];
  readonly account: string;
}

interface Holder {
  readonly provider: string;
  readonly client_id: string;
  readonly scopes: readonly string[];
  readonly account: string;
  readonly grant_id: string;
}

/** Stores what a person has granted. Returns the code, which works once within a minute. */
export async function grantCode(
  deps: SandboxDeps,
  provider: ProviderEntry,
  request: AuthorizationRequest,
  granted: { readonly account: string; readonly scopes: readonly string[] },
): Promise<string> {
  const code = mint('');
  await deps.db
    .insertInto('sandbox_grant')
    .values({
      id: randomUUID(),
      provider: provider.slug,
      code_hash: hash(code),
      client_id: request.client.id,
      redirect_uri: request.redirectUri,
      code_challenge: request.codeChallenge,
      scopes: JSON.stringify(granted.scopes),
      account: granted.account,
      created_on: deps.clock.now(),
      used_on: null,
    })
    .execute();
  return code;
}

/**
 * Redeems a code. Null if it is not valid: it is unknown, belongs to another client or address, is too old, has a wrong
 * verifier, or was used before (then its tokens are revoked, RFC 9700 4.5.3).
 */
export async function redeemCode(
  deps: SandboxDeps,
  provider: ProviderEntry,
  by: {
    readonly clientId: string;
    readonly code: string;
    readonly redirectUri: string;
    readonly verifier: string;
  },
): Promise<IssuedTokens | null> {
  const now = deps.clock.now();
  return transact(deps.db, async (tx) => {
    const grant = await tx
      .selectFrom('sandbox_grant')
      .selectAll()
      .where('code_hash', '=', hash(by.code))
      .where('provider', '=', provider.slug)
      .forUpdate()
      .executeTakeFirst();
    if (!grant || grant.client_id !== by.clientId || grant.redirect_uri !== by.redirectUri) return null;
    if (grant.used_on) {
      await revoke(tx, grant.id, now);
      return null;
    }
    await tx.updateTable('sandbox_grant').set({ used_on: now }).where('id', '=', grant.id).execute();
    if (now > after(grant.created_on, codeLifetime)) return null;
    if (!isHashOf(by.verifier, Buffer.from(grant.code_challenge ?? '', 'base64url'))) return null;
    return issue(tx, { ...grant, grant_id: grant.id }, now);
  });
}

/** Exchanges a refresh token for a new pair of tokens. Using a refresh token twice ends the whole grant. */
export async function refresh(
  deps: SandboxDeps,
  provider: ProviderEntry,
  by: { readonly clientId: string; readonly refreshToken: string },
): Promise<IssuedTokens | null> {
  const now = deps.clock.now();
  return transact(deps.db, async (tx) => {
    const token = await tx
      .selectFrom('sandbox_token')
      .selectAll()
      .where('hash', '=', hash(by.refreshToken))
      .where('kind', '=', 'refresh')
      .where('provider', '=', provider.slug)
      .forUpdate()
      .executeTakeFirst();
    if (!token?.grant_id || token.client_id !== by.clientId) return null;
    const holder = { ...token, grant_id: token.grant_id };
    if (token.used_on) {
      await revoke(tx, holder.grant_id, now);
      return null;
    }
    await tx.updateTable('sandbox_token').set({ used_on: now }).where('id', '=', token.id).execute();
    return issue(tx, holder, now);
  });
}

async function revoke(tx: Tx, grantId: string, now: Date): Promise<void> {
  await tx
    .updateTable('sandbox_token')
    .set({ used_on: now })
    .where('grant_id', '=', grantId)
    .where('used_on', 'is', null)
    .execute();
}

async function issue(tx: Tx, holder: Holder, now: Date): Promise<IssuedTokens> {
  const accessToken = mint('');
  const refreshToken = mint('');
  const row = (kind: 'access' | 'refresh', token: string, expires: Date | null) => ({
    id: randomUUID(),
    grant_id: holder.grant_id,
    provider: holder.provider,
    client_id: holder.client_id,
    kind,
    hash: hash(token),
    scopes: JSON.stringify(holder.scopes),
    account: holder.account,
    created_on: now,
    expires_at: expires,
    used_on: null,
  });
  await tx
    .insertInto('sandbox_token')
    .values([row('access', accessToken, after(now, accessLifetime)), row('refresh', refreshToken, null)])
    .execute();
  return {
    accessToken,
    refreshToken,
    expiresIn: accessLifetime,
    scopes: holder.scopes,
    account: holder.account,
  };
}

/**
 * Deletes the codes and tokens of accounts whose connections were deleted in this transaction, unless other connections use
 * the accounts.
 */
export async function forgetAccounts(
  tx: Tx,
  ended: readonly { readonly provider: string; readonly provider_account: string }[],
): Promise<void> {
  if (ended.length === 0) return;
  const accounts = rowsOf(
    ended.map(({ provider, provider_account }) => ({ provider, provider_account })),
    { provider: 'text', provider_account: 'text' },
  );
  for (const table of ['sandbox_token', 'sandbox_grant'])
    await sql`delete from ${sql.table(table)} as issued using ${accounts}
      where issued.provider = given.provider and issued.account = given.provider_account and not exists (
        select from connection
        where connection.provider = given.provider and connection.provider_account = given.provider_account
      )`.execute(tx);
}

/** How long a used code or token is kept, in seconds, so that a second use is noticed. */
const remembered = 30 * 86_400;

/** How many rows one transaction deletes, so that it stays short. */
const mostAtOnce = 5000;

/** Deletes tokens that expired long ago, and grants without tokens. Returns whether there may be more. */
export async function pruneGrants(tx: Tx, now: Date): Promise<boolean> {
  const long = after(now, -remembered);
  const oldTokens = tx
    .selectFrom('sandbox_token')
    .select('id')
    .where((eb) => eb.or([eb('expires_at', '<=', long), eb('used_on', '<=', long)]))
    .limit(mostAtOnce);
  const tokens = await tx.deleteFrom('sandbox_token').where('id', 'in', oldTokens).executeTakeFirstOrThrow();
  const withoutTokens = tx
    .selectFrom('sandbox_grant')
    .select('id')
    .where('created_on', '<=', long)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sandbox_token')
            .select('sandbox_token.id')
            .whereRef('sandbox_token.grant_id', '=', 'sandbox_grant.id'),
        ),
      ),
    )
    .limit(mostAtOnce);
  const grants = await tx
    .deleteFrom('sandbox_grant')
    .where('id', 'in', withoutTokens)
    .executeTakeFirstOrThrow();
  return Number(tokens.numDeletedRows) === mostAtOnce || Number(grants.numDeletedRows) === mostAtOnce;
}
