// Subscriptions that each person has, for providers that offer no others. The rows of grants hold the time of the next
// look.
import { sql } from 'kysely';
import { type Db, type Tables } from '../db/index.js';
import type { Selectable } from 'kysely';
import type { Deps } from '../deps.js';
import { endSubscriptions, originOf, type TokenKeeper } from '../grants/index.js';
import { noticesBase } from '../providers/index.js';
import { noticesUrl } from './address.js';
import { problemIn, waitAfter } from './look-failures.js';
import { reconcile } from './reconcile.js';
import { isOn, type Telling, tellingPer } from './who-tells.js';

export interface PeopleDeps extends Pick<
  Deps,
  'db' | 'secrets' | 'log' | 'publicUrl' | 'providerSettings' | 'stopping'
> {
  readonly tokens: Pick<TokenKeeper, 'withApi'>;
}

/** How many people are handled at once. */
const atOnce = 5;
/** How many days pass between two looks at a person's subscriptions. */
const everyDays = 7;

/** Looks at the people whose subscriptions are due, until `goOn` returns false. */
export async function subscribePeople(deps: PeopleDeps, goOn: () => boolean): Promise<void> {
  const all = tellingPer('grant');
  const slugs = (on: boolean) => all.filter((each) => isOn(deps, each) === on).map(({ slug }) => slug);
  const [on, off] = [slugs(true), slugs(false)];
  while (goOn()) {
    const rows = [...(await claimMissing(deps.db, on)), ...(await claimUnwanted(deps.db, off))];
    if (rows.length === 0) return;
    await Promise.all(
      rows.map(async (row) => {
        const adapter = all.find(({ slug }) => slug === row.provider);
        if (adapter) await lookAt(deps, adapter, row, on.includes(row.provider));
      }),
    );
  }
}

type Row = Pick<
  Selectable<Tables['provider_grant']>,
  'id' | 'provider' | 'application' | 'scopes' | 'subscribe_tries'
>;

/** Claims people with these providers whose subscriptions must be made or checked. */
const claimMissing = (db: Db, slugs: readonly string[]): Promise<readonly Row[]> =>
  claim(
    db,
    slugs,
    sql<boolean>`exists (select from connection where grant_id = provider_grant.id and status = 'connected')`,
  );

/** Claims people with these providers whose subscriptions must be ended. */
const claimUnwanted = (db: Db, slugs: readonly string[]): Promise<readonly Row[]> =>
  claim(db, slugs, sql<boolean>`subscribed`);

async function claim(
  db: Db,
  slugs: readonly string[],
  which: ReturnType<typeof sql<boolean>>,
): Promise<readonly Row[]> {
  if (slugs.length === 0) return [];
  return db
    .with('due', (from) =>
      from
        .selectFrom('provider_grant')
        .select('id')
        .where('provider', 'in', slugs)
        .where('status', '=', 'live')
        .where('subscribe_at', '<=', sql<Date>`now()`)
        .where(which)
        .orderBy('subscribe_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('provider_grant')
    .from('due')
    .set((row) => ({
      // Longer than a look takes.
      subscribe_at: sql<Date>`now() + interval '15 minutes'`,
      subscribe_tries: row('subscribe_tries', '+', 1),
      // Set before the first subscription is made, so that none is forgotten if the process is killed.
      subscribed: true,
    }))
    .whereRef('provider_grant.id', '=', 'due.id')
    .returning([
      'provider_grant.id',
      'provider_grant.provider',
      'provider_grant.application',
      'provider_grant.scopes',
      'provider_grant.subscribe_tries',
    ])
    .execute();
}

async function lookAt(deps: PeopleDeps, adapter: Telling, row: Row, isWanted: boolean): Promise<void> {
  const { db, log } = deps;
  try {
    await bringAbout(deps, adapter, row, isWanted);
    await setNext(
      db,
      row,
      { subscribed: isWanted, subscribe_tries: 0, subscribe_problem: null },
      everyDays * 86_400,
    );
  } catch (error) {
    // The next process starts again from the state at that time.
    if (error === deps.stopping.reason)
      return void (await setNext(db, row, { subscribe_tries: row.subscribe_tries - 1 }, 0));
    const problem = problemIn(error, 'person');
    log.warn({ provider: row.provider, row_id: row.id, problem }, 'notices of a person could not be had');
    await setNext(db, row, { subscribe_problem: problem }, waitAfter(row.subscribe_tries, error));
  }
}

function bringAbout(deps: PeopleDeps, adapter: Telling, row: Row, isWanted: boolean): Promise<void> {
  const { subscriptions } = adapter.notices;
  const base = noticesBase(deps.publicUrl, adapter.slug);
  // This can wait, like past data.
  return deps.tokens.withApi(row.id, 'history', async (api) => {
    if (!isWanted) return endSubscriptions(api, subscriptions, base);
    const aim = {
      ...{ base, topics: subscriptions.topics(row.scopes), isSecretKnown: true },
      url: noticesUrl(deps, adapter.slug, originOf(row).application),
      verifyToken: deps.secrets.derive(`notices check ${row.provider} ${row.application}`),
    };
    return reconcile(api, subscriptions, aim, { made: [] }, () => Promise.resolve());
  });
}

const setNext = (
  db: Db,
  { id }: Row,
  values: {
    readonly subscribed?: boolean;
    readonly subscribe_tries?: number;
    readonly subscribe_problem?: string | null;
  },
  seconds: number,
): Promise<unknown> =>
  db
    .updateTable('provider_grant')
    .set({ ...values, subscribe_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute();
