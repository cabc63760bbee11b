// Workers and edge runtimes have this instead of the element's `index.ts` and `define.ts`, and the React component uses it there:
// their bundlers take Lit's build for browsers, which extends an HTMLElement that these runtimes do not have.
import type { LinkOutcome } from '../element/index.js';
import { noPage, propertyNames, version } from './class-facts.js';

export class SvcLink {
  static readonly version = version;

  static readonly properties = Object.fromEntries(propertyNames.map((name) => [name, {}]));

  static open(): Promise<LinkOutcome> {
    return Promise.reject(new TypeError(noPage));
  }
}

/** Does nothing, because these runtimes have no registry of elements. */
export const register = async (): Promise<void> => {};
