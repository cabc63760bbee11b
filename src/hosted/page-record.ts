import { LinkSettings, readMessage, type Opener } from '../bridge/index.js';
import { LinkProvider } from '../contract/index.js';
import { keepRecord, type WindowRecord } from './window-record.js';
import type { Outcome } from './arrival.js';

/** How a run ended. */
export interface PageEnd extends Outcome {
  /** Whether the connection waits for the word of the host. */
  readonly waits: boolean;
  /** What is said to a person who left, if it is not that nothing has changed. */
  readonly left: 'disconnected' | 'left' | null;
}

/** What a page with the whole widget knows of itself over reloads and the trip to the provider. */
export interface PageFacts {
  readonly session: string | null;
  /** The page that opened this one; null if an address did. */
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

/** A page that nobody tells how to be. */
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
  // Only this page writes them, so they are read with little doubt.
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
