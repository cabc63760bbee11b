// Earlier versions named the accounts of password providers by our user's id. The migration has listed those connections.
import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { type Db, type Tables, transact, type Tx } from '../db/index.js';
import { opaqueAccount } from '../connections/index.js';
import { accountBehind, findProvider } from '../providers/index.js';
import type { Secrets } from '../crypto/index.js';

const mostAtOnce = 200;

type Unnamed = Pick<
  Selectable<Tables['connection']>,
  'id' | 'team_id' | 'user_id' | 'provider' | 'provider_account' | 'credentials'
>;

/** Names these accounts like those of new links. Runs before the first request, so that duplicates are recognized. */
export async function nameOldAccounts(db: Db, secrets: Secrets, log: Pick<Logger, 'error'>): Promise<void> {
  while ((await transact(db, (tx) => nameSome(tx, secrets, log))) === mostAtOnce);
}

async function nameSome(tx: Tx, secrets: Secrets, log: Pick<Logger, 'error'>): Promise<number> {
  const rows = await tx
    .selectFrom('unnamed_account')
    .innerJoin('connection', 'connection.id', 'unnamed_account.connection_id')
    .select(['id', 'team_id', 'user_id', 'provider', 'provider_account', 'credentials'])
    .orderBy('id')
    .limit(mostAtOnce)
    // If several processes start at the same time, the second one finds nothing left.
    .forUpdate()
    .execute();
  for (const row of rows) {
    // An OAuth connection keeps the provider's id, whatever it looks like.
    const username =
      findProvider(row.provider)?.authType === 'password' ? usernameOf(secrets, row, log) : null;
    if (username !== null) await rename(tx, secrets, row, username);
    await tx.deleteFrom('unnamed_account').where('connection_id', '=', row.id).execute();
  }
  return rows.length;
}

const Credentials = z.looseObject({ username: z.string() });

/**
 * The user name; null if the row does not contain one. The account then keeps its old name, and the service starts anyway.
 */
function usernameOf(
  secrets: Secrets,
  { id, credentials }: Unnamed,
  log: Pick<Logger, 'error'>,
): string | null {
  try {
    return Credentials.parse(JSON.parse(secrets.open('connection', id, credentials))).username;
  } catch (err) {
    log.error({ err, connection_id: id }, 'the credentials of a connection cannot be read');
    return null;
  }
}

async function rename(tx: Tx, secrets: Secrets, row: Unnamed, username: string): Promise<void> {
  const { id, team_id, user_id, provider, provider_account } = row;
  const account = opaqueAccount(secrets, team_id, provider, accountBehind(username, user_id));
  await tx.updateTable('connection').set({ provider_account: account }).where('id', '=', id).execute();
  await tx
    .updateTable('link_session')
    .set({ provider_account: account })
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .where('provider_account', '=', provider_account)
    .execute();
}
