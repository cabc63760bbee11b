import type { LinkProvider } from '../contract/index.js';
import { nameOf } from './ui/provider-words.js';

/**
 * The providers with these letters in their names; all of them if there is none: other names of theirs may have them. For as long as
 * the search has not loaded: who presses the first row at once is not to get another one.
 */
export function byName(providers: readonly LinkProvider[], query: string): readonly LinkProvider[] {
  const letters = query.trim().toLowerCase();
  const found = letters ? providers.filter((each) => nameOf(each).toLowerCase().includes(letters)) : [];
  return found.length > 0 ? found : providers;
}
