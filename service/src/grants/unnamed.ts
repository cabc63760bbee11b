// Tokens whose account the provider could not name yet. The code is used up, so they are kept for a while and the provider is asked
// again, rather than the person.
import { sql } from 'kysely';
import type { Secrets } from '../crypto/index.js';
import { type Db, repeat } from '../db/index.js';
import type { Redeemed } from './exchange-code.js';

/** Keeps what the code of a session was redeemed for, for 10 minutes. */
export async function keepUnnamed(
  db: Db,
  secrets: Secrets,
  sessionId: string,
  provider: string,
  redeemed: Redeemed,
): Promise<void> {
  const values = {
    provider,
    redeemed: secrets.seal('unnamed-grant', sessionId, JSON.stringify(redeemed)),
    expires_at: sql<Date>`now() + interval '10 minutes'`,
  };
  await repeat(() =>
    db
      .insertInto('unnamed_grant')
      .values({ session_id: sessionId, ...values })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
      .execute(),
  );
}

/** What is kept for a session and provider. */
export async function findUnnamed(
  db: Db,
  secrets: Secrets,
  sessionId: string,
  provider: string,
): Promise<Redeemed | undefined> {
  const row = await db
    .selectFrom('unnamed_grant')
    .select('redeemed')
    .where('session_id', '=', sessionId)
    .where('provider', '=', provider)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  // Sealed by `keepUnnamed` alone.
  return row && (JSON.parse(secrets.open('unnamed-grant', sessionId, row.redeemed)) as Redeemed);
}

/** Forgets what is kept for a session, whose connection is stored now. */
export const forgetUnnamed = (db: Pick<Db, 'deleteFrom'>, sessionId: string): Promise<unknown> =>
  db.deleteFrom('unnamed_grant').where('session_id', '=', sessionId).execute();

export const pruneUnnamed = (db: Pick<Db, 'deleteFrom'>): Promise<unknown> =>
  db
    .deleteFrom('unnamed_grant')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
