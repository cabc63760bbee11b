import type { Secrets } from '../crypto/index.js';
import { noticesUrl, type OwnApplication } from '../notices/index.js';
import { noticesLines, type Standings } from './notices-lines.js';
import {
  isAvailable,
  isForAll,
  type ProviderEntry,
  providers,
  type ProviderSettings,
  providerSettingsOf,
  redirectUriOf,
} from '../providers/index.js';
import type { Lines } from './lines.js';

/** What decides whether the addresses for notices can be made, and whether they may be shown. */
export interface NoticesKey {
  /** Undefined if there are no keys yet, or if their database cannot be read now. */
  readonly secrets: Secrets | undefined;
  /** Whether the output goes to a terminal, not to a file, pipe or log. */
  readonly isTerminal: boolean;
}

/**
 * Lists every real provider and its state by the settings. A client id is never shown whole. The address for notices of the
 * service's application contains a key, so only an operator at a terminal sees it. The same holds for the addresses of teams'
 * `own` applications: somebody has to set them in the provider's portal, and the operator passes them on. `standings` is the
 * state of notices, if it is known.
 */
export const listProviders = (
  settings: ProviderSettings,
  publicUrl: string,
  key: NoticesKey,
  standings?: Standings,
  own: readonly OwnApplication[] = [],
): Lines =>
  providers
    .filter(({ adapter }) => adapter !== undefined)
    .flatMap((provider) => [
      `${provider.slug}  ${provider.name}  ${standingOf(settings, provider)}`,
      ...(provider.authType === 'oauth'
        ? [`  redirect address  ${redirectUriOf(publicUrl, provider)}`, `  scopes  ${scopesOf(provider)}`]
        : []),
      ...(isNotified(settings, provider)
        ? [`  address for notices  ${noticesOf(provider, publicUrl, key)}`]
        : []),
      ...own
        .filter(({ provider: slug }) => slug === provider.slug && isSetUpByHand(settings, provider))
        .map(
          (one) =>
            `  address for notices of ${one.team}  ${noticesOf(provider, publicUrl, key, one.application)}`,
        ),
      ...noticesLines(settings, provider, publicUrl, standings),
    ]);

/** Whether the provider can send notices for the service's application. */
const isNotified = (settings: ProviderSettings, provider: ProviderEntry): boolean =>
  provider.adapter?.notices !== undefined &&
  isAvailable(settings, provider) &&
  providerSettingsOf(settings, provider.slug).client !== undefined;

/** Whether somebody has to enter the address in the provider's portal. */
const isSetUpByHand = (settings: ProviderSettings, provider: ProviderEntry): boolean => {
  const notices = provider.adapter?.notices;
  return notices !== undefined && !notices.subscriptions && isAvailable(settings, provider);
};

function noticesOf(
  { slug }: ProviderEntry,
  publicUrl: string,
  { secrets, isTerminal }: NoticesKey,
  application: string | null = null,
): string {
  if (!isTerminal) return 'holds a key, so it is shown at a terminal only';
  if (!secrets)
    return 'is made from a key in the database, which cannot be read now: set SVC_MASTER_KEY, start the service once, and stop it if its data is in a folder';
  return `${noticesUrl({ publicUrl, secrets }, slug, application)}  (holds a key: keep it to yourself)`;
}

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

/** The end of an id. For a short id the last four characters would be most of it, so they are left out. */
const endOf = (id: string): string => (id.length < 12 ? '…' : `…${id.slice(-4)}`);

function scopesOf({ scopes: { required, optional } }: ProviderEntry): string {
  const all = [...required, ...optional.map((scope) => `${scope} (optional)`)];
  return all.length > 0 ? all.join(', ') : 'none';
}
