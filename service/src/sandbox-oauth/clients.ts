import { applicationOf, findApplications } from '../credentials/index.js';
import type { Deps } from '../deps.js';
import type { ProviderClient, ProviderEntry } from '../providers/index.js';

/** What the fictional authorization servers need of the service. */
export type SandboxDeps = Pick<
  Deps,
  'db' | 'clock' | 'secrets' | 'publicUrl' | 'sandboxUrl' | 'internalUrl' | 'providerSettings'
>;

/** An application that is known at a fictional provider. */
export interface RegisteredClient {
  readonly id: string;
  /** Each of them is valid. */
  readonly secrets: readonly string[];
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export const issuerOf = (deps: SandboxDeps, provider: ProviderEntry): string =>
  `${deps.sandboxUrl}/sandbox/oauth/${provider.slug}`;

const sharedClientId = (provider: ProviderEntry): string => `svc-link-${provider.slug}`;
const sharedClientSecret = (deps: SandboxDeps, provider: ProviderEntry): string =>
  deps.secrets.derive(`sandbox client ${provider.slug}`);

/** An application by its client id: the one that teams share, or one that a team has set as its own. */
export async function findClient(
  deps: SandboxDeps,
  provider: ProviderEntry,
  id: string,
): Promise<RegisteredClient | undefined> {
  const redirectUris = [`${deps.publicUrl}/v2/link/connect/${provider.slug}`];
  if (id === sharedClientId(provider)) {
    return { id, secrets: [sharedClientSecret(deps, provider)], name: 'Svc Link', redirectUris };
  }
  const own = await findApplications(deps, provider.slug, applicationOf(id));
  const [first] = own;
  return first && { id, secrets: own.map((each) => each.clientSecret), name: first.name, redirectUris };
}

/** The shared application at a fictional provider, as the OAuth engine needs it. */
export function sandboxClient(deps: SandboxDeps, provider: ProviderEntry): ProviderClient {
  const issuer = issuerOf(deps, provider);
  return {
    authorizationUrl: `${issuer}/authorize`,
    // Called by this server itself, which may not reach its own public address.
    tokenUrl: `${deps.internalUrl}/sandbox/oauth/${provider.slug}/token`,
    clientId: sharedClientId(provider),
    clientSecret: sharedClientSecret(deps, provider),
    clientAuthentication: 'basic',
    pkce: true,
    responseMode: provider.slug === 'iris_sleep' ? 'form_post' : 'query',
    scopeSeparator: ' ',
    issuer,
    accountField: 'account_id',
  };
}
