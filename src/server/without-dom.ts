// What Workers and edge runtimes have in place of `index.ts`, `define.ts` and what the component for React takes of the element:
// their bundlers take Lit's build for browsers, which extends an HTMLElement that they do not have.
import type { LinkOutcome } from '../element/index.js';
import { noPage, propertyNames, version } from './class-facts.js';

export class SvcLink {
  static readonly version = version;

  static readonly properties = Object.fromEntries(propertyNames.map((name) => [name, {}]));

  static open(): Promise<LinkOutcome> {
    return Promise.reject(new TypeError(noPage));
  }
}

/** There is nothing to register in. */
export const register = async (): Promise<void> => {};
