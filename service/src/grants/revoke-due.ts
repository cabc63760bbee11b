import { sql, type Selectable } from 'kysely';
import type { Api, Subscriptions } from '../adapters/index.js';
import { type Credentials, openSealedCredentials } from '../credentials/index.js';
import { type Db, type Tables } from '../db/index.js';
import type { Deps } from '../deps.js';
import { againAt, ProviderFailure } from '../provider-http/index.js';
import { noticesBase } from '../providers/index.js';
import { apiOf, type AtAnyProvider, type AtProvider, isAtOauth, urlsOf } from './at-provider.js';
import { endSubscriptions } from './end-subscriptions.js';
import { type GrantOrigin, originOf } from './grant-row.js';
import { storeEnded } from './expected.js';
import { isRenewable, refreshUnlessEnded } from './renew.js';
import { isOver, openTokens } from './tokens.js';

type RevocationRow = Selectable<Tables['provider_revocation']>;

export interface RevokeDeps extends Pick<
  Deps,
  'db' | 'secrets' | 'log' | 'budgets' | 'publicUrl' | 'stopping'
> {
  /** `client`: the application as it was when the grant was let go; used if the team no longer has one. */
  readonly resolve: (
    origin: GrantOrigin & { readonly client?: Credentials },
  ) => Promise<AtAnyProvider | undefined>;
}

/** How many grants are ended at once. */
const atOnce = 10;
/** Seconds to wait before each further try. The last value repeats until a day is over. */
const waits = [60, 300, 1800, 7200];

/**
 * Ends the grants that are due at their providers, until `goOn` returns false. Several processes may do this at once,
 * because each claims a few at a time. A process may be killed at any point: ending a grant twice does no harm.
 */
export async function revokeDue(deps: RevokeDeps, goOn = () => true): Promise<void> {
  const { db } = deps;
  const given = await db
    .deleteFrom('provider_revocation')
    .where('ends_on', '<=', sql<Date>`now()`)
    .returning('provider')
    .execute();
  for (const { provider } of given) deps.log.warn({ provider }, 'a grant could not be ended at its provider');
  // A link that stores the same grant deletes its row, but this row may have been added since.
  await db
    .deleteFrom('provider_revocation as ending')
    .where('next_try', '<=', sql<Date>`now()`)
    .where(livesOn)
    .execute();
  while (goOn()) {
    const rows = await claim(db);
    if (rows.length === 0) return;
    await Promise.all(rows.map((row) => revokeOne(deps, row)));
  }
}

/**
 * Whether a connection has the same grant now. Many providers would end everything that the account has allowed the
 * application.
 */
const livesOn = sql<boolean>`exists (select from provider_grant as g where g.status = 'live'
  and (g.provider, g.account, g.application) = (ending.provider, ending.account, ending.application))`;

const claim = (db: Db): Promise<RevocationRow[]> =>
  db
    .with('due', (from) =>
      from
        .selectFrom('provider_revocation as ending')
        .select('id')
        .where('next_try', '<=', sql<Date>`now()`)
        // Checked again here: ending many other grants takes minutes, and this row may have become due meanwhile.
        .where((row) => row.not(livesOn))
        .orderBy('next_try')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('provider_revocation')
    .from('due')
    .set((row) => ({
      tries: row('tries', '+', 1),
      next_try: sql<Date>`now() + make_interval(secs => (array[${sql.join(waits)}]::float8[])[least(tries + 1, ${waits.length}::int)])`,
    }))
    .whereRef('provider_revocation.id', '=', 'due.id')
    .returningAll('provider_revocation')
    .execute();

async function revokeOne(deps: RevokeDeps, row: RevocationRow): Promise<void> {
  try {
    const ended = await revokeGrant(deps, row);
    if (ended) await forget(deps.db, ended);
  } catch (err) {
    if (err === deps.stopping.reason) return void (await setNextTry(deps.db, row, new Date()));
    logNotEnded(deps, row, err);
    // The row is tried again later, and given up after a day.
    if (err instanceof ProviderFailure) await putOff(deps.db, row, againAt(err.failure, row.next_try));
  }
}

/**
 * Logs a grant that could not be ended. A provider that fails or is away is logged only when the tries are given up. An
 * application that the provider refuses, and our own mistakes, need an operator at once.
 */
export function logNotEnded(
  { log }: Pick<RevokeDeps, 'log'>,
  { provider }: Pick<RevocationRow, 'provider'>,
  err: unknown,
): void {
  if (!(err instanceof ProviderFailure)) log.error({ err, provider }, 'a grant could not be ended');
  else if (err.failure.kind === 'application')
    log.error({ provider, error_type: err.failure.errorType }, 'a provider refuses the application');
}

/** Sets the next try of a claimed grant, unless the grant was put off meanwhile. The try that was begun does not count. */
const setNextTry = (db: Db, { id, next_try: claimed }: RevocationRow, next_try: Date): Promise<unknown> =>
  db
    .updateTable('provider_revocation')
    .set(({ eb }) => ({ next_try, tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    // Compared in milliseconds, because this process read the time with no more digits.
    .where(sql<Date>`date_trunc('milliseconds', next_try)`, '<=', claimed)
    .execute();

/** How long one grant may put off the others, in seconds: the limit may be that grant's own. */
const putOffMost = 3600;

/**
 * Waits until the time that the limits name, or that the provider names if it is later than the next try. The try that was
 * begun does not count. The other due grants of the application wait as well: if there are very many, each would ask in
 * vain.
 */
async function putOff(db: Db, row: RevocationRow, retryAt: Date): Promise<void> {
  const { provider, application, next_try } = row;
  if (retryAt.getTime() === next_try.getTime()) return;
  await setNextTry(db, row, retryAt);
  await db
    .updateTable('provider_revocation')
    .set({ next_try: sql<Date>`least(${retryAt}, now() + make_interval(secs => ${putOffMost}))` })
    .where('provider', '=', provider)
    .where('application', '=', application)
    .where('next_try', '<=', sql<Date>`now()`)
    .execute();
}

/** Deletes the row unless it has newer tokens by now, from a renewal that was under way when the grant was let go. */
const forget = (db: Db, { id, credentials }: RevocationRow): Promise<unknown> =>
  db.deleteFrom('provider_revocation').where('id', '=', id).where('credentials', '=', credentials).execute();

/**
 * Whether a claimed grant must still be ended now. `linked`: a connection has it, as `livesOn` says. `awaited`: it was put
 * off, because new tokens of it wait for their connection.
 */
async function standingOf(db: Db, row: RevocationRow): Promise<'to-end' | 'linked' | 'awaited'> {
  const { id, provider, account, application, next_try } = row;
  const live = await db
    .selectFrom('provider_grant')
    .select('id')
    .where((eb) => eb.and({ provider, account, application, status: 'live' }))
    .executeTakeFirst();
  if (live) return 'linked';
  const now = await db
    .selectFrom('provider_revocation')
    .select('next_try')
    .where('id', '=', id)
    .executeTakeFirst();
  return now && now.next_try > next_try ? 'awaited' : 'to-end';
}

/**
 * Ends a grant at its provider. Returns the row of the ended grant as it is stored; undefined if this must be tried again.
 */
async function revokeGrant(deps: RevokeDeps, row: RevocationRow): Promise<RevocationRow | undefined> {
  const at = await deps.resolve({ ...originOf(row), ...clientOf(deps.secrets, row) });
  if (!at) return undefined;
  if (!isAtOauth(at)) return row;
  const { revoke } = at.adapter.signIn;
  if (!revoke && at.adapter.notices?.subscriptions?.per !== 'grant') return row;
  const good = await withGoodTokens(deps, at, row);
  if (!good) return row;
  return (await endAt(deps, at, good)) ? good : undefined;
}

/** Returns true if nothing is left to end. */
async function endAt(deps: RevokeDeps, at: AtProvider, row: RevocationRow): Promise<boolean> {
  // The person may have linked the account again while new tokens were obtained. The same is checked below after ending
  // subscriptions.
  const before = await standingOf(deps.db, row);
  if (before !== 'to-end') return before === 'linked';
  const { adapter } = at;
  const { revoke } = adapter.signIn;
  const tokens = openTokens(deps.secrets, row);
  const spender = { adapter, application: at.application, grant: row.id };
  // Ending can wait, unlike the requests of people who are linking now.
  const gate = deps.budgets.gateFor(spender, 'history');
  const api = apiOf(at, tokens, { gate, signal: deps.stopping });
  const subscriptions = adapter.notices?.subscriptions;
  // This comes first, because it needs the token that is about to end.
  if (subscriptions?.per === 'grant') {
    if (!(await endOwnSubscriptions(deps, api, adapter.slug, subscriptions))) return true;
    const after = await standingOf(deps.db, row);
    if (after !== 'to-end') return after === 'linked';
  }
  if (!revoke) return true;
  const request = revoke({ account: row.account, ...tokens });
  // Some servers publish no revocation address: deleting the stored tokens is all that can be done.
  if (typeof request.to !== 'string' && urlsOf(at, tokens)[request.to.address] === undefined) return true;
  // The body of a success is ignored (RFC 7009 2.2). If the request is sent as the person, a refusal or
  // "not found" means that the grant has ended already. If the application is refused, nothing has ended.
  const isAsPerson = ['person', 'person-with-client-id'].includes(request.as ?? 'person');
  const ended = isAsPerson ? [200, 401, 404] : [200];
  await api.send({ ...request, alsoSuccess: [...(request.alsoSuccess ?? []), ...ended] });
  return true;
}

/**
 * Ends the person's subscriptions. Returns false if the provider refuses the token, so that the grant has ended already.
 */
async function endOwnSubscriptions(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  api: Api,
  slug: string,
  subscriptions: Subscriptions,
): Promise<boolean> {
  try {
    await endSubscriptions(api, subscriptions, noticesBase(publicUrl, slug));
    return true;
  } catch (error) {
    if (error instanceof ProviderFailure && ['token', 'reconnect'].includes(error.failure.kind)) return false;
    throw error;
  }
}

function clientOf(secrets: Deps['secrets'], { provider, client_team, client_credentials }: RevocationRow) {
  if (client_team === null || client_credentials === null) return {};
  return {
    client: openSealedCredentials(secrets, {
      team_id: client_team,
      provider,
      credentials: client_credentials,
    }),
  };
}

/** The row with tokens that the provider accepts; undefined if the provider says that the grant has ended. */
async function withGoodTokens(
  { db, secrets, stopping }: RevokeDeps,
  at: AtProvider,
  row: RevocationRow,
): Promise<RevocationRow | undefined> {
  const tokens = openTokens(secrets, row);
  if (!isOver(tokens) || !isRenewable(at, tokens)) return row;
  const renewed = await refreshUnlessEnded(at, tokens, stopping);
  return renewed && { ...row, ...(await storeEnded(db, secrets, row, renewed.tokens)) };
}
