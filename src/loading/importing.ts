import { addressIn } from './address-in.js';
import { retried, type Load } from './retried.js';

/**
 * Loads a module that nothing else imports, and again after a failure. Its address is known to the bundler alone, our own
 * or that of the application which holds the package, so it is read from the import that the bundler wrote. If a bundler has
 * a loader of its own, as webpack has, `load` is called again: such a loader keeps no failure.
 *
 * `load` is nothing but the import. `from` is `import(address)` itself, written in the same file, so that an address means
 * the same in both.
 */
export function importing<Module>(
  load: Load<Module>,
  from: (address: string) => Promise<Module>,
): Load<Module> {
  return retried((query) => {
    const address = query && addressIn(load);
    return address ? from(address + (address.includes('?') ? query.replace('?', '&') : query)) : load();
  });
}
