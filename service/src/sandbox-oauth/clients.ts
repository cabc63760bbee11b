import { applicationOf, findApplications } from '../credentials/index.js';
import type { Deps } from '../deps.js';
import type { ProviderClient, ProviderEntry } from '../providers/index.js';

/** The parts of the service that the fictional authorization servers need. */
export type SandboxDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'secrets' | 'publicUrl' | 'sandboxUrl' | 'internalUrl' | 'providerSettings'
>;

/** An application that is registered with a fictional provider. */
export interface RegisteredClient {
  readonly id: string;
  /** Each of these secrets is valid. */
  readonly secrets: readonly string[];
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export const issuerOf = (deps: SandboxDeps, provider: ProviderEntry): string =>
  `${deps.sandboxUrl}/sandbox/oauth/${provider.slug}`;

const sharedClientId = (provider: ProviderEntry): string => `svc-link-${provider.slug}`;
const sharedClientSecret = (deps: SandboxDeps, provider: ProviderEntry): string =>
  deps.secrets.derive(`sandbox client ${provider.slug}`);

/** Finds an application by its client id: the one that teams share, or a team's own. */
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
  const [first] = own.readable;
  return (
    first && { id, secrets: own.readable.map((each) => each.clientSecret), name: first.name, redirectUris }
  );
}

/** The shared application at a fictional provider, in the form that the OAuth engine needs. */
export function sandboxClient(deps: SandboxDeps, provider: ProviderEntry): ProviderClient {
  const issuer = issuerOf(deps, provider);
  return {
    authorizationUrl: `${issuer}/authorize`,
    // This server calls the address itself, and may not reach its own public address.
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
