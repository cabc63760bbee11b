import type { Urls, Where } from '../adapters/index.js';
import type { SignInHints } from './entry.js';

/** The operator's settings for the providers. */
export interface ProviderSettings {
  /** The slugs of the fictional providers that exist; empty if there are none. */
  readonly fictional: ReadonlySet<string>;
  /** The settings of real providers, by slug. */
  readonly real: ReadonlyMap<string, RealProviderSettings>;
}

export interface RealProviderSettings {
  /** The service's application, for teams that have none; undefined if each team needs its own. */
  readonly client:
    | {
        readonly id: string;
        /** Empty if the provider uses no secret. */
        readonly secret: string;
        /** The version of the provider's own app whose interface is used, for providers with passwords. */
        readonly version?: string;
        /** A further key, if the provider's interface needs one. */
        readonly apiKey?: string;
      }
    | undefined;
  /** False if nobody can link it. */
  readonly enabled: boolean;
  readonly where: Where;
  /** Addresses that replace those of the adapter. */
  readonly urls: Partial<Urls>;
  /** The secret that signs notices. */
  readonly noticeSecret: string | undefined;
  /** Set if the service subscribes to notices where it can. */
  readonly subscribes?: true;
  /** Addresses that replace those that this version knows; null for none. */
  readonly help?: Partial<Pick<SignInHints, 'help_url' | 'forgot_url'>>;
}

const nothingSaid: RealProviderSettings = {
  client: undefined,
  enabled: true,
  where: { base: null, region: null },
  urls: {},
  noticeSecret: undefined,
};

/** The operator's settings for a real provider. */
export const providerSettingsOf = ({ real }: ProviderSettings, slug: string): RealProviderSettings =>
  real.get(slug) ?? nothingSaid;
