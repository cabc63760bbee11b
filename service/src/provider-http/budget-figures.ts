import { sql } from 'kysely';
import type { Adapter } from '../adapters/index.js';
import type { Db } from '../db/index.js';

export interface BudgetFigures {
  readonly provider: string;
  /** The length of the limit's window, in seconds. */
  readonly window: number;
  readonly limit: number;
  /** How many requests are left in this window. */
  readonly left: number;
  /** For how many seconds the provider wants no request. */
  readonly blocked: number;
}

/** The state of the limits of the service's own applications. Teams look after their own applications. */
export async function readBudgetFigures(
  db: Db,
  adapters: readonly Pick<Adapter, 'slug' | 'limits'>[],
): Promise<readonly BudgetFigures[]> {
  const limits = adapters.flatMap(({ slug, limits }) =>
    limits
      .filter(({ per }) => per === 'application')
      .map(({ requests, seconds }) => ({ provider: slug, window: seconds, limit: requests })),
  );
  if (limits.length === 0) return [];
  const rows = await db
    .selectFrom('provider_budget')
    .where(
      'provider',
      'in',
      limits.map(({ provider }) => provider),
    )
    .where('application', '=', '')
    .where('scope', '=', '')
    .select(['provider', 'seconds'])
    .select(
      sql<number>`case when window_end > now() then history + days + linking + elsewhere else 0 end`.as(
        'used',
      ),
    )
    .select(
      sql<number>`coalesce(greatest(extract(epoch from blocked_until - now()), 0), 0)::float8`.as('blocked'),
    )
    .execute();
  return limits.map((each) => {
    const row = rows.find(({ provider, seconds }) => provider === each.provider && seconds === each.window);
    return { ...each, left: Math.max(0, each.limit - (row?.used ?? 0)), blocked: row?.blocked ?? 0 };
  });
}
