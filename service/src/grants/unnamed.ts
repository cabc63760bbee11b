// Tokens that were got for a code and have no account yet. The code is used up, so they are kept for a while: if the provider cannot
// name the account now it is asked again, rather than the person, and what nobody comes back for is ended at the provider.
import { sql } from 'kysely';
import type { Secrets } from '../crypto/index.js';
import { type Db, transact } from '../db/index.js';
import { ProviderFailure } from '../provider-http/index.js';
import { expectGrant } from './expected.js';
import { type AtProvider, isAtOauth } from './at-provider.js';
import { readAccount, type Redeemed } from './exchange-code.js';
import { originOf } from './grant-row.js';
import type { RevokeDeps } from './revoke-due.js';

/** Keeps what the code of a session was redeemed for, for 10 minutes. */
export async function keepUnnamed(
  db: Db,
  secrets: Secrets,
  sessionId: string,
  { adapter, application }: Pick<AtProvider, 'adapter' | 'application'>,
  redeemed: Redeemed,
): Promise<void> {
  const values = {
    application: application.id ?? '',
    redeemed: secrets.seal('unnamed-grant', sessionId, JSON.stringify(redeemed)),
    expires_at: sql<Date>`now() + interval '10 minutes'`,
  };
  await db
    .insertInto('unnamed_grant')
    .values({ session_id: sessionId, provider: adapter.slug, ...values })
    .onConflict((conflict) => conflict.columns(['session_id', 'provider']).doUpdateSet(values))
    .execute();
}

const open = (
  secrets: Secrets,
  { session_id, redeemed }: { readonly session_id: string; readonly redeemed: Uint8Array },
): Redeemed =>
  // Sealed by `keepUnnamed` alone.
  JSON.parse(secrets.open('unnamed-grant', session_id, redeemed)) as Redeemed;

/** What is kept for a session, of this application: another one cannot renew it. */
export async function findUnnamed(
  db: Db,
  secrets: Secrets,
  sessionId: string,
  { adapter, application }: Pick<AtProvider, 'adapter' | 'application'>,
): Promise<Redeemed | undefined> {
  const row = await db
    .selectFrom('unnamed_grant')
    .select(['session_id', 'redeemed'])
    .where('session_id', '=', sessionId)
    .where('provider', '=', adapter.slug)
    .where('application', '=', application.id ?? '')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row && open(secrets, row);
}

const rowOf = (db: Pick<Db, 'updateTable' | 'deleteFrom'>, sessionId: string, provider: string) => ({
  end: () =>
    db
      .updateTable('unnamed_grant')
      .set({ expires_at: sql<Date>`now()` })
      .where('session_id', '=', sessionId)
      .where('provider', '=', provider)
      .execute(),
  delete: () =>
    db
      .deleteFrom('unnamed_grant')
      .where('session_id', '=', sessionId)
      .where('provider', '=', provider)
      .execute(),
});

/** Lets nobody come back for what is kept for a session: it is to be ended at the provider. */
export const giveUpUnnamed = (db: Db, sessionId: string, provider: string): Promise<unknown> =>
  rowOf(db, sessionId, provider).end();

/** Forgets what is kept for a session, now that its account is known. */
export const forgetUnnamed = (
  db: Pick<Db, 'updateTable' | 'deleteFrom'>,
  sessionId: string,
  provider: string,
): Promise<unknown> => rowOf(db, sessionId, provider).delete();

/** How many are looked at in one go. */
const atOnce = 20;

/** Those that nobody came back for. The ones that were looked at last come last, so that a provider that is away holds up no other. */
const claim = (db: Db) =>
  db
    .with('due', (from) =>
      from
        .selectFrom('unnamed_grant')
        .select(['session_id', 'provider'])
        .where('expires_at', '<=', sql<Date>`now()`)
        .orderBy('looked_on', (order) => order.asc().nullsFirst())
        .orderBy('expires_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('unnamed_grant')
    .from('due')
    .set({ looked_on: sql<Date>`now()` })
    .whereRef('unnamed_grant.session_id', '=', 'due.session_id')
    .whereRef('unnamed_grant.provider', '=', 'due.provider')
    .returningAll('unnamed_grant')
    .returning(sql<boolean>`unnamed_grant.expires_at < now() - interval '1 day'`.as('is_over'))
    .execute();

/**
 * Has tokens ended at their providers that nobody came back for, once the provider names their account: another connection may
 * use it. That is tried for a day.
 */
export async function endUnnamed(deps: RevokeDeps): Promise<void> {
  const { db, secrets, log } = deps;
  for (const { is_over, session_id, provider, ...row } of await claim(db)) {
    const forget = (): Promise<unknown> => forgetUnnamed(db, session_id, provider);
    if (is_over) {
      log.warn({ provider }, 'a grant could not be ended at its provider');
      await forget();
      continue;
    }
    const origin = originOf({ provider, application: row.application });
    try {
      const redeemed = open(secrets, { session_id, redeemed: row.redeemed });
      const at = await deps.resolve(origin);
      // Only codes leave tokens without a name.
      if (!at || !isAtOauth(at)) continue;
      const spender = { adapter: at.adapter, application: at.application.id, grant: null };
      const account = await readAccount(at, redeemed, deps.budgets.gateFor(spender, 'history'));
      await transact(db, async (tx) => {
        await forgetUnnamed(tx, session_id, provider);
        await expectGrant(tx, secrets, { ...origin, account, tokens: redeemed.tokens }, 0);
      });
    } catch (error) {
      // One that cannot be ended keeps no other from it.
      if (!(error instanceof ProviderFailure))
        log.error({ err: error, provider }, 'a grant could not be ended');
      // Refused: it has ended already.
      else if (error.failure.kind === 'token' || error.failure.kind === 'reconnect') await forget();
    }
  }
}
