// One small interface for Chromium, Firefox and WebKitGTK, so that a test is written once and runs in
// each. Clicking, typing and pressing keys are real input. Everything else runs as a script in the page.
import { until, unlessGone, type Truthy } from '../waiting.js';

export interface Place {
  x: number;
  y: number;
}

/** Where the engines differ. An expression returns JSON. */
export interface NativePage {
  run(expression: string): Promise<unknown>;
  goto(url: string): Promise<unknown>;
  close(): Promise<unknown>;
  front(): Promise<unknown>;
  press(key: string): Promise<unknown>;
  type(text: string): Promise<unknown>;
  click(x: number, y: number, count: number): Promise<unknown>;
  /** The position of a frame's content in its window. */
  offset?(): Promise<Place>;
  /** Moves the pointer. Only for frames. */
  point?(x: number, y: number): Promise<unknown>;
  frame(selector: string): NativePage;
}

/**
 * Runs in the page: the first visible element that matches, also in open
 * shadow roots. A name is compared with the element's own text or label.
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

/** Runs in the page: where to click, once the element has stopped moving and nothing covers it. */
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

/** Runs in the page: whether the pointer is over the element, according to the browser. */
const isPointedAt = (found: Element | undefined) => Boolean(found?.matches(':hover'));

/** An expression for the element that the selector finds. */
export const locating = (selector: string, name: string | null = null) =>
  `(${locate})(${JSON.stringify(selector)}, ${JSON.stringify(name)})`;

/** An expression for the position of a frame's content in its window. It runs in the page around the frame. */
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

  /** Runs a function in the page. Its arguments and its result are JSON. */
  evaluate<Given extends unknown[], Answer>(run: (...args: Given) => Answer, ...args: Given) {
    return this.#run<Awaited<Answer>>(`(${run})(...${JSON.stringify(args)})`);
  }
  // The page returns what the function that is sent there returns.
  #run<Answer>(expression: string) {
    return this.#native.run(expression) as Promise<Answer>;
  }
  /** Waits until the function returns something truthy in the page. */
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
        // The frame itself may still be moving, because a dialog opens around it or it grows with its page.
        if (!at || before.x !== x || before.y !== y) return null;
        const place = { x: Math.round(at.x + x), y: Math.round(at.y + y) };
        if (!this.#native.point) return place;
        // The browser may show a frame's content a moment before it sends input there.
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
  /** Goes back as the page's own script would, after the answer to this call. */
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
  /** Brings the window to the front. */
  front() {
    return this.#native.front();
  }

  /** Waits for an element, also in open shadow roots. */
  shows(selector: string, name: string | null = null) {
    return until(() => this.#onFound((found) => Boolean(found), selector, name), `${selector} ${name ?? ''}`);
  }
  async hasNo(selector: string, name: string | null = null) {
    return !(await this.#onFound((found) => Boolean(found), selector, name));
  }
  /** What a function returns for an element. Its type is a field unless the function takes another one. */
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
  /** A real click in the element's middle, which the browser counts as a person's. */
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
  /** Replaces the content of a field by typing. */
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

/** Wraps each of a driver's pages once. */
export function wrapped<Key>(wrap: (key: Key) => NativePage) {
  const known = new Map<Key, EnginePage>();
  return (key: Key) => {
    const page = known.get(key) ?? new EnginePage(wrap(key));
    known.set(key, page);
    return page;
  };
}
