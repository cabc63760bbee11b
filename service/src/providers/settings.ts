import type { Urls, Where } from '../adapters/index.js';
import type { SignInHints } from './entry.js';

/** What the operator says about the providers. */
export interface ProviderSettings {
  /** The slugs of the fictional providers that exist; empty if none does. */
  readonly fictional: ReadonlySet<string>;
  /** By slug. */
  readonly real: ReadonlyMap<string, RealProviderSettings>;
}

export interface RealProviderSettings {
  /** The service's application, used for teams that have none; undefined if only those of teams are used. */
  readonly client:
    | {
        readonly id: string;
        /** Empty if the provider knows none. */
        readonly secret: string;
        /** Of the app whose interface is asked, for providers with passwords. */
        readonly version?: string;
        /** For a provider whose interface asks for a further key. */
        readonly apiKey?: string;
      }
    | undefined;
  /** False if nobody can link it. */
  readonly enabled: boolean;
  readonly where: Where;
  /** In place of the adapter's addresses. */
  readonly urls: Partial<Urls>;
  /** What notices are signed with. */
  readonly noticeSecret: string | undefined;
  /** Set if the service is to have notices sent, where it can. */
  readonly subscribes?: true;
  /** In place of the addresses that this version knows; null for none. */
  readonly help?: Partial<Pick<SignInHints, 'help_url' | 'forgot_url'>>;
}

const nothingSaid: RealProviderSettings = {
  client: undefined,
  enabled: true,
  where: { base: null, region: null },
  urls: {},
  noticeSecret: undefined,
};

/** What the operator says about a real provider. */
export const providerSettingsOf = ({ real }: ProviderSettings, slug: string): RealProviderSettings =>
  real.get(slug) ?? nothingSaid;
