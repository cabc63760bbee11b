import type { ProviderClient, ProviderEntry } from '../providers/index.js';
import { sandboxClient } from '../sandbox-oauth/index.js';
import type { OauthDeps } from './attempts.js';

/** The application with which this service stands at a provider. */
export const clientOf = (deps: OauthDeps, provider: ProviderEntry): ProviderClient =>
  provider.client ?? sandboxClient(deps, provider);
