'use client';
import type { SvcLinkEventMap } from '../element/index.js';

type HandlerName<Name extends string> = Name extends `svc-${infer Word}` ? `on${Capitalize<Word>}` : never;

/** The element's events, as properties of the component. */
export const events: { readonly [Name in keyof SvcLinkEventMap as HandlerName<Name>]: Name } = {
  onOpen: 'svc-open',
  onClose: 'svc-close',
  onReady: 'svc-ready',
  onStep: 'svc-step',
  onSuccess: 'svc-success',
  onDisconnect: 'svc-disconnect',
  onError: 'svc-error',
  onExpiring: 'svc-expiring',
  onExit: 'svc-exit',
  onRedirect: 'svc-redirect',
};

/** A handler for each event. */
export type Handlers = {
  readonly [Name in keyof SvcLinkEventMap as HandlerName<Name>]?:
    | ((event: SvcLinkEventMap[Name]) => void)
    | undefined;
};
