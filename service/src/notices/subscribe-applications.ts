// Subscriptions that an application has once, for all its people.
import type { Adapter } from '../adapters/index.js';
import type { Deps } from '../deps.js';
import { endSubscriptions, isAtOauth, originOf, type RevokeDeps } from '../grants/index.js';
import { createApi } from '../provider-http/index.js';
import { noticesBase, providerSettingsOf } from '../providers/index.js';
import { noticesUrl } from './address.js';
import { problemIn, waitAfter } from './look-failures.js';
import { type Kept, reconcile } from './reconcile.js';
import {
  alignRows,
  type Claimed,
  claimSubscriber,
  failSubscriber,
  forgetSubscriber,
  giveUpSubscribers,
  leaseMinutes,
  leaveSubscriber,
  type Named,
  openSubscriber,
  settleSubscriber,
  storeSubscriber,
} from './subscriber-rows.js';
import { isOn, tellingPer } from './who-tells.js';

export interface ApplicationDeps extends Pick<
  Deps,
  'db' | 'secrets' | 'log' | 'publicUrl' | 'providerSettings' | 'budgets'
> {
  readonly resolve: RevokeDeps['resolve'];
  /** Aborted when the process can wait for answers no longer. */
  readonly cutOff: AbortSignal;
}

/** Looks at the applications whose subscriptions are due, until `goOn` returns false. */
export async function subscribeApplications(
  deps: ApplicationDeps,
  isStart: boolean,
  goOn: () => boolean,
): Promise<void> {
  const { db, log } = deps;
  const on = tellingPer('application').filter((adapter) => isOn(deps, adapter));
  await alignRows(deps, await wantedOf(deps, on), {
    isStart,
    urlOf: (named) => urlOf(deps, named),
    clientOf: async (named) => (await deps.resolve(originOf(named)))?.application,
  });
  for (const provider of await giveUpSubscribers(db))
    log.warn({ provider }, 'subscriptions to notices could not be ended');
  while (goOn()) {
    const row = await claimSubscriber(db);
    if (!row) return;
    await lookAt(deps, row);
  }
}

const urlOf = (deps: Pick<Deps, 'publicUrl' | 'secrets'>, named: Named): string =>
  noticesUrl(deps, named.provider, originOf(named).application);

/** The applications with these providers: the service's own, and those of teams. */
async function wantedOf(
  { db, providerSettings }: Pick<Deps, 'db' | 'providerSettings'>,
  on: readonly Adapter[],
): Promise<readonly Named[]> {
  if (on.length === 0) return [];
  const slugs = on.map(({ slug }) => slug);
  const own = slugs.filter((slug) => providerSettingsOf(providerSettings, slug).client !== undefined);
  const ofTeams = await db
    .selectFrom('custom_credentials')
    .select(['provider', 'application'])
    .distinct()
    .where('provider', 'in', slugs)
    .execute();
  return [...own.map((provider) => ({ provider, application: '' })), ...ofTeams];
}

async function lookAt(deps: ApplicationDeps, row: Claimed): Promise<void> {
  const { db, log } = deps;
  const url = urlOf(deps, row);
  try {
    const kept = await bringAbout(deps, row, url);
    if (kept) await settleSubscriber(db, row, url, nextLook(kept));
    else await forgetSubscriber(db, row);
  } catch (error) {
    if (error === deps.cutOff.reason) return void (await leaveSubscriber(db, row));
    const problem = problemIn(error, 'application');
    log.warn({ ...originOf(row), problem }, 'notices could not be subscribed to');
    await failSubscriber(db, row, problem, waitAfter(row.tries, error));
  }
}

/**
 * Brings an application's subscriptions into the wanted state. Returns this state; undefined if the subscriptions are
 * ended.
 */
async function bringAbout(deps: ApplicationDeps, row: Claimed, url: string): Promise<Kept | undefined> {
  const { db, secrets } = deps;
  let { client, kept } = openSubscriber(secrets, row);
  const at = await deps.resolve({ ...originOf(row), client });
  const subscriptions = at?.adapter.notices?.subscriptions;
  if (!at || !isAtOauth(at) || !subscriptions) return undefined;
  const { adapter, application, network } = at;
  const gate = deps.budgets.gateFor({ adapter, application, grant: null }, 'days');
  // The requests end before another process may claim the row.
  const signal = AbortSignal.any([AbortSignal.timeout((leaseMinutes - 1) * 60_000), deps.cutOff]);
  const { urls } = application;
  const api = createApi(network, { adapter, urls, application, person: null, gate, signal });
  const base = noticesBase(deps.publicUrl, adapter.slug);
  if (row.ends_on !== null) {
    await endSubscriptions(api, subscriptions, base, kept.made);
    return undefined;
  }
  const said = providerSettingsOf(deps.providerSettings, adapter.slug);
  const aim = {
    ...{ url, base, topics: subscriptions.topics([]) },
    verifyToken: secrets.derive(`notices check ${row.provider} ${row.application}`),
    isSecretKnown: row.application === '' && said.noticeSecret !== undefined,
  };
  await reconcile(api, subscriptions, aim, kept, async (now) => {
    kept = now;
    client = { clientId: application.clientId, clientSecret: application.clientSecret };
    await storeSubscriber(db, secrets, row, { client, kept });
  });
  return kept;
}

const day = 86_400;

/** In how many seconds the subscriptions are looked at again: in a day, or in time before the first one ends. */
function nextLook({ made }: Kept): number {
  const ends = made.flatMap(({ endsAt }) => (endsAt ? [(endsAt.getTime() - Date.now()) / 1000] : []));
  return Math.max(3600, Math.min(day, ...ends.map((seconds) => seconds / 2)));
}
