import type { PublicResult } from '../contract/index.js';
import type { Announcement, Source } from '../flow/index.js';

/** The part of the detail that every event has. It joins an event with others and with the service's record of the session. */
export interface Correlation extends Source {
  /** When it was dispatched, by the clock of the browser: ISO 8601, in UTC. */
  readonly at: string;
}

type DetailOf<Name extends Announcement['name']> = Extract<Announcement, { name: Name }>['detail'] &
  Correlation;

export type SvcOpenEvent = CustomEvent<Correlation>;
export type SvcCloseEvent = CustomEvent<Correlation>;
export type SvcReadyEvent = CustomEvent<DetailOf<'svc-ready'>>;
export type SvcStepEvent = CustomEvent<DetailOf<'svc-step'>>;
export type SvcSuccessEvent = CustomEvent<DetailOf<'svc-success'>>;
export type SvcDisconnectEvent = CustomEvent<DetailOf<'svc-disconnect'>>;
export type SvcErrorEvent = CustomEvent<DetailOf<'svc-error'>>;
export type SvcExpiringEvent = CustomEvent<DetailOf<'svc-expiring'>>;
export type SvcExitEvent = CustomEvent<DetailOf<'svc-exit'>>;
/** Cancelable: `preventDefault()` keeps the page where it is. */
export type SvcRedirectEvent = CustomEvent<
  {
    /** Where it goes, with the result in its query. */
    readonly url: string;
    readonly result: PublicResult;
  } & Correlation
>;

/** Every event of `<svc-link>`, by name. All bubble, are composed and carry plain JSON. */
export interface SvcLinkEventMap {
  'svc-open': SvcOpenEvent;
  'svc-close': SvcCloseEvent;
  'svc-ready': SvcReadyEvent;
  'svc-step': SvcStepEvent;
  'svc-success': SvcSuccessEvent;
  'svc-disconnect': SvcDisconnectEvent;
  'svc-error': SvcErrorEvent;
  'svc-expiring': SvcExpiringEvent;
  'svc-exit': SvcExitEvent;
  'svc-redirect': SvcRedirectEvent;
}

declare global {
  // The events bubble, so `document` and `window` receive them too.
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- a global type is only widened this way
  interface GlobalEventHandlersEventMap extends SvcLinkEventMap {}
}
