import type { LitElement, ReactiveController } from 'lit';
import type { LinkProvider } from '../../contract/index.js';

/** Rows beyond the edges, so that Tab, arrow keys and a quick finger always find the next one. */
const overscan = 6;
/** Until the list has been measured. */
const guess = { rows: 8, rowHeight: 72 };

/**
 * Owns which rows of the list are in the document, and the search over the names. Does not own the
 * query, which is part of the flow's state, nor the look of a row.
 */
export class ProviderList implements ReactiveController {
  readonly #host: LitElement;
  #first = 0;
  #top = 0;
  #rows = guess.rows;
  #rowHeight = guess.rowHeight;
  #scroller: HTMLElement | null = null;
  #plain: { readonly of: readonly LinkProvider[]; readonly names: readonly string[] } | undefined;
  #found:
    { readonly query: string; readonly of: unknown; readonly list: readonly LinkProvider[] } | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  /** The providers whose name holds every word of the query; letter case and accents do not count. */
  search(providers: readonly LinkProvider[], query: string): readonly LinkProvider[] {
    if (this.#found?.of === providers && this.#found.query === query) return this.#found.list;
    const words = plain(query).split(/\s+/).filter(Boolean);
    if (this.#plain?.of !== providers)
      this.#plain = { of: providers, names: providers.map(({ name, slug }) => plain(name || slug)) };
    const { names } = this.#plain;
    const list = words.length
      ? providers.filter((_, index) => words.every((word) => names[index]?.includes(word)))
      : providers;
    // What was found before is gone, and the place in it.
    if (this.#found) this.#top = this.#first = 0;
    this.#found = { of: providers, query, list };
    return list;
  }

  /** The rows to render, of `count`. */
  range(count: number): { start: number; end: number } {
    // A shorter list may end above the place that was scrolled to.
    const last = Math.max(0, count - this.#rows);
    const start = Math.max(0, Math.min(this.#first, last) - overscan);
    return { start, end: Math.min(count, start + this.#rows + 2 * overscan) };
  }

  onScroll = (): void => {
    if (!this.#scroller) return;
    this.#top = this.#scroller.scrollTop;
    const first = Math.floor(this.#top / this.#rowHeight);
    // Several rows at a time: the margin is there to be used.
    if (Math.abs(first - this.#first) < overscan / 2 && first > 0) return;
    if (first === this.#first) return;
    this.#first = first;
    this.#host.requestUpdate();
  };

  /** Up and down go from row to row, and from the search box to the first. */
  onKeydown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!step || !(event.target instanceof Element)) return;
    const buttons = [...this.#host.renderRoot.querySelectorAll<HTMLElement>('[part~=provider]')];
    const now = buttons.findIndex((button) => button === event.target);
    const next = buttons[now + step];
    if (now < 0 && step < 0) return;
    event.preventDefault();
    if (next) next.focus();
    else if (step < 0) this.#host.renderRoot.querySelector<HTMLElement>('[part~=search-input]')?.focus();
  };

  hostUpdated(): void {
    const scroller = this.#host.renderRoot.querySelector<HTMLElement>('[part=provider-list]');
    const isNew = scroller !== this.#scroller;
    this.#scroller = scroller;
    if (!scroller) return;
    this.#place(scroller);
    // Back from a step, or another search: the place that goes with it.
    if (scroller.scrollTop !== this.#top) scroller.scrollTop = this.#top;
    if (isNew) this.#measure(scroller);
  }

  #measure(scroller: HTMLElement): void {
    // Zero where the element is not displayed.
    this.#rowHeight = scroller.querySelector('li')?.offsetHeight || guess.rowHeight;
    const rows = Math.ceil(scroller.clientHeight / this.#rowHeight) || guess.rows;
    if (rows > this.#rows) this.#host.requestUpdate();
    this.#rows = rows;
  }

  // Through the object model, because a strict CSP blocks style attributes.
  #place(scroller: HTMLElement): void {
    const list = scroller.querySelector<HTMLElement>('ul');
    list?.style.setProperty('--_rows', list.dataset['rows'] ?? '0');
    list?.style.setProperty('--_skipped', list.dataset['skipped'] ?? '0');
  }
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
