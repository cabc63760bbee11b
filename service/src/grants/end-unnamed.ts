// Ends tokens that have no account and that nobody came back for: asks the provider for the account first, then to end
// them.
import { sql } from 'kysely';
import { type Db, storeSurely, transact } from '../db/index.js';
import { againAt, ProviderFailure } from '../provider-http/index.js';
import { type AtProvider, isAtOauth } from './at-provider.js';
import { readAccount } from './exchange-code.js';
import { expectGrant } from './expected.js';
import { originOf } from './grant-row.js';
import { isRenewable, refreshUnlessEnded } from './renew.js';
import { logNotEnded, type RevokeDeps } from './revoke-due.js';
import { isOver } from './tokens.js';
import { forgetUnnamed, type Held, type Kept, openHeld, sealHeld, takeOver } from './unnamed.js';

/** How many rows one run handles. */
const atOnce = 20;
/**
 * For how long a row stays with one process, in minutes: two processes that renew the same tokens would use up each
 * other's.
 */
const leaseMinutes = 5;

/** Whether the session has later tokens from the same provider that the person may still come back for. */
const isHereAgain = (sessionId: unknown, provider: unknown) =>
  sql<boolean>`exists (select from unnamed_tokens as waiting
    where waiting.session_id = ${sessionId} and waiting.provider = ${provider} and waiting.expires_at > now())`;

/**
 * Claims a row that nobody came back for. The row that was tried last comes last, so that a provider that is away does not
 * delay the others. A row waits while the person may come back for the tokens of a later sign-in: many providers end
 * everything that an account has allowed.
 */
const claim = (db: Db) =>
  db
    .with('due', (from) =>
      from
        .selectFrom('unnamed_tokens as given_up')
        .select('id')
        .where('expires_at', '<=', sql<Date>`now()`)
        .where('next_look', '<=', sql<Date>`now()`)
        .where(({ not }) => not(isHereAgain(sql.ref('given_up.session_id'), sql.ref('given_up.provider'))))
        .orderBy('next_look')
        .orderBy('expires_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('unnamed_tokens')
    .from('due')
    .set({ next_look: sql<Date>`now() + make_interval(mins => ${leaseMinutes})` })
    .whereRef('unnamed_tokens.id', '=', 'due.id')
    .returningAll('unnamed_tokens')
    .returning(sql<boolean>`unnamed_tokens.expires_at < now() - interval '1 day'`.as('is_over'))
    .executeTakeFirst();

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>;

/**
 * Ends, at their providers, tokens that nobody came back for. The provider must name the account first, because another
 * connection may use it. This is tried for a day. Takes no further rows once `goOn` returns false.
 */
export async function endUnnamed(deps: RevokeDeps, goOn = () => true): Promise<void> {
  await takeOver(
    deps.db,
    sql`expires_at <= now() and (looked_on is null or looked_on < now() - make_interval(mins => ${leaseMinutes}))`,
  );
  for (let looks = 0; looks < atOnce && goOn(); looks++) {
    const row = await claim(deps.db);
    if (!row) return;
    await endOne(deps, row);
  }
}

async function endOne(deps: RevokeDeps, row: Claimed): Promise<void> {
  const { db, secrets, log } = deps;
  const { id, provider } = row;
  const asRead = { id, stored: row.redeemed };
  if (row.is_over) {
    log.warn({ provider }, 'a grant could not be ended at its provider');
    await forgetUnnamed(db, asRead);
    return;
  }
  const origin = originOf(row);
  try {
    const redeemed = openHeld(secrets, row);
    const at = await deps.resolve(origin);
    // Only the code flow leaves tokens without an account.
    if (!at || !isAtOauth(at)) return;
    const named = await nameKept(deps, at, row, redeemed);
    if (!named) {
      await forgetUnnamed(db, asRead);
      return;
    }
    const {
      account,
      redeemed: { tokens },
    } = named;
    await transact(db, async (tx) => {
      const wasThere = await forgetUnnamed(tx, named);
      const { rows } = await sql`select where ${isHereAgain(row.session_id, provider)}`.execute(tx);
      // If not, the person may link the same account in a moment.
      const isToEnd = wasThere && rows.length === 0;
      await expectGrant(tx, secrets, { ...origin, account, tokens }, isToEnd ? 0 : undefined);
    });
  } catch (error) {
    // A row that cannot be ended must not keep the others from being ended.
    if (error === deps.stopping.reason) return void (await setNextLook(db, row, new Date()));
    logNotEnded(deps, row, error);
    if (error instanceof ProviderFailure) await setNextLook(db, row, againAt(error.failure, row.next_look));
  }
}

const setNextLook = (db: Db, { id }: Claimed, next_look: Date): Promise<unknown> =>
  db.updateTable('unnamed_tokens').set({ next_look }).where('id', '=', id).execute();

/**
 * Asks the provider for the account of the tokens, with new tokens if the access token has expired or is refused: that
 * alone does not prove that the grant has ended. Returns undefined if it has ended. Rejects with `ProviderFailure`.
 */
async function nameKept(
  deps: RevokeDeps,
  at: AtProvider,
  row: Claimed,
  held: Held,
): Promise<(Kept & { readonly account: string }) | undefined> {
  const spender = { adapter: at.adapter, application: at.application, grant: null };
  const how = { gate: deps.budgets.gateFor(spender, 'history'), signal: deps.stopping };
  const canRenew = isRenewable(at, held.tokens);
  if (!canRenew || !isOver(held.tokens))
    try {
      return { id: row.id, redeemed: held, stored: row.redeemed, account: await readAccount(at, held, how) };
    } catch (error) {
      if (!isRefused(error)) throw error;
      if (!canRenew) return undefined;
    }
  const renewed = await renewKept(deps, at, row, held);
  return renewed && { ...renewed, account: await readAccount(at, renewed.redeemed, how) };
}

const isRefused = (error: unknown): boolean =>
  error instanceof ProviderFailure && ['token', 'reconnect'].includes(error.failure.kind);

/**
 * Gets new tokens, and stores them before they are used. Returns undefined if the provider says that the tokens have ended.
 */
async function renewKept(
  { db, secrets, stopping }: RevokeDeps,
  at: AtProvider,
  { id, session_id, redeemed: before }: Claimed,
  held: Held,
): Promise<Kept | undefined> {
  const renewed = await refreshUnlessEnded(at, held.tokens, stopping);
  if (!renewed) return undefined;
  // Some providers name the account in the first answer only.
  const redeemed = { ...held, tokens: renewed.tokens, token: { ...held.token, ...renewed.token } };
  const stored = sealHeld(secrets, session_id, redeemed);
  await storeSurely(() =>
    db
      .updateTable('unnamed_tokens')
      .set({ redeemed: stored })
      .where('id', '=', id)
      .where('redeemed', '=', before)
      .execute(),
  );
  return { id, redeemed, stored };
}
