import type { SvcLinkEventMap } from './svc-link.events.js';

type Names = keyof SvcLinkEventMap;
/** An event of the element, with the detail that belongs to its name. */
export type SvcLinkEvent = {
  [Name in Names]: { name: Name; detail: SvcLinkEventMap[Name]['detail'] };
}[Names];

/** Dispatches an event; false if a listener prevented it. */
export function emit(target: EventTarget, { name, detail }: SvcLinkEvent, cancelable = false): boolean {
  return target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}
