import { sql } from 'kysely';
import type { Db } from '../db/index.js';

/** How the notices of a provider stand. */
export interface NoticesStanding {
  readonly provider: string;
  /** How many applications are subscribed, and how many subscriptions they have together. */
  readonly applications: number;
  readonly subscriptions: number;
  /** What is wrong with which application, in our words. */
  readonly problems: readonly {
    /** The name of a team's own application; null for the service's. */
    readonly application: string | null;
    readonly problem: string;
    readonly since: Date;
    readonly nextTry: Date;
  }[];
  /** People who are subscribed, and those for whom it failed last. */
  readonly people: number;
  readonly failedPeople: number;
  /** Why it failed for the latest of those, in our words. */
  readonly peopleProblem?: string;
}

/** How the notices of each provider stand that the service subscribes to. */
export async function readNoticesStanding(db: Db): Promise<readonly NoticesStanding[]> {
  const rows = await db
    .selectFrom('notice_subscriber')
    .select(['provider', 'application', 'subscriptions', 'problem', 'problem_since', 'check_at'])
    .orderBy('application')
    .execute();
  const people = await db
    .selectFrom('provider_grant')
    .select(({ fn }) => [
      'provider',
      fn.countAll<string>().as('people'),
      fn.countAll<string>().filterWhere('subscribe_tries', '>', 0).as('failed'),
      sql<string | null>`(array_agg(subscribe_problem order by subscribe_at desc)
        filter (where subscribe_problem is not null))[1]`.as('problem'),
    ])
    .where('subscribed', '=', true)
    .where('status', '=', 'live')
    .groupBy('provider')
    .execute();
  const slugs = [...new Set([...rows, ...people].map(({ provider }) => provider))].sort();
  return slugs.map((provider) => {
    const own = rows.filter((row) => row.provider === provider);
    const those = people.find((row) => row.provider === provider);
    return {
      provider,
      applications: own.length,
      subscriptions: own.reduce((sum, row) => sum + row.subscriptions, 0),
      problems: own.flatMap(({ application, problem, problem_since: since, check_at: nextTry }) =>
        problem === null || since === null
          ? []
          : [{ application: application === '' ? null : application, problem, since, nextTry }],
      ),
      people: Number(those?.people ?? 0),
      failedPeople: Number(those?.failed ?? 0),
      ...(those?.problem != null && { peopleProblem: those.problem }),
    };
  });
}

/** An application of a team's own, by its name. */
export interface OwnApplication {
  readonly provider: string;
  readonly application: string;
  readonly team: string;
}

/** Every application that a team has set. Several teams may have the same one, with one address for its notices. */
export const readOwnApplications = (db: Db): Promise<readonly OwnApplication[]> =>
  db
    .selectFrom('custom_credentials')
    .innerJoin('team', 'team.id', 'custom_credentials.team_id')
    .select(['provider', 'application', 'team.name as team'])
    .where('deleted_on', 'is', null)
    .orderBy('team.created_on')
    .orderBy('team.id')
    .execute();
