import type { PublicResult } from '../../contract/index.js';

/**
 * Owns the results of the connections that a run in the hosted page has made. The page and the service both report them, and the
 * host page hears of each once.
 */
export class MadeResults {
  /** The latest last. A provider has one. */
  list: readonly PublicResult[] = [];
  /** The providers whose latest success the service reported before the hosted page. */
  readonly #ahead = new Set<string | null>();

  /** Takes a result of the service, and returns whether it is news. */
  read(result: PublicResult): boolean {
    const isNews = this.#keep(result);
    if (isNews) this.#ahead.add(result.provider);
    return isNews;
  }

  /** Takes a result of the hosted page, and returns whether it is news. A provider that was connected again is. */
  hear(result: PublicResult): boolean {
    if (!this.#ahead.delete(result.provider)) this.drop(result.provider);
    return this.#keep(result);
  }

  drop(slug: string | null): void {
    this.list = this.list.filter(({ provider }) => provider !== slug);
  }

  #keep(result: PublicResult): boolean {
    const keys = ['provider', 'provider_id', 'connected'] as const;
    if (this.list.some((known) => keys.every((key) => known[key] === result[key]))) return false;
    this.drop(result.provider);
    this.list = [...this.list, result];
    return true;
  }
}
