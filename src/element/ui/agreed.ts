import type { ConsentGiven, LinkProvider } from '../../contract/index.js';
import type { State } from '../../flow/index.js';
import type { Translate } from '../translate.js';

/** The version of the words by which people agree, in all languages. A test fails if they change without it. */
export const consentVersion = '1';

/** The resources that are shared as the list stands: what was chosen before, or all, with what cannot be left out. */
export function sharedOf({ shared }: State, provider: LinkProvider | null): readonly string[] {
  const all = provider?.resources ?? [];
  const chosen = shared ?? provider?.shared_resources ?? all;
  const kept = all.filter(
    (resource) => chosen.includes(resource) || !provider?.optional_resources?.includes(resource),
  );
  return kept.length > 0 ? kept : all;
}

/** What the person agrees to by the words they see; null if the provider does not say what it has. */
export function agreed(state: State, provider: LinkProvider | null, t: Translate): ConsentGiven | null {
  const resources = sharedOf(state, provider);
  return resources.length > 0
    ? { resources: [...resources], text_version: textVersion(t), language: t.locale }
    : null;
}

/** Of words that the page replaced, something that tells them from others; not proof against who looks for the same. */
function textVersion({ overrides }: Translate): string {
  const own = Object.entries(overrides).filter(([key]) => /^(resource\.|step\.sign-in\.consent)/.test(key));
  if (own.length === 0) return consentVersion;
  let hash = 0x811c9dc5; // FNV-1a
  for (const letter of JSON.stringify(own.sort())) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return `custom:${(hash >>> 0).toString(36)}`;
}
