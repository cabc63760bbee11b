// Tokens that were got for a code and have no account yet. The code is used up, so they are kept for a while: if the provider cannot
// name the account now it is asked again, rather than the person.
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Secrets } from '../crypto/index.js';
import { type Db, storeSurely, type Tx } from '../db/index.js';
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
  readonly id: string;
  readonly redeemed: Redeemed;
  /** The same as it is stored: what it is renewed for takes its place. */
  readonly stored: Uint8Array;
}

/**
 * Takes over what a process of the version before has kept, which has one for each session and provider. With the version after this one
 * that table goes.
 */
export const takeOver = (db: Db | Tx, which: RawBuilder<boolean>): Promise<unknown> =>
  sql`with taken as (delete from unnamed_grant where ${which} returning *)
    insert into unnamed_tokens (id, session_id, provider, application, redeemed, expires_at, next_look)
    select gen_random_uuid(), session_id, provider, application, redeemed, expires_at, now() from taken`.execute(
    db,
  );

/**
 * Keeps what the code of a session was redeemed for, for 10 minutes. Nobody comes back for what an earlier sign-in of the session with the
 * provider has brought: that is to be ended there.
 */
export async function keepUnnamed(
  db: Db,
  secrets: Secrets,
  sessionId: string,
  { adapter, application }: Pick<AtProvider, 'adapter' | 'application'>,
  redeemed: Redeemed,
  by: Holder,
): Promise<Kept> {
  const id = randomUUID();
  const stored = sealHeld(secrets, sessionId, { ...redeemed, by });
  // The code is used up: what it brought is not to be lost with this process.
  await storeSurely(async () => {
    await takeOver(db, sql`session_id = ${sessionId} and provider = ${adapter.slug}`);
    await db
      .with('earlier', (from) =>
        from
          .updateTable('unnamed_tokens')
          .set({ expires_at: sql<Date>`now()` })
          .where('session_id', '=', sessionId)
          .where('provider', '=', adapter.slug)
          .where('id', '!=', id)
          .where('expires_at', '>', sql<Date>`now()`),
      )
      .insertInto('unnamed_tokens')
      .values({
        ...{ id, session_id: sessionId, provider: adapter.slug, application: application.id ?? '' },
        redeemed: stored,
        expires_at: sql<Date>`now() + interval '10 minutes'`,
        next_look: sql<Date>`now()`,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  });
  return { id, redeemed, stored };
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
  await takeOver(db, sql`session_id = ${sessionId} and expires_at > now()`);
  const row = await db
    .selectFrom('unnamed_tokens')
    .select(['id', 'session_id', 'redeemed'])
    .where('session_id', '=', sessionId)
    .where('provider', '=', adapter.slug)
    .where('application', '=', application.id ?? '')
    .where('expires_at', '>', sql<Date>`now()`)
    // Two that were kept at the same moment.
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { by, ...redeemed } = openHeld(secrets, row);
  const isTheirs = by?.browser === holder.browser && by.handoff === holder.handoff;
  return isTheirs ? { id: row.id, redeemed, stored: row.redeemed } : 'of-others';
}

/** Lets nobody come back for what is kept for a session, at one provider or at all: it is to be ended there. */
export async function giveUpUnnamed(db: Db | Tx, sessionId: string, provider?: string): Promise<void> {
  await takeOver(db, sql`session_id = ${sessionId} and expires_at > now()`);
  await db
    .updateTable('unnamed_tokens')
    .set({ expires_at: sql<Date>`now()` })
    .where('session_id', '=', sessionId)
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? ''))
    // For how long the provider is asked counts from the first time on.
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
}

/**
 * Forgets what is kept, now that its account is known. Answers whether it was there: tokens that have taken the place of these meanwhile
 * stay.
 */
export async function forgetUnnamed(
  db: Pick<Db, 'deleteFrom'>,
  { id, stored }: Pick<Kept, 'id' | 'stored'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('unnamed_tokens')
    .where('id', '=', id)
    .where('redeemed', '=', stored)
    .executeTakeFirst();
  return numDeletedRows > 0;
}
