import { transact } from '../../db/index.js';
import type { ProviderEntry } from '../../providers/index.js';
import { completeConnection, failAttempt, type AttemptEnd } from '../complete.js';
import { type Sharing, sharedIn } from '../consent.js';
import type { LinkSessionRow } from '../session-row.js';
import type { AttemptRow, OauthDeps } from './attempts.js';
import { type Allowed, LinkFailed } from './client.js';
import { splitScopes } from './scopes.js';

/** Ends an attempt: with the tokens and scopes that `obtain` returns, or with the error that `obtain` rejects with. */
export async function settle(
  deps: OauthDeps,
  provider: ProviderEntry,
  {
    attempt: { session_id, attempt },
    session,
  }: {
    readonly attempt: AttemptRow;
    readonly session: Pick<LinkSessionRow, 'required_resources'> & Sharing;
  },
  obtain: () => Promise<Allowed>,
): Promise<AttemptEnd> {
  const fail = (errorType: string): Promise<AttemptEnd> =>
    transact(deps.db, (tx) => failAttempt(tx, deps, session_id, attempt, errorType));
  try {
    const { account, credentials, tokens, application, scopes } = await obtain();
    const { granted, denied, enough } = splitScopes(provider, scopes, {
      shared: await sharedIn(deps.db, session),
      needed: session.required_resources ?? [],
    });
    if (!enough) return await fail('required_scopes_not_granted');
    return await transact(deps.db, (tx) =>
      completeConnection(tx, deps, session_id, attempt, {
        provider: provider.slug,
        account,
        credentials,
        ...(tokens && { tokens, scopes: scopes ?? granted }),
        granted,
        denied,
        application,
      }),
    );
  } catch (error) {
    if (!(error instanceof LinkFailed)) throw error;
    const level = error.isOurs ? 'error' : 'warn';
    deps.log[level]({ err: error, provider: provider.slug }, 'a provider gave no tokens');
    return fail(error.errorType);
  }
}
