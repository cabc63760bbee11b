import type { ProviderHealth } from 'svc-link/contract';
import type { Deps } from '../deps.js';
import { readDegraded } from '../link-figures/index.js';
import { readActivity } from '../provider-activity/index.js';
import {
  findProvider,
  isForAll,
  offeredTo,
  type ProviderEntry,
  providers,
  usesApplication,
} from '../providers/index.js';
import { countProblems, countPulling, countStates } from './connection-states.js';
import { limitsOf, ownApplications, serviceApplications } from './provider-limits.js';

type HealthDeps = Pick<Deps, 'db' | 'secrets' | 'clock' | 'providerSettings' | 'activity' | 'log'>;

/** The state of each provider that the team can link or has connections with. */
export async function providerHealth(deps: HealthDeps, teamId: string): Promise<ProviderHealth[]> {
  const { db, providerSettings } = deps;
  // Stores what this process has counted. The counts of other processes are a few seconds late.
  await deps.activity.flush();
  const [offered, states, problems, pulling, activity, own, degraded] = await Promise.all([
    offeredTo(deps, teamId),
    countStates(db, teamId),
    countProblems(db, teamId),
    countPulling(db, teamId),
    readActivity(db, teamId),
    ownApplications(deps, teamId),
    readDegraded(db, teamId, deps.clock.now()),
  ]);
  const canLink = new Set(offered.map(({ slug }) => slug));
  const hasOwn = new Set([...own.readable.map((each) => each.provider), ...own.unreadable]);
  const slugs = shownOf(canLink, new Set(states.map(({ provider }) => provider)));
  const limits = await limitsOf(db, [
    ...own.readable,
    ...(await serviceApplications(db, providerSettings, teamId, slugs)),
  ]);

  return slugs.map((provider): ProviderHealth => {
    const entry = findProvider(provider);
    const count = (status: string): number =>
      states.find((each) => each.provider === provider && each.status === status)?.connections ?? 0;
    const happened = activity.get(provider);
    const times = (kind: string): number => happened?.get(kind)?.times ?? 0;
    const latest = (kind: string): string | null => happened?.get(kind)?.latest.toISOString() ?? null;
    return {
      provider,
      name: entry?.name ?? provider,
      application: entry && canLink.has(provider) ? applicationOf(deps, entry, hasOwn.has(provider)) : null,
      application_unreadable: own.unreadable.has(provider),
      degraded: degraded.has(provider),
      connections: {
        connected: count('connected'),
        paused: count('paused'),
        error: count('error'),
        pulling: pulling.get(provider)?.pulling ?? 0,
        retrying: pulling.get(provider)?.retrying ?? 0,
      },
      problems: problems
        .filter((each) => each.provider === provider && each.status === 'error')
        .map(({ error_type, connections, since }) => ({ error_type, connections, since }))
        .sort((a, b) => b.connections - a.connections || (a.error_type < b.error_type ? -1 : 1)),
      activity: entry?.adapter
        ? {
            renewals: times('renewed'),
            last_renewal_at: latest('renewed'),
            refusals: times('refused'),
            failures: times('failed'),
            notices: times('notice'),
            last_notice_at: latest('notice'),
            requests: times('request'),
          }
        : null,
      limits: [...(limits.get(provider) ?? [])],
    };
  });
}

/** Providers in the order of lists; those that this version does not know any more come last. */
function shownOf(canLink: ReadonlySet<string>, connected: ReadonlySet<string>): readonly string[] {
  const known = providers.map(({ slug }) => slug);
  const unknown = [...connected].filter((slug) => !known.includes(slug)).sort();
  return [...known.filter((slug) => canLink.has(slug) || connected.has(slug)), ...unknown];
}

function applicationOf(
  { providerSettings }: HealthDeps,
  entry: ProviderEntry,
  hasOwn: boolean,
): 'team' | 'service' | null {
  if (hasOwn) return 'team';
  return usesApplication(entry) && isForAll(providerSettings, entry) ? 'service' : null;
}
