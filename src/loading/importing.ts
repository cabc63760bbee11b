import { addressIn } from './address-in.js';
import { retried, type Load } from './retried.js';

/**
 * Loads a module that nothing else imports, and can load it again after a failure. Only the bundler knows the address, which
 * may be our bundler or the application's. So the address is read from the import that the bundler wrote. If a bundler has its
 * own loader, as webpack has, `load` is called again, because such a loader does not keep a failure.
 *
 * `load` must contain nothing but the import. `from` must be `import(address)` in the same file, so that an address means the
 * same in both.
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
