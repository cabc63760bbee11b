import type { ConsentGiven, LinkProvider } from '../../contract/index.js';
import type { State } from '../../flow/index.js';
import type { Translate } from '../translate.js';

/** The version of the words that people agree to, in all languages. A test fails if the words change and this does not. */
export const consentVersion = '1';

/** The resources that are shared as the list is now: the earlier choice, or all, always with those that cannot be left out. */
export function sharedOf({ shared }: State, provider: LinkProvider | null): readonly string[] {
  const all = provider?.resources ?? [];
  const chosen = shared ?? provider?.shared_resources ?? all;
  const kept = all.filter(
    (resource) => chosen.includes(resource) || !provider?.optional_resources?.includes(resource),
  );
  return kept.length > 0 ? kept : all;
}

/** What the person agrees to with the words they see; null if the provider does not say what it has. */
export function agreed(state: State, provider: LinkProvider | null, t: Translate): ConsentGiven | null {
  const resources = sharedOf(state, provider);
  return resources.length > 0
    ? { resources: [...resources], text_version: textVersion(t), language: t.locale }
    : null;
}

/** For words that the page replaced: a hash that tells them from others. It is not proof against a search for the same hash. */
function textVersion({ overrides }: Translate): string {
  const own = Object.entries(overrides).filter(([key]) => /^(resource\.|step\.sign-in\.consent)/.test(key));
  if (own.length === 0) return consentVersion;
  let hash = 0x811c9dc5; // FNV-1a
  for (const letter of JSON.stringify(own.sort())) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return `custom:${(hash >>> 0).toString(36)}`;
}
