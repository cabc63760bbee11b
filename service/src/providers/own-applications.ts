// The providers with which a team has an application of its own. Each request of a link needs this, and it hardly ever
// changes.
import type { Db } from '../db/index.js';

/**
 * How long the answer is remembered, in milliseconds of real time. For this long, a process may not know what another one
 * has stored.
 */
const knownFor = 1000;
/** For how many teams the answer is remembered. */
const mostTeams = 10_000;

interface Known {
  readonly until: number;
  readonly slugs: Promise<ReadonlySet<string>>;
}

const knownOf = new WeakMap<Db, Map<string, Known>>();

/** The providers with which a team has an application of its own, by slug. */
export function ownApplicationsOf(db: Db, teamId: string): Promise<ReadonlySet<string>> {
  const known = knownOf.get(db) ?? new Map<string, Known>();
  knownOf.set(db, known);
  const now = performance.now();
  const before = known.get(teamId);
  if (before && before.until > now) return before.slugs;
  if (known.size >= mostTeams) known.clear();
  const slugs = readOwn(db, teamId);
  known.set(teamId, { until: now + knownFor, slugs });
  slugs.catch(() => forgetOwnApplications(db, teamId));
  return slugs;
}

/**
 * Makes this process see at once what a team has stored. Call it after the change is stored, so that no older answer is
 * remembered.
 */
export const forgetOwnApplications = (db: Db, teamId: string): void => void knownOf.get(db)?.delete(teamId);

async function readOwn(db: Db, teamId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('custom_credentials')
    .select('provider')
    .where('team_id', '=', teamId)
    .execute();
  return new Set(rows.map(({ provider }) => provider));
}
