import { readCredentials } from '../../credentials/index.js';
import type { ProviderClient, ProviderEntry } from '../../providers/index.js';
import { sandboxClient } from '../../sandbox-oauth/index.js';
import type { OauthDeps } from './attempts.js';

/** The service's own application with a provider, used for teams that have none. */
export const clientOf = (deps: OauthDeps, provider: ProviderEntry): ProviderClient =>
  provider.client ?? sandboxClient(deps, provider);

/** The application that a team's users sign in to: its own if it has one, else the service's. */
export async function clientOfTeam(
  deps: OauthDeps,
  provider: ProviderEntry,
  teamId: string,
): Promise<ProviderClient> {
  return { ...clientOf(deps, provider), ...(await readCredentials(deps, teamId, provider.slug)) };
}
