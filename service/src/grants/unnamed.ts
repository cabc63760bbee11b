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

/** Who has allowed something in a session: nobody else goes on with it. Plain JSON. */
export interface Holder {
  /** The hash of the browser's secret. */
  readonly browser: string;
  /** Which phone the link was handed over to, if that is where it was allowed. */
  readonly handoff: string | null;
}

/** What is stored, sealed. An earlier version stored no holder. */
type Kept = Redeemed & { readonly by?: Holder };

/** Keeps what the code of a session was redeemed for, for 10 minutes. */
export async function keepUnnamed(
  db: Db,
  secrets: Secrets,
  sessionId: string,
  { adapter, application }: Pick<AtProvider, 'adapter' | 'application'>,
  redeemed: Redeemed,
  by: Holder,
): Promise<void> {
  const kept: Kept = { ...redeemed, by };
  const values = {
    application: application.id ?? '',
    redeemed: secrets.seal('unnamed-grant', sessionId, JSON.stringify(kept)),
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
): Kept =>
  // Sealed by `keepUnnamed` alone.
  JSON.parse(secrets.open('unnamed-grant', session_id, redeemed)) as Kept;

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
): Promise<Redeemed | 'of-others' | undefined> {
  const row = await db
    .selectFrom('unnamed_grant')
    .select(['session_id', 'redeemed'])
    .where('session_id', '=', sessionId)
    .where('provider', '=', adapter.slug)
    .where('application', '=', application.id ?? '')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!row) return undefined;
  const { by, ...redeemed } = open(secrets, row);
  const isTheirs = by?.browser === holder.browser && by.handoff === holder.handoff;
  return isTheirs ? redeemed : 'of-others';
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

/** Forgets what is kept for a session, now that its account is known. */
export const forgetUnnamed = (
  db: Pick<Db, 'deleteFrom'>,
  sessionId: string,
  provider: string,
): Promise<unknown> =>
  db
    .deleteFrom('unnamed_grant')
    .where('session_id', '=', sessionId)
    .where('provider', '=', provider)
    .execute();

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
