import type { PublicResult } from '../contract/index.js';
import type { Announcement } from '../flow/index.js';

type DetailOf<Name extends Announcement['name']> = Extract<Announcement, { name: Name }>['detail'];

export type SvcOpenEvent = CustomEvent<Record<string, never>>;
export type SvcCloseEvent = CustomEvent<Record<string, never>>;
export type SvcReadyEvent = CustomEvent<DetailOf<'svc-ready'>>;
export type SvcStepEvent = CustomEvent<DetailOf<'svc-step'>>;
export type SvcSuccessEvent = CustomEvent<DetailOf<'svc-success'>>;
export type SvcErrorEvent = CustomEvent<DetailOf<'svc-error'>>;
export type SvcExpiringEvent = CustomEvent<DetailOf<'svc-expiring'>>;
export type SvcExitEvent = CustomEvent<DetailOf<'svc-exit'>>;
/** Cancelable: `preventDefault()` keeps the page where it is. */
export type SvcRedirectEvent = CustomEvent<{
  /** Where it goes, with the result in its query. */
  readonly url: string;
  readonly result: PublicResult;
}>;

/** Every event of `<svc-link>`, by name. All bubble, are composed and carry plain JSON. */
export interface SvcLinkEventMap {
  'svc-open': SvcOpenEvent;
  'svc-close': SvcCloseEvent;
  'svc-ready': SvcReadyEvent;
  'svc-step': SvcStepEvent;
  'svc-success': SvcSuccessEvent;
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
