// Tokens that were got for a code and have no account yet. The code is used up, so they are kept for a while: if the provider cannot
// name the account now it is asked again, rather than the person.
import { sql } from 'kysely';
import type { Secrets } from '../crypto/index.js';
import type { Db } from '../db/index.js';
import type { AtProvider } from './at-provider.js';
import type { Redeemed } from './exchange-code.js';

/** Who has allowed something in a session: nobody else goes on with it. Plain JSON. */
export interface Holder {
  /** The hash of the browser's secret. */
  readonly browser: string;
  /** Which phone the link was handed over to, if that is where it was allowed. */
  readonly handoff: string | null;
}

/** What is sealed. An earlier version stored no holder. */
export type Held = Redeemed & { readonly by?: Holder };

export const sealHeld = (secrets: Secrets, sessionId: string, held: Held): Uint8Array =>
  secrets.seal('unnamed-grant', sessionId, JSON.stringify(held));

/** What is kept, as it was when it was read or stored. */
export interface Kept {
  readonly redeemed: Redeemed;
  /** The same as it is stored: a later sign-in of the session takes its place. */
  readonly stored: Uint8Array;
}

/** Keeps what the code of a session was redeemed for, for 10 minutes. */
export async function keepUnnamed(
  db: Db,
  secrets: Secrets,
  sessionId: string,
  { adapter, application }: Pick<AtProvider, 'adapter' | 'application'>,
  redeemed: Redeemed,
  by: Holder,
): Promise<Kept> {
  const stored = sealHeld(secrets, sessionId, { ...redeemed, by });
  const values = {
    application: application.id ?? '',
    redeemed: stored,
    expires_at: sql<Date>`now() + interval '10 minutes'`,
  };
  await db
    .insertInto('unnamed_grant')
    .values({ session_id: sessionId, provider: adapter.slug, ...values })
    .onConflict((conflict) => conflict.columns(['session_id', 'provider']).doUpdateSet(values))
    .execute();
  return { redeemed, stored };
}

export const openHeld = (
  secrets: Secrets,
  { session_id, redeemed }: { readonly session_id: string; readonly redeemed: Uint8Array },
): Held =>
  // Sealed by `sealHeld` alone.
  JSON.parse(secrets.open('unnamed-grant', session_id, redeemed)) as Held;

/**
 * What is kept for a session and a holder, of this application: another one cannot renew it. `of-others` if another browser or phone
 * has allowed it.
 */
export async function findUnnamed(
  db: Db,
  secrets: Secrets,
  sessionId: string,
  { adapter, application }: Pick<AtProvider, 'adapter' | 'application'>,
  holder: Holder,
): Promise<Kept | 'of-others' | undefined> {
  const row = await db
    .selectFrom('unnamed_grant')
    .select(['session_id', 'redeemed'])
    .where('session_id', '=', sessionId)
    .where('provider', '=', adapter.slug)
    .where('application', '=', application.id ?? '')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!row) return undefined;
  const { by, ...redeemed } = openHeld(secrets, row);
  const isTheirs = by?.browser === holder.browser && by.handoff === holder.handoff;
  return isTheirs ? { redeemed, stored: row.redeemed } : 'of-others';
}

/** Lets nobody come back for what is kept for a session, at one provider or at all: it is to be ended there. */
export const giveUpUnnamed = (
  db: Pick<Db, 'updateTable'>,
  sessionId: string,
  provider?: string,
): Promise<unknown> =>
  db
    .updateTable('unnamed_grant')
    .set({ expires_at: sql<Date>`now()` })
    .where('session_id', '=', sessionId)
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? ''))
    // For how long the provider is asked counts from the first time on.
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();

/**
 * Forgets what is kept for a session, now that its account is known. Answers whether it was there: what has taken its place meanwhile is
 * somebody's other tokens, and stays.
 */
export async function forgetUnnamed(
  db: Pick<Db, 'deleteFrom'>,
  sessionId: string,
  provider: string,
  { stored }: Pick<Kept, 'stored'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('unnamed_grant')
    .where('session_id', '=', sessionId)
    .where('provider', '=', provider)
    .where('redeemed', '=', stored)
    .executeTakeFirst();
  return numDeletedRows > 0;
}
