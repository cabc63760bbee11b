import { classOf } from './inspect-page.js';
import type { LinkHost } from './link-host.js';
import type { Warn } from './warn.js';

/** The start of the key under which React keeps the props of an element's last render. */
const keptByReact = '__reactProps$';

/**
 * Warns of a tag that React hydrated: React sets neither properties nor listeners on a tag that was in the page before. `before`
 * are the element's own keys at its first drawing. An element that React made itself has React's key by then.
 */
export function inspectHydration(link: LinkHost, before: readonly string[], warn: Warn): void {
  const isKept = (key: string): boolean => key.startsWith(keptByReact);
  const key = Object.keys(link).find(isKept);
  if (!key || before.some(isKept)) return;
  const given: unknown = Reflect.get(link, key);
  if (typeof given !== 'object' || given === null) return;
  const { properties } = classOf(link);
  const leftOut = Object.entries(given)
    .filter(([name, value]) => !isUnset(value) && name in properties && isUnset(Reflect.get(link, name)))
    .map(([name]) => name);
  const unheard = Object.keys(given).filter((name) => name.startsWith('onsvc-'));
  if (leftOut.length + unheard.length > 0) warn('react-hydrated', [...leftOut, ...unheard].join(', '));
}

const isUnset = (value: unknown): boolean => value === undefined || value === null;
