import type { LitElement } from 'lit';
import { firstRows } from '../ui/rows.js';

/** Rows beyond the edges, so that Tab, arrow keys and a quick finger always find the next one. */
const margin = 4;
/** The list grows downwards as it is read, up to here; then the window moves. */
const most = 120;
/** Until the list has been measured. */
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
  /** Whether the rows are about to be made anew, with the focus on the one with this number. */
  #renewing: { readonly focus: string | null } | null = null;
  #sizes: ResizeObserver | undefined;
  #watched: HTMLElement | null = null;

  constructor(host: LitElement) {
    this.#host = host;
    // After the focus has moved, which is done further in.
    host.addEventListener('keydown', this.#walked);
  }

  /** Of `count` rows; none for a moment if they are made anew. */
  range(count: number): Range {
    const end = this.#renewing ? this.#start : Math.min(count, this.#end);
    const start = Math.min(this.#start, end);
    this.#rendered = { count, start };
    return { start, end };
  }

  /** The rows from this one on are to be seen. */
  show(first: number): void {
    this.#start = Math.max(0, first - margin);
    this.#end = first + this.#rows + margin;
  }

  scrolled(scroller: HTMLElement): void {
    const first = Math.floor(scroller.scrollTop / this.#rowHeight);
    this.#see(first, first + this.#rows);
  }

  /** Has these rows in the document, and some beside them. */
  #see(first: number, last: number): void {
    if (first >= this.#start && last <= this.#end - margin / 2) return;
    if (first < this.#start || last + margin > this.#start + most) {
      // A row that became another one would take its focus, and its old logo for a moment, along.
      this.#renewing = { focus: this.#focused };
      this.show(first);
    } else this.#end = last + 2 * margin;
    this.#host.requestUpdate();
  }

  /** Gives the list the height of all its rows, and those in the document their place. */
  place(scroller: HTMLElement): void {
    setRows(scroller, 'block-size', this.#rendered.count);
    setRows(scroller, 'padding-block-start', this.#rendered.start);
  }

  /** Follows what becomes of the list's size, and draws what was taken out to be made anew. */
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

  /** Watches nothing any more. */
  end(): void {
    this.#sizes?.disconnect();
    this.#watched = null;
  }

  /** The number of the row with the focus. */
  get #focused(): string | null {
    return this.#host.shadowRoot?.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? null;
  }

  // Several keys may come before the next frame, and its scroll event: each is to find the rows beside its own. A row that is
  // pressed is not made anew meanwhile.
  readonly #walked = ({ key }: KeyboardEvent): void => {
    const row = Number(this.#focused);
    if (row && /Arrow|Tab/.test(key)) this.#see(Math.max(0, row - margin), row);
  };

  // Called back when the layout is done anyway: to ask for a size here would do it twice.
  #watch(scroller: HTMLElement): void {
    // The tests of others may run in a DOM without sizes.
    if (scroller === this.#watched || !('ResizeObserver' in globalThis)) return;
    this.end();
    this.#watched = scroller;
    // Rows are made anew where they were: Chrome, which keeps what is seen in its place, would begin at the top again.
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

// Through the object model, because a strict CSP blocks style attributes. Not by variables: every row inherits those.
function setRows(scroller: HTMLElement, property: string, rows: number): void {
  scroller.querySelector('ul')?.style.setProperty(property, `calc(${rows} * var(--_row))`);
}
