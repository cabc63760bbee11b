import { sql } from 'kysely';
import type { ProviderLimit } from 'svc-link/contract';
import { budgetOf, isUsed, openSealedCredentials, placeOfCredentials } from '../credentials/index.js';
import type { Db } from '../db/index.js';
import type { Deps } from '../deps.js';
import { findProvider, type ProviderSettings, providerSettingsOf } from '../providers/index.js';

/** An application whose limits apply to a team, and whether other teams use it too. */
interface UsedApplication {
  readonly provider: string;
  /** Whose application it is: the team's own, or the service's. */
  readonly of: 'team' | 'service';
  readonly budget: string;
  readonly isShared: boolean;
}

interface OwnApplications {
  readonly readable: readonly UsedApplication[];
  /** The providers for which the team's application cannot be decrypted, because its key is lost. No request can use it. */
  readonly unreadable: ReadonlySet<string>;
}

/**
 * A team's own applications. Other teams' credentials are not decrypted: an
 * application is shared if another team has connections with the same client id.
 */
export async function ownApplications(
  { db, secrets, log }: Pick<Deps, 'db' | 'secrets' | 'log'>,
  teamId: string,
): Promise<OwnApplications> {
  const isShared = sql<boolean>`exists (
    select from custom_credentials as other
    where other.provider = own.provider and other.application = own.application and other.team_id <> own.team_id
      and ${isUsed('other')})`;
  const rows = await db
    .selectFrom('custom_credentials as own')
    .where('own.team_id', '=', teamId)
    .select(['own.team_id', 'own.provider', 'own.credentials', isShared.as('is_shared')])
    .execute();
  const readable: UsedApplication[] = [];
  const unreadable = new Set<string>();
  for (const row of rows) {
    const { provider, is_shared } = row;
    try {
      const budget = budgetOf(secrets, openSealedCredentials(secrets, row));
      readable.push({ provider, of: 'team', budget, isShared: is_shared });
    } catch (err) {
      log.error(
        { err, row_id: placeOfCredentials(teamId, provider), provider },
        'an application does not open',
      );
      unreadable.add(provider);
    }
  }
  return { readable, unreadable };
}

/** The service's applications with these providers. They are shared if there is another team. */
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
      ? [{ provider, of: 'service', budget: '', isShared: other !== undefined }]
      : [],
  );
}

/**
 * The state of the limits of applications, by provider. For a shared application the use is left out, because it would show
 * how active other teams are. A provider's refusal of all requests is shown: the team's own requests meet it too.
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
        applications.map(({ provider, budget }) => tuple(provider, budget)),
      ),
    )
    .select(['provider', 'application', 'seconds', 'history', 'days', 'linking', 'elsewhere'])
    .select(sql<boolean>`window_end > now()`.as('isOpen'))
    .select(sql<Date | null>`case when blocked_until > now() then blocked_until end`.as('blocked_until'))
    .execute();
  const limits = new Map<string, ProviderLimit[]>();
  for (const { provider, of, budget, isShared } of applications)
    for (const { per, requests, seconds } of findProvider(provider)?.adapter?.limits ?? []) {
      if (per !== 'application') continue;
      const row = rows.find(
        (each) => each.provider === provider && each.application === budget && each.seconds === seconds,
      );
      const { history, days, linking, elsewhere } = row?.isOpen ? row : unused;
      limits.set(provider, [
        ...(limits.get(provider) ?? []),
        {
          application: of,
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
