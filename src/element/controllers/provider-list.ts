import type { LitElement, ReactiveController } from 'lit';
import type { LinkProvider } from '../../contract/index.js';

/**
 * Of a list up to this long every row is in the document: the browser's search, a screen reader's list, a translator
 * and the page's own tests find them all. The styles leave those out of sight unlaid.
 */
const allUpTo = 200;
/** Rows beyond the edges, so that Tab, arrow keys and a quick finger always find the next one. */
const margin = 4;
/** The list grows downwards as it is read, up to here; then the window moves. */
const most = 120;
/** Until the list has been measured. */
const guess = { rows: 6, rowHeight: 72 };

/**
 * Owns which rows of the list are in the document, and the search over the names. Does not own the
 * query, which is part of the flow's state, nor the look of a row.
 */
export class ProviderList implements ReactiveController {
  readonly #host: LitElement;
  #start = 0;
  #end = guess.rows + margin;
  /** Where the list is scrolled to; `moved`: where it is to be scrolled to. */
  #top = 0;
  #moved = false;
  #rows = guess.rows;
  #rowHeight = guess.rowHeight;
  /** The list as it was rendered last: its length, and the first row in the document. */
  #rendered = { count: 0, start: 0 };
  /** Whether the rows are about to be made anew, with the focus on the one with this number. */
  #renewing: { readonly focus: string | null } | null = null;
  #scroller: HTMLElement | null = null;
  #sizes: ResizeObserver | undefined;
  #plain: { readonly of: readonly LinkProvider[]; readonly names: readonly string[] } | undefined;
  #found:
    | {
        readonly query: string;
        readonly of: readonly LinkProvider[];
        readonly list: readonly LinkProvider[];
      }
    | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  /** The providers whose name holds every word of the query; letter case and accents do not count. */
  search(providers: readonly LinkProvider[], query: string): readonly LinkProvider[] {
    if (this.#found?.of === providers && this.#found.query === query) return this.#found.list;
    const words = plain(query).split(/\s+/).filter(Boolean);
    const names = words.length ? this.#namesOf(providers) : [];
    const list = words.length
      ? providers.filter((_, index) => words.every((word) => names[index]?.includes(word)))
      : providers;
    // What was found before is gone, and the place in it.
    if (this.#found) {
      this.#top = 0;
      this.#moved = true;
      this.#show(0);
    }
    this.#found = { of: providers, query, list };
    return list;
  }

  /** Whether every row is rendered. A search of a longer list shows a part of what it finds: a key does not wait for rows. */
  get #whole(): boolean {
    return (this.#found?.of.length ?? 0) <= allUpTo;
  }

  /** The rows to render, of `count`; none for a moment if they are made anew. */
  range(count: number): { start: number; end: number } {
    const last = this.#renewing ? this.#start : Math.min(count, this.#end);
    const start = this.#whole ? 0 : Math.min(this.#start, last);
    this.#rendered = { count, start };
    return { start, end: this.#whole ? count : last };
  }

  onScroll = (): void => {
    if (!this.#scroller) return;
    this.#top = this.#scroller.scrollTop;
    if (this.#whole) return;
    const first = Math.floor(this.#top / this.#rowHeight);
    const last = first + this.#rows;
    if (first >= this.#start && last <= this.#end - margin / 2) return;
    if (first < this.#start || last + margin > this.#start + most) {
      // A row that became another one would take its focus, and its old logo for a moment, along.
      const active = this.#host.shadowRoot?.activeElement?.closest('li');
      this.#renewing = { focus: active?.getAttribute('aria-posinset') ?? null };
      this.#show(first);
    } else this.#end = last + 2 * margin;
    this.#host.requestUpdate();
  };

  /** Up and down go from row to row, and from the search box to the first. */
  onKeydown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!step) return;
    const stops = this.#host.renderRoot.querySelectorAll<HTMLElement>(
      '[part~=search-input], [part=provider]',
    );
    const next = [...stops][[...stops].findIndex((stop) => stop === event.target) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    // The scroll event may come after the next key.
    this.onScroll();
  };

  hostDisconnected(): void {
    this.#sizes?.disconnect();
    // Measured anew where the element goes next.
    this.#scroller = null;
  }

  hostUpdated(): void {
    const scroller = this.#host.renderRoot.querySelector<HTMLElement>('[part=provider-list]');
    const isNew = scroller !== this.#scroller;
    this.#scroller = scroller;
    if (!scroller) return;
    this.#place(scroller);
    // Back from a step, or another search. Else the person may be scrolling, with the event still to come.
    if (this.#moved || (isNew && this.#top > 0)) scroller.scrollTop = this.#top;
    this.#moved = false;
    if (isNew) this.#watch(scroller);
    this.#renew(scroller);
  }

  #namesOf(providers: readonly LinkProvider[]): readonly string[] {
    if (this.#plain?.of !== providers)
      this.#plain = { of: providers, names: plainAll(providers.map(({ name, slug }) => name || slug)) };
    return this.#plain.names;
  }

  #show(first: number): void {
    this.#start = Math.max(0, first - margin);
    this.#end = first + this.#rows + margin;
  }

  #renew(scroller: HTMLElement): void {
    const renewing = this.#renewing;
    if (!renewing) return;
    this.#renewing = null;
    this.#host.requestUpdate();
    if (renewing.focus === null) return;
    void this.#host.updateComplete.then(() => {
      scroller
        .querySelector<HTMLElement>(`[aria-posinset="${renewing.focus}"] button`)
        ?.focus({ preventScroll: true });
    });
  }

  // Called back when the layout is done anyway: to ask for a size here would do it twice.
  #watch(scroller: HTMLElement): void {
    this.#sizes?.disconnect();
    // The tests of others may run in a DOM without sizes.
    if (!('ResizeObserver' in globalThis)) return;
    this.#sizes = new ResizeObserver(() => this.#measure(scroller));
    this.#sizes.observe(scroller);
  }

  #measure(scroller: HTMLElement): void {
    // Zero if the element is not displayed.
    this.#rowHeight = scroller.querySelector('li')?.offsetHeight || guess.rowHeight;
    this.#rows = Math.ceil(scroller.clientHeight / this.#rowHeight) || guess.rows;
    this.onScroll();
  }

  // Through the object model, because a strict CSP blocks style attributes. Not by variables: every row inherits those.
  #place(scroller: HTMLElement): void {
    const set = (property: string, rows: number) =>
      scroller
        .querySelector('ul')
        ?.style.setProperty(property, this.#whole ? '' : `calc(${rows} * var(--_row))`);
    set('block-size', this.#rendered.count);
    set('padding-block-start', this.#rendered.start);
  }
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** In one go: for thousands of short texts, each by itself takes four times as long. */
const plainAll = (texts: readonly string[]): readonly string[] =>
  plain(texts.map((text) => text.replaceAll('\n', ' ')).join('\n')).split('\n');
