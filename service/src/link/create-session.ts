import { randomUUID } from 'node:crypto';
import type { LinkTokenRequest } from 'svc-link/contract';
import { findUser } from '../accounts/index.js';
import { hash, mint } from '../crypto/index.js';
import { afterCommit, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { broken } from '../http/index.js';
import { linkTokens } from '../metrics/index.js';
import { after } from '../work/index.js';
import { tokenSeconds } from './sessions.js';

/** Stores a checked link session and returns its tokens. Throws 404 if the user, or the connection to renew, does not exist. */
export async function createSession(
  { clock, publicUrl }: Pick<Deps, 'clock' | 'publicUrl'>,
  tx: Tx,
  teamId: string,
  request: LinkTokenRequest,
) {
  const token = mint('lt_');
  const reconnect = request.reconnect ?? null;
  // A page with the token sees the user name to sign in with. A person who finds the address somewhere must not see it.
  const addressToken = reconnect === null ? token : mint('lt_');
  const now = clock.now();
  const user = await findUser(tx, teamId, request.user_id.toLowerCase(), true);
  if (reconnect !== null) await requireConnection(tx, user.id, reconnect);
  const only = reconnect ?? request.provider ?? null;
  const session = await tx
    .insertInto('link_session')
    .values({
      id: randomUUID(),
      team_id: teamId,
      user_id: user.id,
      token_hash: hash(token),
      ...(addressToken !== token && { address_hash: hash(addressToken) }),
      state: 'created',
      provider: only,
      only_provider: only,
      reconnects: reconnect !== null,
      filter: listOrNull(request.filter_on_providers),
      redirect_url: request.redirect_url ?? null,
      on_error: request.on_error ?? null,
      on_close: request.on_close ?? null,
      allowed_origins: listOrNull(request.allowed_origins),
      app_name: request.app_name ?? null,
      user_label: request.user_label ?? null,
      confirm: request.confirm ?? null,
      without_handoff: request.handoff === false,
      reject_duplicate: request.reject_duplicate_connection ?? false,
      multiple: request.multiple ?? false,
      manage: request.manage ?? false,
      finished_on: null,
      required_resources: listOrNull(request.required_resources),
      error_type: null,
      provider_account: null,
      challenge: null,
      challenge_expires_at: null,
      pending_connection: null,
      confirm_hash: null,
      confirm_expires_at: null,
      browser_hash: null,
      created_on: now,
      started_on: null,
      expires_at: after(now, tokenSeconds),
      ended_on: null,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
  afterCommit(() => linkTokens.inc());

  return {
    link_token: token,
    // In the fragment, so that it reaches no server log and no Referer.
    link_web_url: `${publicUrl}/link/#link_token=${addressToken}`,
    link_session_id: session.id,
    expires_at: session.expires_at.toISOString(),
  };
}

async function requireConnection(tx: Tx, userId: string, provider: string): Promise<void> {
  const connected = await tx
    .selectFrom('connection')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (!connected) throw broken(404, 'not_connected', 'The user has no connection with this provider.');
}

/** An empty list means no restriction, the same as no list. */
const listOrNull = (list: readonly string[] | null | undefined): string | null =>
  list && list.length > 0 ? JSON.stringify([...new Set(list)]) : null;
