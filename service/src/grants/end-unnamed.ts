// Tokens without an account that nobody came back for: the provider is asked for the account, and then to end them.
import { sql } from 'kysely';
import { type Db, storeSurely, transact } from '../db/index.js';
import { ProviderFailure } from '../provider-http/index.js';
import { type AtProvider, isAtOauth } from './at-provider.js';
import { readAccount } from './exchange-code.js';
import { expectGrant } from './expected.js';
import { originOf } from './grant-row.js';
import { isRenewable, refreshUnlessEnded } from './renew.js';
import type { RevokeDeps } from './revoke-due.js';
import { isOver } from './tokens.js';
import { forgetUnnamed, type Held, type Kept, openHeld, sealHeld } from './unnamed.js';

/** How many are looked at in one go. */
const atOnce = 20;
/** For how long nobody else looks at one, in minutes: two processes that renew the same tokens would use up each other's. */
const leaseMinutes = 5;

/** One that nobody came back for. The one that was looked at last comes last, so that a provider that is away holds up no other. */
const claim = (db: Db) =>
  db
    .with('due', (from) =>
      from
        .selectFrom('unnamed_grant')
        .select(['session_id', 'provider'])
        .where('expires_at', '<=', sql<Date>`now()`)
        .where(
          sql<boolean>`(looked_on is null or looked_on < now() - make_interval(mins => ${leaseMinutes}))`,
        )
        .orderBy('looked_on', (order) => order.asc().nullsFirst())
        .orderBy('expires_at')
        .limit(1)
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
    .executeTakeFirst();

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>;

/**
 * Has tokens ended at their providers that nobody came back for, once the provider names their account: another connection may
 * use it. That is tried for a day. Begins with no more of them once `goOn` returns false.
 */
export async function endUnnamed(deps: RevokeDeps, goOn = () => true): Promise<void> {
  for (let looks = 0; looks < atOnce && goOn(); looks++) {
    const row = await claim(deps.db);
    if (!row) return;
    await endOne(deps, row);
  }
}

async function endOne(deps: RevokeDeps, row: Claimed): Promise<void> {
  const { db, secrets, log } = deps;
  const { session_id, provider } = row;
  if (row.is_over) {
    log.warn({ provider }, 'a grant could not be ended at its provider');
    await forgetUnnamed(db, session_id, provider, { stored: row.redeemed });
    return;
  }
  const origin = originOf(row);
  try {
    const redeemed = openHeld(secrets, row);
    const at = await deps.resolve(origin);
    // Only codes leave tokens without a name.
    if (!at || !isAtOauth(at)) return;
    const named = await nameKept(deps, at, row, redeemed);
    if (!named) {
      await forgetUnnamed(db, session_id, provider, { stored: row.redeemed });
      return;
    }
    const {
      account,
      redeemed: { tokens },
    } = named;
    await transact(db, async (tx) => {
      const wasThere = await forgetUnnamed(tx, session_id, provider, named);
      // Otherwise the person is here again, and may link the same account in a moment.
      await expectGrant(tx, secrets, { ...origin, account, tokens }, wasThere ? 0 : undefined);
    });
  } catch (error) {
    // One that cannot be ended keeps no other from it. A failure of the provider is tried again, and so is what this process leaves off.
    if (!(error instanceof ProviderFailure) && error !== deps.stopping.reason)
      log.error({ err: error, provider }, 'a grant could not be ended');
  }
}

/**
 * Asks whose tokens these are, with new ones if the access token is over or refused: that alone does not say that the grant has ended.
 * Undefined if it has. Rejects with `ProviderFailure`, `TokensRefused` or `NoAnswer`.
 */
async function nameKept(
  deps: RevokeDeps,
  at: AtProvider,
  row: Claimed,
  held: Held,
): Promise<(Kept & { readonly account: string }) | undefined> {
  const spender = { adapter: at.adapter, application: at.application.id, grant: null };
  const how = { gate: deps.budgets.gateFor(spender, 'history'), signal: deps.stopping };
  const canRenew = isRenewable(at, held.tokens);
  if (!canRenew || !isOver(held.tokens))
    try {
      return { redeemed: held, stored: row.redeemed, account: await readAccount(at, held, how) };
    } catch (error) {
      if (!isRefused(error)) throw error;
      if (!canRenew) return undefined;
    }
  const renewed = await renewKept(deps, at, row, held);
  return renewed && { ...renewed, account: await readAccount(at, renewed.redeemed, how) };
}

const isRefused = (error: unknown): boolean =>
  error instanceof ProviderFailure && ['token', 'reconnect'].includes(error.failure.kind);

/** Gets new tokens, and stores them before they are used; undefined if the provider says that they have ended. */
async function renewKept(
  { db, secrets, stopping }: RevokeDeps,
  at: AtProvider,
  { session_id, provider, redeemed: before }: Claimed,
  held: Held,
): Promise<Kept | undefined> {
  const renewed = await refreshUnlessEnded(at, held.tokens, stopping);
  if (!renewed) return undefined;
  // Some providers name the account in the first answer alone.
  const redeemed = { ...held, tokens: renewed.tokens, token: { ...held.token, ...renewed.token } };
  const stored = sealHeld(secrets, session_id, redeemed);
  await storeSurely(() =>
    db
      .updateTable('unnamed_grant')
      .set({ redeemed: stored })
      .where('session_id', '=', session_id)
      .where('provider', '=', provider)
      .where('redeemed', '=', before)
      .execute(),
  );
  return { redeemed, stored };
}
