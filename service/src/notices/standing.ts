import { sql } from 'kysely';
import type { Db } from '../db/index.js';

/** The state of a provider's notices. */
export interface NoticesStanding {
  readonly provider: string;
  /** How many applications are subscribed, and how many subscriptions they have in total. */
  readonly applications: number;
  readonly subscriptions: number;
  /** The problems of applications, in our own words. */
  readonly problems: readonly {
    /** The name of the team's own application; null for the service's application. */
    readonly application: string | null;
    readonly problem: string;
    readonly since: Date;
    readonly nextTry: Date;
  }[];
  /** How many people are subscribed, and for how many of them the last try failed. */
  readonly people: number;
  readonly failedPeople: number;
  /** The reason of the latest failure among them, in our own words. */
  readonly peopleProblem?: string;
}

/** The state of notices for each provider that the service subscribes to. */
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

/** A team's own application, by its name. */
export interface OwnApplication {
  readonly provider: string;
  readonly application: string;
  readonly team: string;
}

/**
 * Every application that a team has entered. Several teams may have the same application, with one address for its notices.
 */
export const readOwnApplications = (db: Db): Promise<readonly OwnApplication[]> =>
  db
    .selectFrom('custom_credentials')
    .innerJoin('team', 'team.id', 'custom_credentials.team_id')
    .select(['provider', 'application', 'team.name as team'])
    .where('deleted_on', 'is', null)
    .orderBy('team.created_on')
    .orderBy('team.id')
    .execute();
