import type { LitElement } from 'lit';
import { firstRows } from '../ui/rows.js';

/** Rows beyond the edges, so that Tab, arrow keys and a quick finger always find the next one. */
const margin = 4;
/** The most rows in the document. The list grows downwards as it is read, up to here; then the window of rows moves. */
const most = 120;
/** Used until the list has been measured. */
const guess = { rows: firstRows - margin, rowHeight: 72 };

/** The rows to render, from the first to the one before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Owns which rows of a long list are in the document. Does not own what is searched for, nor where the list is scrolled to. */
export class LongList {
  readonly #host: LitElement;
  #start = 0;
  #end = firstRows;
  #rows = guess.rows;
  #rowHeight = guess.rowHeight;
  /** The list as it was rendered last: its length, and the first row in the document. */
  #rendered = { count: 0, start: 0 };
  /** Set while the rows are replaced by new ones; `focus` is the number of the row that gets the focus. */
  #renewing: { readonly focus: string | null } | null = null;
  #sizes: ResizeObserver | undefined;
  #watched: HTMLElement | null = null;

  constructor(host: LitElement) {
    this.#host = host;
    // Runs after the focus has moved, which a listener further in does.
    host.addEventListener('keydown', this.#walked);
  }

  /** The rows to render, of `count`; none for a moment if new ones replace them. */
  range(count: number): Range {
    const end = this.#renewing ? this.#start : Math.min(count, this.#end);
    const start = Math.min(this.#start, end);
    this.#rendered = { count, start };
    return { start, end };
  }

  /** Makes the rows from this one on those to render. */
  show(first: number): void {
    this.#start = Math.max(0, first - margin);
    this.#end = first + this.#rows + margin;
  }

  scrolled(scroller: HTMLElement): void {
    const first = Math.floor(scroller.scrollTop / this.#rowHeight);
    this.#see(first, first + this.#rows);
  }

  /** Brings these rows into the document, and some beside them. */
  #see(first: number, last: number): void {
    if (first >= this.#start && last <= this.#end - margin / 2) return;
    if (first < this.#start || last + margin > this.#start + most) {
      // A row that became another one would keep the focus, and its old logo for a moment.
      this.#renewing = { focus: this.#focused };
      this.show(first);
    } else this.#end = last + 2 * margin;
    this.#host.requestUpdate();
  }

  /** Gives the list the height of all its rows, and puts the rows in the document at their place. */
  place(scroller: HTMLElement): void {
    setRows(scroller, 'block-size', this.#rendered.count);
    setRows(scroller, 'padding-block-start', this.#rendered.start);
  }

  /** Follows the list's size, and draws the new rows after the old ones were taken out. */
  follow(scroller: HTMLElement): void {
    this.#watch(scroller);
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

  /** Stops watching the list. */
  end(): void {
    this.#sizes?.disconnect();
    this.#watched = null;
  }

  /** The number of the row with the focus. */
  get #focused(): string | null {
    return this.#host.shadowRoot?.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? null;
  }

  // Several keys may come before the next frame and its scroll event: each has to find the rows
  // beside its row. Other keys do not count, so that a row is not replaced while it is pressed.
  readonly #walked = ({ key }: KeyboardEvent): void => {
    const row = Number(this.#focused);
    if (row && /Arrow|Tab/.test(key)) this.#see(Math.max(0, row - margin), row);
  };

  // The observer is called when the layout is done anyway. Reading a size here would make the browser do it twice.
  #watch(scroller: HTMLElement): void {
    // A page's own tests may run in a DOM without sizes.
    if (scroller === this.#watched || !('ResizeObserver' in globalThis)) return;
    this.end();
    this.#watched = scroller;
    // New rows replace the old ones in their place. Chrome, which keeps
    // visible rows in place itself, would then scroll to the top.
    scroller.style.setProperty('overflow-anchor', 'none');
    this.#sizes = new ResizeObserver(() => this.#measure(scroller));
    this.#sizes.observe(scroller);
  }

  #measure(scroller: HTMLElement): void {
    // Zero if the element is not displayed.
    this.#rowHeight = scroller.querySelector('li')?.offsetHeight || guess.rowHeight;
    this.#rows = Math.ceil(scroller.clientHeight / this.#rowHeight) || guess.rows;
    this.scrolled(scroller);
  }
}

// Sets the style through the object model, because a strict CSP blocks style attributes. Every row would inherit a variable.
function setRows(scroller: HTMLElement, property: string, rows: number): void {
  scroller.querySelector('ul')?.style.setProperty(property, `calc(${rows} * var(--_row))`);
}
