// Tokens that came for a code and have no account yet. The code is used up, so the tokens are kept for a
// while: if the provider cannot name the account now, the provider is asked again rather than the person.
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Secrets } from '../crypto/index.js';
import { type Db, storeSurely, type Tx } from '../db/index.js';
import type { AtProvider } from './at-provider.js';
import type { Redeemed } from './exchange-code.js';

/** Who has allowed access in a session: nobody else may continue with it. Plain JSON. */
export interface Holder {
  /** The hash of the browser's secret. */
  readonly browser: string;
  /** The phone that the link was handed over to, if access was allowed there. */
  readonly handoff: string | null;
}

/** The sealed value. An earlier version stored no holder. */
export type Held = Redeemed & { readonly by?: Holder };

export const sealHeld = (secrets: Secrets, sessionId: string, held: Held): Uint8Array =>
  secrets.seal('unnamed-grant', sessionId, JSON.stringify(held));

/** The kept tokens, as they were when they were read or stored. */
export interface Kept {
  readonly id: string;
  readonly redeemed: Redeemed;
  /** The sealed form. Renewed tokens replace exactly this value. */
  readonly stored: Uint8Array;
}

/**
 * Moves what a process of the previous version has kept, in a table with one row for each session and provider. The next
 * version removes that table.
 */
export const takeOver = (db: Db | Tx, which: RawBuilder<boolean>): Promise<unknown> =>
  sql`with taken as (delete from unnamed_grant where ${which} returning *)
    insert into unnamed_tokens (id, session_id, provider, application, redeemed, expires_at, next_look)
    select gen_random_uuid(), session_id, provider, application, redeemed, expires_at, now() from taken`.execute(
    db,
  );

/**
 * Keeps what came for the code of a session, for 10 minutes. The results of earlier sign-ins of the session with this
 * provider are given up, and will be ended there.
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
  // The code is used up, so its tokens must not be lost with this process.
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
  // Only `sealHeld` seals this value.
  JSON.parse(secrets.open('unnamed-grant', session_id, redeemed)) as Held;

/**
 * Finds the tokens that are kept for a session, a holder and this application: another application cannot renew them.
 * `of-others` if another browser or phone has allowed them.
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
    // Two rows may have been kept at the same moment.
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { by, ...redeemed } = openHeld(secrets, row);
  const isTheirs = by?.browser === holder.browser && by.handoff === holder.handoff;
  return isTheirs ? { id: row.id, redeemed, stored: row.redeemed } : 'of-others';
}

/**
 * Gives up what is kept for a session, at one provider or at all of them: nobody can come back for it, and it will be ended
 * there.
 */
export async function giveUpUnnamed(db: Db | Tx, sessionId: string, provider?: string): Promise<void> {
  await takeOver(db, sql`session_id = ${sessionId} and expires_at > now()`);
  await db
    .updateTable('unnamed_tokens')
    .set({ expires_at: sql<Date>`now()` })
    .where('session_id', '=', sessionId)
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? ''))
    // Rows that were given up before keep their time: the day of tries counts from it.
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
}

/**
 * Forgets kept tokens, now that their account is known. Returns whether they were there: tokens that have replaced them
 * meanwhile stay.
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
