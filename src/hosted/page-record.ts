import { LinkSettings, readMessage, type Opener } from '../bridge/index.js';
import { LinkProvider } from '../contract/index.js';
import { keepRecord, type WindowRecord } from './window-record.js';
import type { Outcome } from './arrival.js';

/** How a run ended. */
export interface PageEnd extends Outcome {
  /** Whether the connection waits until the host's server confirms it. */
  readonly waits: boolean;
  /** The message for a person who left; null if nothing has changed. */
  readonly left: 'disconnected' | 'left' | null;
}

/** What a page with the whole widget knows about itself over reloads and the visit to the provider. */
export interface PageFacts {
  readonly session: string | null;
  /** The page that opened this one; null if no page did. */
  readonly opener: Opener | null;
  readonly settings: LinkSettings;
  /** Slug of the provider to go straight to. */
  readonly provider: string | null;
  readonly locale: string | null;
  /** The provider that the person was sent to. */
  readonly chosen: LinkProvider | null;
  /** How the run ended, and the provider's name: a page that has ended does not begin again. */
  readonly ended: (PageEnd & { readonly name: string | null }) | null;
}

/** The settings of a page that gets none. */
export const plainSettings: LinkSettings = {
  mode: 'window',
  providers: [],
  redirectOn: null,
  withoutSearch: false,
  withAnother: false,
  canRenew: false,
};

/** The facts of a record. */
export function factsOf({ session, origin, nonce, page }: WindowRecord): PageFacts {
  // Only this page writes them, so not every field is checked.
  const { settings, provider, locale, chosen, ended } = page as PageFacts;
  return {
    session,
    opener: origin ? { origin, nonce } : null,
    settings: readMessage(LinkSettings, settings) ?? plainSettings,
    provider: provider ?? null,
    locale: locale ?? null,
    chosen: readMessage(LinkProvider, chosen),
    ended: ended ?? null,
  };
}

export function keepFacts({ session, opener, ...page }: PageFacts): void {
  if (session)
    keepRecord({
      origin: '',
      nonce: '',
      ...opener,
      session,
      provider: '',
      locale: page.locale ?? undefined,
      page,
    });
}
