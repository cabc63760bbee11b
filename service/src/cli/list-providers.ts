import {
  isAvailable,
  isForAll,
  type ProviderEntry,
  providers,
  type ProviderSettings,
  providerSettingsOf,
  redirectUriOf,
} from '../providers/index.js';
import type { Lines } from './chores.js';

/** Every real provider, and how it stands by the settings. Nothing secret is shown, and no client id whole. */
export const listProviders = (settings: ProviderSettings, publicUrl: string): Lines =>
  providers
    .filter(({ adapter }) => adapter !== undefined)
    .flatMap((provider) => [
      `${provider.slug}  ${provider.name}  ${standingOf(settings, provider)}`,
      ...(provider.authType === 'oauth'
        ? [`  redirect address  ${redirectUriOf(publicUrl, provider)}`, `  scopes  ${scopesOf(provider)}`]
        : []),
    ]);

function standingOf(settings: ProviderSettings, provider: ProviderEntry): string {
  if (!isAvailable(settings, provider)) return `off: ${whyOff(settings, provider)}`;
  const { client } = providerSettingsOf(settings, provider.slug);
  if (client) return `on for all teams: PROVIDERS names the application ${endOf(client.id)}`;
  if (isForAll(settings, provider)) return 'on for all teams: people sign in with a password';
  const why = provider.adapter?.ownApplicationsOnly
    ? "the provider's terms ask for one of each team"
    : 'PROVIDERS names no client_id';
  return `on for teams with their own application: ${why}`;
}

function whyOff({ real }: ProviderSettings, { slug, authType }: ProviderEntry): string {
  if (authType === 'password') return 'PROVIDERS has to set enabled to true';
  return real.has(slug) ? 'PROVIDERS sets enabled to false' : 'PROVIDERS does not name the base, its address';
}

/** Of a short one the end would be most of it. */
const endOf = (id: string): string => (id.length < 12 ? '…' : `…${id.slice(-4)}`);

function scopesOf({ scopes: { required, optional } }: ProviderEntry): string {
  const all = [...required, ...optional.map((scope) => `${scope} (optional)`)];
  return all.length > 0 ? all.join(', ') : 'none';
}
