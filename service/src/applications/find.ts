import type { Urls } from '../adapters/index.js';
import {
  type AtPasswordProvider,
  type AtProvider,
  isOauth,
  isPassword,
  type OauthAdapter,
  type PasswordAdapter,
  type RevokeDeps,
} from '../grants/index.js';
import {
  budgetOf,
  type Credentials,
  findTeamApplication,
  findUsedApplication,
} from '../credentials/index.js';
import type { Deps } from '../deps.js';
import type { Network } from '../provider-http/index.js';
import { findProvider, providerSettingsOf, type RealProviderSettings } from '../providers/index.js';
import { addressesOf } from './addresses.js';

type Tools = Pick<Deps, 'db' | 'secrets' | 'providerSettings'>;

/** The application that a team's users sign in to: the team's own, or else the service's. Undefined if there is neither. */
export async function applicationOfTeam(
  deps: Tools,
  adapter: OauthAdapter,
  teamId: string,
): Promise<AtProvider | undefined> {
  const own = await findTeamApplication(deps, teamId, adapter.slug);
  if (own) return usable(deps, adapter, ofATeam(deps, own));
  return applicationOfService(deps, adapter);
}

/** The application that a grant was given to, by its name; null is the service's. Undefined if it no longer exists. */
async function applicationOfGrant(
  deps: Tools,
  adapter: OauthAdapter,
  name: string | null,
  grantId: string | undefined,
): Promise<AtProvider | undefined> {
  if (name === null) return applicationOfService(deps, adapter);
  const own = await findUsedApplication(deps, adapter.slug, name, grantId);
  return own && usable(deps, adapter, ofATeam(deps, { ...own, id: name }));
}

/** Finds the application of grants. If the team has removed it, its old credentials are used, to end its grants. */
export const grantResolver =
  (deps: Tools): RevokeDeps['resolve'] =>
  async ({ provider, application, grantId, client }) => {
    const adapter = findProvider(provider)?.adapter;
    if (adapter && isPassword(adapter)) return passwordApplication(deps, adapter);
    if (!adapter || !isOauth(adapter)) return undefined;
    const found = await applicationOfGrant(deps, adapter, application, grantId);
    return found ?? (client && usable(deps, adapter, ofATeam(deps, { ...client, id: application })));
  };

/** The service's own application. Undefined if the settings name none. */
export async function applicationOfService(
  deps: Pick<Tools, 'providerSettings'>,
  adapter: OauthAdapter,
): Promise<AtProvider | undefined> {
  const { client } = providerSettingsOf(deps.providerSettings, adapter.slug);
  if (!client) return undefined;
  const { id: clientId, secret: clientSecret, apiKey } = client;
  const key = apiKey !== undefined && { apiKey };
  return usable(deps, adapter, { clientId, clientSecret, ...key, id: null, budget: '' });
}

/** The application with which a provider with passwords is asked. Undefined if the settings do not name it. */
export function passwordApplication(
  { providerSettings }: Pick<Tools, 'providerSettings'>,
  adapter: PasswordAdapter,
): AtPasswordProvider | undefined {
  const said = providerSettingsOf(providerSettings, adapter.slug);
  const { client } = said;
  if (!client || !said.enabled) return undefined;
  const { id: clientId, secret: clientSecret, version } = client;
  return {
    adapter,
    // The addresses come from the operator or from this code. The host of one may contain a region.
    network: { provider: adapter.slug, allowPrivate: Object.keys(said.urls).length > 0 },
    application: {
      clientId,
      clientSecret,
      ...(version !== undefined && { clientVersion: version }),
      id: null,
      budget: '',
      urls: { ...adapter.signIn.urls, ...said.urls },
    },
  };
}

/**
 * An address that the operator has set may be on the operator's own network, and so may other addresses of its host. Addresses
 * that a server publishes may not: the code, the tokens and the secret are sent to them.
 */
function networkOf(provider: string, { where, urls }: RealProviderSettings): Network {
  const named = [where.base, ...Object.values(urls)].flatMap((each) => (each === null ? [] : [each]));
  const hosts = new Set(named.map((each) => new URL(each).hostname));
  return { provider, allowPrivate: ({ hostname }) => hosts.has(hostname) };
}

/** The addresses of a provider, for requests of any application. */
export async function urlsOfProvider(
  { providerSettings }: Pick<Tools, 'providerSettings'>,
  adapter: OauthAdapter,
): Promise<Urls> {
  const said = providerSettingsOf(providerSettings, adapter.slug);
  return addressesOf(adapter.signIn, said, networkOf(adapter.slug, said));
}

interface Named extends Credentials {
  readonly id: string | null;
  readonly budget: string;
}

/** Names a team's own application. The service's application has no name. */
const ofATeam = (
  { secrets }: Pick<Tools, 'secrets'>,
  own: Credentials & { readonly id: string | null },
): Named => ({ ...own, budget: own.id === null ? '' : budgetOf(secrets, own) });

async function usable(
  { providerSettings }: Pick<Tools, 'providerSettings'>,
  adapter: OauthAdapter,
  { clientId, clientSecret, apiKey, id, budget }: Named,
): Promise<AtProvider> {
  const said = providerSettingsOf(providerSettings, adapter.slug);
  return {
    adapter,
    network: networkOf(adapter.slug, said),
    application: {
      clientId,
      clientSecret,
      ...(apiKey !== undefined && { apiKey }),
      id,
      budget,
      where: said.where,
      urls: await urlsOfProvider({ providerSettings }, adapter),
    },
  };
}
