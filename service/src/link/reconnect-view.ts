import type { LinkSession } from 'svc-link/contract';
import * as z from 'zod/mini';
import type { Deps } from '../deps.js';
import type { LinkSessionRow } from './session-row.js';
import { isConsumed } from './sessions.js';

/** What a password provider's connection stores; others have no user name. */
const Credentials = z.looseObject({ username: z.string(), region: z.optional(z.nullable(z.string())) });

/**
 * The connection that a session renews, as far as its widget needs it. The user name is told to pages that the team gave the token
 * to, and never to a browser that came by the address of the link: an address may reach anybody. `isAllowed`: whether nothing
 * else speaks against it.
 */
export async function reconnectOf(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  session: LinkSessionRow,
  isAllowed: boolean,
): Promise<LinkSession['reconnect']> {
  const connection = await db
    .selectFrom('connection')
    .select(['id', 'status', 'credentials'])
    .where('user_id', '=', session.user_id)
    .where('provider', '=', session.only_provider)
    .executeTakeFirst();
  const mayTell = isAllowed && session.started_via !== 'link' && !isConsumed(session);
  const known =
    connection && mayTell
      ? Credentials.safeParse(JSON.parse(secrets.open('connection', connection.id, connection.credentials)))
      : undefined;
  const { username = null, region = null } = known?.data ?? {};
  return { username, region, broken: connection?.status === 'error' };
}
