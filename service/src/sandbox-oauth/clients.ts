import type { Deps } from '../deps.js';
import type { ProviderClient, ProviderEntry } from '../providers/index.js';

/** What the fictional authorization servers need of the service. */
export type SandboxDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'publicUrl' | 'sandboxUrl' | 'internalUrl'>;

/** An application that is known at a fictional provider. */
export interface RegisteredClient {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export const issuerOf = (deps: SandboxDeps, provider: ProviderEntry): string =>
  `${deps.sandboxUrl}/sandbox/oauth/${provider.slug}`;

/** The application that teams share which have none of their own. */
function defaultClient(deps: SandboxDeps, provider: ProviderEntry): RegisteredClient {
  return {
    id: `svc-link-${provider.slug}`,
    secret: deps.secrets.derive(`sandbox client ${provider.slug}`),
    name: 'Svc Link',
    redirectUris: [`${deps.publicUrl}/v2/link/connect/${provider.slug}`],
  };
}

export function findClient(
  deps: SandboxDeps,
  provider: ProviderEntry,
  id: string,
): RegisteredClient | undefined {
  const client = defaultClient(deps, provider);
  return client.id === id ? client : undefined;
}

/** The shared application at a fictional provider, as the OAuth engine needs it. */
export function sandboxClient(deps: SandboxDeps, provider: ProviderEntry): ProviderClient {
  const client = defaultClient(deps, provider);
  const issuer = issuerOf(deps, provider);
  return {
    authorizationUrl: `${issuer}/authorize`,
    // Asked by this server itself, which need not reach its own public address.
    tokenUrl: `${deps.internalUrl}/sandbox/oauth/${provider.slug}/token`,
    clientId: client.id,
    clientSecret: client.secret,
    clientAuthentication: 'basic',
    pkce: true,
    responseMode: provider.slug === 'iris_sleep' ? 'form_post' : 'query',
    scopeSeparator: ' ',
    issuer,
    accountField: 'account_id',
  };
}
