import type { LinkProvider } from '../contract/index.js';
import { nameOf } from './ui/provider-words.js';

/**
 * The providers whose names contain these letters. If there are none, all providers: their other names may contain the letters.
 * Used until the search has loaded, so that the first row is already right for a person who presses it at once.
 */
export function byName(providers: readonly LinkProvider[], query: string): readonly LinkProvider[] {
  const letters = query.trim().toLowerCase();
  const found = letters ? providers.filter((each) => nameOf(each).toLowerCase().includes(letters)) : [];
  return found.length > 0 ? found : providers;
}
