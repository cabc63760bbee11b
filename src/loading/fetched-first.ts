import { addressIn } from './address-in.js';
import type { Load } from './retried.js';

/** What is needed of a `Response`. */
interface Answer {
  readonly ok: boolean;
  text(): Promise<string>;
}

/**
 * Loads a module that other parts import as well. By another address they would bring a second copy of it, and a failure
 * that the browser keeps would be theirs too, so no import begins before the module has been fetched. It then comes out of
 * the browser's cache.
 *
 * `load` is nothing but the import. `fetchFrom` fetches an address that is relative to the file which holds both.
 */
export function fetchedFirst<Module>(
  load: Load<Module>,
  fetchFrom: (address: string) => Promise<Answer>,
): Load<Module> {
  return async () => {
    const address = addressIn(load);
    const answer = address === undefined ? null : await fetchFrom(address);
    if (answer && !answer.ok) throw new Error('a part of the page is not there');
    // Only what was read to its end is in the cache.
    await answer?.text();
    return load();
  };
}
