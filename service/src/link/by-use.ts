// The order of the picker: the providers that a team's users link most come first.
import type { Db } from '../db/index.js';
import { addDays, dayOf, keptByKey } from '../work/index.js';

/** How many days of links are counted. */
const days = 28;
/** How many links are counted at most, the latest ones. More would change little, and cost more in a large team. */
const mostLinks = 1000;

/** Sorts providers by how often a team's users have linked them. Providers that nobody linked come last, in the order given. */
export type ByUse = <Provider extends { readonly slug: string }>(
  teamId: string,
  providers: readonly Provider[],
  now: Date,
) => Promise<readonly Provider[]>;

/**
 * Counts whole days only, in UTC. So the order does not change during a day and is the same in every process, and each process
 * counts only once a day.
 */
export function createByUse(db: Db): ByUse {
  const linksOf = keptByKey(
    (teamId, now) => countLinks(db, teamId, dayOf(now)),
    (countedAt, now) => dayOf(countedAt) === dayOf(now),
  );
  return async (teamId, providers, now) => {
    const links = await linksOf(teamId, now);
    const linksWith = ({ slug }: (typeof providers)[number]): number => links.get(slug) ?? 0;
    // The sort is stable: providers with equal counts keep the order given.
    return providers.toSorted((a, b) => linksWith(b) - linksWith(a));
  };
}

/** The number of links by provider slug. */
type LinkCounts = ReadonlyMap<string, number>;

async function countLinks(db: Db, teamId: string, today: string): Promise<LinkCounts> {
  const latest = db
    .selectFrom('link_step')
    .select('provider')
    .where('team_id', '=', teamId)
    .where('step', '=', 'connected')
    .where('at', '>=', startOf(addDays(today, -days)))
    .where('at', '<', startOf(today))
    .orderBy('at', 'desc')
    .limit(mostLinks);
  const rows = await db
    .selectFrom(latest.as('latest'))
    .select(({ fn }) => ['provider', fn.countAll<string>().as('links')])
    .groupBy('provider')
    .execute();
  return new Map(
    rows.flatMap(({ provider, links }) => (provider === null ? [] : [[provider, Number(links)]])),
  );
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
