// One small way to drive Chromium, Firefox and WebKitGTK, so that a test is written once and runs in each.
// A person's doings (click, type, press) are real input; everything else is asked of the page itself.
import { until, unlessGone, type Truthy } from '../waiting.js';

export interface Place {
  x: number;
  y: number;
}

/** What differs from engine to engine. An expression answers JSON. */
export interface NativePage {
  run(expression: string): Promise<unknown>;
  goto(url: string): Promise<unknown>;
  close(): Promise<unknown>;
  front(): Promise<unknown>;
  press(key: string): Promise<unknown>;
  type(text: string): Promise<unknown>;
  click(x: number, y: number, count: number): Promise<unknown>;
  /** Where a frame's content begins in its window. */
  offset?(): Promise<Place>;
  /** Moves the pointer; for frames. */
  point?(x: number, y: number): Promise<unknown>;
  frame(selector: string): NativePage;
}

/**
 * Runs in the page: the first element that is shown and matches, open shadow roots included. A name is the
 * element's own text or label.
 */
function locate(selector: string, name: string | null) {
  const below = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((each) => [
      each,
      ...(each.shadowRoot ? below(each.shadowRoot) : []),
    ]);
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
  return below(document).find(
    (each) =>
      each.matches(selector) &&
      each.getClientRects().length > 0 &&
      (name === null || plain(each.textContent) === name || each.getAttribute('aria-label') === name),
  );
}

/** Runs in the page: where to click, once the element has come to rest and nothing lies over it. */
async function whereToClick(found: Element | undefined) {
  if (!found || document.readyState !== 'complete') return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  const box = () => found.getBoundingClientRect();
  const before = box();
  // A page in the background draws nothing.
  if (document.visibilityState === 'visible') await frame().then(frame);
  const { x, y, width, height } = box();
  if (before.x !== x || before.y !== y || !width) return null;
  const at = { x: x + width / 2, y: y + height / 2 };
  let hit = document.elementFromPoint(at.x, at.y);
  while (hit?.shadowRoot?.elementFromPoint(at.x, at.y)) {
    const inner: Element | null = hit.shadowRoot.elementFromPoint(at.x, at.y);
    if (inner === hit) break;
    hit = inner;
  }
  const inside = (node: Node | null): boolean =>
    Boolean(node) &&
    (node === found || inside(node!.parentNode ?? (node instanceof ShadowRoot ? node.host : null)));
  return inside(hit) ? at : null;
}

/** Runs in the page: whether the pointer is over the element, as the browser sees it. */
const isPointedAt = (found: Element | undefined) => Boolean(found?.matches(':hover'));

/** An expression for the element that the selector finds. */
export const locating = (selector: string, name: string | null = null) =>
  `(${locate})(${JSON.stringify(selector)}, ${JSON.stringify(name)})`;

/** An expression for where a frame's content begins in its window; runs in the page around it. */
export const offsetOf = (selector: string) => `(() => {
  const frame = ${locating(selector)};
  const { x, y } = frame.getBoundingClientRect();
  return { x: x + frame.clientLeft, y: y + frame.clientTop };
})()`;

/** A window or a frame. */
export class EnginePage {
  readonly #native: NativePage;

  constructor(native: NativePage) {
    this.#native = native;
  }

  /** Runs a function in the page; what it is given and what it answers is JSON. */
  evaluate<Given extends unknown[], Answer>(run: (...args: Given) => Answer, ...args: Given) {
    return this.#run<Awaited<Answer>>(`(${run})(...${JSON.stringify(args)})`);
  }
  // The page answers what the function that is sent there is written to answer.
  #run<Answer>(expression: string) {
    return this.#native.run(expression) as Promise<Answer>;
  }
  /** Waits until the function answers something in the page. */
  until<Given extends unknown[], Answer>(
    run: (...args: Given) => Answer,
    ...args: Given
  ): Promise<Truthy<Awaited<Answer>>> {
    return until(() => this.evaluate(run, ...args), `${run} ${JSON.stringify(args)}`);
  }
  #onFound<Answer>(what: (found: never) => Answer, selector: string, name: string | null) {
    return this.#run<Awaited<Answer>>(`(${what})(${locating(selector, name)})`);
  }
  async #place(selector: string, name: string | null) {
    const offset = async () => (await this.#native.offset?.()) ?? { x: 0, y: 0 };
    return until(
      async () => {
        const before = await offset();
        const at = await this.#onFound(whereToClick, selector, name);
        const { x, y } = await offset();
        // A frame itself may still be moving: a dialog around it opens, or it grows with its page.
        if (!at || before.x !== x || before.y !== y) return null;
        const place = { x: Math.round(at.x + x), y: Math.round(at.y + y) };
        if (!this.#native.point) return place;
        // What a frame shows may be on the screen a moment before input is led there.
        await this.#native.point(place.x, place.y);
        return (await this.#onFound(isPointedAt, selector, name)) ? place : null;
      },
      `${selector} ${name ?? ''}`.trim(),
    );
  }

  goto(url: string) {
    return this.#native.goto(url);
  }
  url() {
    return this.evaluate(() => location.href);
  }
  /** As its own script would go, after the answer to this call. */
  back() {
    return this.evaluate(() => void setTimeout(() => history.back()));
  }
  leaveFor(url: string) {
    return this.evaluate((address) => void setTimeout(() => location.assign(address)), url);
  }
  async reload() {
    await this.evaluate(() => void (window.beforeReload = true));
    await this.evaluate(() => location.reload()).catch(() => {});
    await this.until(() => !window.beforeReload && document.readyState === 'complete');
  }
  close() {
    return this.#native.close();
  }
  /** Makes it the window in front. */
  front() {
    return this.#native.front();
  }

  /** Waits for an element, wherever in the open shadow roots it is. */
  shows(selector: string, name: string | null = null) {
    return until(() => this.#onFound((found) => Boolean(found), selector, name), `${selector} ${name ?? ''}`);
  }
  async hasNo(selector: string, name: string | null = null) {
    return !(await this.#onFound((found) => Boolean(found), selector, name));
  }
  /** What a function says of an element, which is a field unless the function takes another one. */
  async of<Found extends Element = HTMLInputElement, Answer = unknown>(
    selector: string,
    read: (found: Found) => Answer,
  ) {
    await this.shows(selector);
    return this.#onFound(read, selector, null);
  }
  /** Waits for the step with this heading. */
  sees(heading: string) {
    return this.shows('h1,h2,h3,h4,h5,h6', heading);
  }
  /** A real click in the middle, which counts as a person's. */
  async click(selector: string, name: string | null = null, count = 1) {
    const { x, y } = await this.#place(selector, name);
    await this.#native.click(x, y, count).catch(unlessGone);
  }
  async press(key: string) {
    await this.#native.press(key).catch(unlessGone);
  }
  type(text: string) {
    return this.#native.type(text);
  }
  /** Types into a field in place of what stands there. */
  async fill(selector: string, text: string) {
    await this.click(selector);
    await this.of(selector, (field) => field.select());
    await this.type(text);
  }

  /** The page in the frame that the selector finds. */
  frame(selector: string) {
    return new EnginePage(this.#native.frame(selector));
  }
}

/** Wraps a driver's pages, each once. */
export function wrapped<Key>(wrap: (key: Key) => NativePage) {
  const known = new Map<Key, EnginePage>();
  return (key: Key) => {
    const page = known.get(key) ?? new EnginePage(wrap(key));
    known.set(key, page);
    return page;
  };
}
