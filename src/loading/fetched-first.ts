import { addressIn } from './address-in.js';
import type { Load } from './retried.js';

/** What is needed of a `Response`. */
interface Answer {
  readonly ok: boolean;
  text(): Promise<string>;
}

/** The files beside it that a file imports as it begins, as a bundler writes that. */
const importsOf = (code: string): readonly string[] =>
  Array.from(code.matchAll(/\b(?:from|import)\s*["'](\.\/[^"']+)["']/g), ([, address = '']) => address);

/**
 * Loads a module that other parts import as well. By another address they would bring a second copy of it, and a failure
 * that the browser keeps would be theirs too, so no import begins before the module, and what it imports, has been fetched.
 * It then comes out of the browser's cache.
 *
 * `load` is nothing but the import. `fetchFrom` fetches an address that is relative to the file which holds both, and beside
 * which the module's file stands.
 */
export function fetchedFirst<Module>(
  load: Load<Module>,
  fetchFrom: (address: string) => Promise<Answer>,
): Load<Module> {
  const fetchCode = async (address: string): Promise<string> => {
    const answer = await fetchFrom(address);
    if (!answer.ok) throw new Error('a part of the page is not there');
    // Only what was read to its end is in the cache.
    return answer.text();
  };
  return async () => {
    const address = addressIn(load);
    if (address !== undefined) await Promise.all(importsOf(await fetchCode(address)).map(fetchCode));
    return load();
  };
}
