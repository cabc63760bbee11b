import { readCredentials } from '../../credentials/index.js';
import type { ProviderClient, ProviderEntry } from '../../providers/index.js';
import { sandboxClient } from '../../sandbox-oauth/index.js';
import type { OauthDeps } from './attempts.js';

/** The application with which this service stands at a provider for teams that have none of their own. */
export const clientOf = (deps: OauthDeps, provider: ProviderEntry): ProviderClient =>
  provider.client ?? sandboxClient(deps, provider);

/** The application by which a team's people are linked: its own if it has one, which is asked in the same way. */
export async function clientOfTeam(
  deps: OauthDeps,
  provider: ProviderEntry,
  teamId: string,
): Promise<ProviderClient> {
  return { ...clientOf(deps, provider), ...(await readCredentials(deps, teamId, provider.slug)) };
}
