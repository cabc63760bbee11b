import { sql } from 'kysely';
import type { ProviderLimit } from 'svc-link/contract';
import type { Db } from '../db/index.js';
import { findProvider, type ProviderSettings, providerSettingsOf } from '../providers/index.js';

/** An application whose limits count for a team, and whether other teams use it too. */
interface UsedApplication {
  readonly provider: string;
  readonly name: string | null;
  readonly isShared: boolean;
}

/** The own applications of a team by provider, and whether another team uses the same one. */
export async function ownApplications(db: Db, teamId: string): Promise<ReadonlyMap<string, UsedApplication>> {
  const rows = await db
    .selectFrom('custom_credentials as own')
    .where('own.team_id', '=', teamId)
    .select(({ exists, selectFrom }) => [
      'own.provider',
      'own.application as name',
      exists(
        selectFrom('custom_credentials as other')
          .whereRef('other.provider', '=', 'own.provider')
          .whereRef('other.application', '=', 'own.application')
          .where('other.team_id', '!=', teamId)
          .select(sql`1`.as('one')),
      ).as('isShared'),
    ])
    .execute();
  return new Map(rows.map((row) => [row.provider, { ...row, isShared: Boolean(row.isShared) }]));
}

/** The service's applications with these providers. They are shared once there is another team. */
export async function serviceApplications(
  db: Db,
  settings: ProviderSettings,
  teamId: string,
  providers: readonly string[],
): Promise<readonly UsedApplication[]> {
  const other = await db
    .selectFrom('team')
    .select('id')
    .where('id', '!=', teamId)
    .limit(1)
    .executeTakeFirst();
  return providers.flatMap((provider) =>
    providerSettingsOf(settings, provider).client
      ? [{ provider, name: null, isShared: other !== undefined }]
      : [],
  );
}

/**
 * How the limits of applications stand, by provider. What is used of a shared one is left out, because it tells how much other
 * teams do. That the provider takes no request is told: the team's own requests find it out as well.
 */
export async function limitsOf(
  db: Db,
  applications: readonly UsedApplication[],
): Promise<ReadonlyMap<string, readonly ProviderLimit[]>> {
  if (applications.length === 0) return new Map();
  const rows = await db
    .selectFrom('provider_budget')
    .where('scope', '=', '')
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('provider', 'application'),
        'in',
        applications.map(({ provider, name }) => tuple(provider, name ?? '')),
      ),
    )
    .select(['provider', 'application', 'seconds', 'history', 'days', 'linking', 'elsewhere'])
    .select(sql<boolean>`window_end > now()`.as('isOpen'))
    .select(sql<Date | null>`case when blocked_until > now() then blocked_until end`.as('blocked_until'))
    .execute();
  const limits = new Map<string, ProviderLimit[]>();
  for (const { provider, name, isShared } of applications)
    for (const { per, requests, seconds } of findProvider(provider)?.adapter?.limits ?? []) {
      if (per !== 'application') continue;
      const row = rows.find(
        (each) => each.provider === provider && each.application === (name ?? '') && each.seconds === seconds,
      );
      const { history, days, linking, elsewhere } = row?.isOpen ? row : unused;
      limits.set(provider, [
        ...(limits.get(provider) ?? []),
        {
          application: name === null ? 'service' : 'team',
          requests,
          seconds,
          used: isShared ? null : { history, days, linking, elsewhere },
          blocked_until: row?.blocked_until?.toISOString() ?? null,
        },
      ]);
    }
  return limits;
}

const unused = { history: 0, days: 0, linking: 0, elsewhere: 0 };
