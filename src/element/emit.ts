import type { Source } from '../flow/index.js';
import type { Correlation, SvcLinkEventMap } from './svc-link.events.js';

type Names = keyof SvcLinkEventMap;
type DetailOf<Name extends Names> = Omit<SvcLinkEventMap[Name]['detail'], keyof Correlation>;
/** An event of the element, with the detail that belongs to its name. The parts of its source that are not known are null. */
export type SvcLinkEvent = {
  [Name in Names]: { name: Name; detail: DetailOf<Name> & Partial<Source> };
}[Names];

/** Dispatches an event; false if a listener prevented it. */
export function emit(target: EventTarget, { name, detail }: SvcLinkEvent, cancelable = false): boolean {
  const nowhere: Source = { link_session_id: null, request_id: null };
  // A copy, as plain JSON: what a listener does to it changes nothing here. Jest's jsdom has no `structuredClone`.
  const told: unknown = JSON.parse(JSON.stringify({ ...nowhere, ...detail, at: new Date() }));
  return target.dispatchEvent(
    new CustomEvent(name, { detail: told, bubbles: true, composed: true, cancelable }),
  );
}
