import type { LinkSession } from 'svc-link/contract';
import * as z from 'zod/mini';
import { createOpener } from '../crypto/index.js';
import type { Deps } from '../deps.js';
import type { LinkSessionRow } from './session-row.js';
import { isConsumed } from './sessions.js';

/** Where nobody is to be told. */
const quiet = { error: () => undefined };

/** The stored credentials of a password provider's connection. Other connections have no user name. */
const Credentials = z.looseObject({ username: z.string(), region: z.optional(z.nullable(z.string())) });

/**
 * The connection that a session renews, as far as its widget needs it. A page that the team gave the token to sees the user name.
 * A browser that came by the address of the link does not, because the address may reach anybody. `isAllowed` is false if the
 * user name must be left out for another reason. `starts`: logs if the user name cannot be read. Widgets ask again every few
 * seconds, and the log has to name it once.
 */
export async function reconnectOf(
  { db, secrets, log }: Pick<Deps, 'db' | 'secrets' | 'log'>,
  session: LinkSessionRow,
  { isAllowed, starts }: { readonly isAllowed: boolean; readonly starts: boolean },
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
      ? // Whoever connects anew needs what cannot be read least of all.
        createOpener({ log: starts ? log : quiet }).opened('connection', connection.id, () =>
          Credentials.safeParse(
            JSON.parse(secrets.open('connection', connection.id, connection.credentials)),
          ),
        )
      : undefined;
  const { username = null, region = null } = known?.data ?? {};
  return { username, region, broken: connection?.status === 'error' };
}
