import { isNearMiss } from './near-miss.js';
import type { SvcLinkEventMap } from './svc-link.events.js';
import type { Warn } from './warn.js';

/** Every event that the element sends. */
const words = {
  'svc-open': true,
  'svc-close': true,
  'svc-ready': true,
  'svc-step': true,
  'svc-success': true,
  'svc-disconnect': true,
  'svc-error': true,
  'svc-expiring': true,
  'svc-exit': true,
  'svc-redirect': true,
} as const satisfies Record<keyof SvcLinkEventMap, true>;

/** Warns of a listener for an event that the element does not send. */
export function inspectEvent(type: string, warn: Warn): void {
  if (type in words) return;
  const meant = Object.keys(words).find((name) => isNearMiss(type, name));
  warn('event-unknown', meant ? `${type}, did you mean ${meant}` : type);
}
