import type { LitElement, ReactiveController } from 'lit';
import type { LinkProvider } from '../../contract/index.js';
import { importing } from '../../loading/index.js';
import { byName } from '../by-name.js';
import { allUpTo, firstRows } from '../ui/rows.js';
import type { ListTools, Range } from './list-tools.js';
import { PartLoader } from './part-loader.js';

type ToolsModule = typeof import('./list-tools.js');

const importTools = importing<ToolsModule>(
  () => import('./list-tools.js'),
  (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address),
);

/**
 * Owns when the list is searched, and where it is scrolled to. Does not own the query, which is part of the flow's state,
 * nor what it finds, nor which rows of a long list are in the document.
 */
export class ProviderList implements ReactiveController {
  readonly #host: LitElement;
  /**
   * The search, and the code that draws a part of a long list. It loads when the browser is idle, or earlier when it is needed.
   */
  readonly #tools: PartLoader<ToolsModule, ListTools>;
  /** The list as it was drawn last: all providers, the query, and what it found. */
  #drawn:
    | {
        readonly of: readonly LinkProvider[];
        readonly query: string;
        readonly found: readonly LinkProvider[];
      }
    | undefined;
  /** Where the list is scrolled to; with `moved`, where it has to be scrolled to. */
  #top: number;
  #moved = false;
  /** The list as the last update found it. */
  #scroller: HTMLElement | null = null;

  constructor(host: LitElement) {
    this.#host = host;
    this.#tools = new PartLoader(host, importTools, ({ createListTools }) => createListTools(host));
    // A person who types and presses Enter at once has to get what the words find.
    this.#tools.loadWhenIdle();
    // The person may have scrolled before this code was loaded.
    this.#top = this.#scrollerNow?.scrollTop ?? 0;
    host.addController(this);
  }

  /** Loads the search ahead: the person is about to type. */
  readonly prepare = (): void => void this.#tools.load();

  /**
   * The providers that the query finds. Another query begins at the top. Until the search has loaded, or if it does not load: the
   * providers with the query in their names.
   */
  search(providers: readonly LinkProvider[], query: string): readonly LinkProvider[] {
    const { search, long } = this.#tools.part ?? {};
    const before = this.#drawn;
    if (query && query !== before?.query) this.prepare();
    const isSame = before?.of === providers && before.query === query;
    const found = search?.find(providers, query) ?? (isSame ? before.found : byName(providers, query));
    // The earlier matches are gone, and so is the scroll position in them.
    if (before && found !== before.found) {
      this.#top = 0;
      this.#moved = true;
      long?.show(0);
    }
    this.#drawn = { of: providers, query, found };
    return found;
  }

  /** How many providers the query finds; null until the search has loaded. */
  count(providers: readonly LinkProvider[], query: string): number | null {
    return query && !this.#tools.part ? null : this.search(providers, query).length;
  }

  /** The rows to render, of `count`. A search of a long list draws only a part of what it finds: a key does not wait for rows. */
  range(count: number): Range {
    if (!this.#isLong) return { start: 0, end: count };
    // After a failure only a person's action tries again.
    if (!this.#tools.failed) this.prepare();
    return this.#tools.part?.long.range(count) ?? { start: 0, end: Math.min(count, firstRows) };
  }

  readonly onScroll = (): void => {
    if (!this.#scroller) return;
    this.#top = this.#scroller.scrollTop;
    if (!this.#isLong) return;
    if (this.#tools.part) this.#tools.part.long.scrolled(this.#scroller);
    else this.prepare();
  };

  hostDisconnected(): void {
    this.#tools.part?.long.end();
    // The list is measured again in the element's next place.
    this.#scroller = null;
  }

  hostUpdated(): void {
    const scroller = this.#scrollerNow;
    const isNew = scroller !== this.#scroller;
    this.#scroller = scroller;
    if (!scroller) return;
    const long = this.#isLong ? this.#tools.part?.long : undefined;
    if (long) long.place(scroller);
    else scroller.querySelector('ul')?.removeAttribute('style');
    // The person is back from a step, or has changed the search. Otherwise they may be scrolling, and the event is still to come.
    if (this.#moved || (isNew && this.#top > 0)) scroller.scrollTop = this.#top;
    this.#moved = false;
    long?.follow(scroller);
  }

  get #isLong(): boolean {
    return (this.#drawn?.of.length ?? 0) > allUpTo;
  }

  get #scrollerNow(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('[part=provider-list]');
  }
}
