import { addressIn } from './address-in.js';
import type { Load } from './retried.js';

/** The part of a `Response` that is used here. */
interface Answer {
  readonly ok: boolean;
  text(): Promise<string>;
}

/** The files in the same folder that a file imports statically, in the form that a bundler writes. */
const importsOf = (code: string): readonly string[] =>
  Array.from(code.matchAll(/\b(?:from|import)\s*["'](\.\/[^"']+)["']/g), ([, address = '']) => address);

/**
 * Loads a module that other parts import too. A retry by another address would load a second copy, and if the browser keeps a
 * failed import, the other parts would fail too. So the module and its imports are fetched first, and the import begins only
 * after that and reads them from the browser's cache.
 *
 * `load` must contain nothing but the import. `fetchFrom` fetches an address relative to the file that holds both functions.
 * The module's file must be in the same folder as that file.
 */
export function fetchedFirst<Module>(
  load: Load<Module>,
  fetchFrom: (address: string) => Promise<Answer>,
): Load<Module> {
  const fetchCode = async (address: string): Promise<string> => {
    const answer = await fetchFrom(address);
    if (!answer.ok) throw new Error('a part of the page is not there');
    // Only an answer that was read to its end is in the cache.
    return answer.text();
  };
  return async () => {
    const address = addressIn(load);
    if (address !== undefined) await Promise.all(importsOf(await fetchCode(address)).map(fetchCode));
    return load();
  };
}
