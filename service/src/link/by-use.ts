// The order of the picker: what the people of a team link most comes first.
import type { Db } from '../db/index.js';
import { addDays, dayOf, keptByKey } from '../work/index.js';

/** How many days of links count. */
const days = 28;
/** The most links that count, the latest: so many say as much as all, and cost no more in a large team. */
const mostLinks = 1000;

/** Puts providers in order by how often a team's people have linked them. What nobody linked keeps its place behind them. */
export type ByUse = <Provider extends { readonly slug: string }>(
  teamId: string,
  providers: readonly Provider[],
  now: Date,
) => Promise<readonly Provider[]>;

/**
 * Counts whole days only, in UTC: the order stays as it is for a day, is the same in every process, and is counted once a day
 * in each.
 */
export function createByUse(db: Db): ByUse {
  const linksOf = keptByKey(
    (teamId, now) => countLinks(db, teamId, dayOf(now)),
    (countedAt, now) => dayOf(countedAt) === dayOf(now),
  );
  return async (teamId, providers, now) => {
    const links = await linksOf(teamId, now);
    const linksWith = ({ slug }: (typeof providers)[number]): number => links.get(slug) ?? 0;
    // A sort is stable: of equal ones the fixed order decides.
    return providers.toSorted((a, b) => linksWith(b) - linksWith(a));
  };
}

/** By slug. */
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
