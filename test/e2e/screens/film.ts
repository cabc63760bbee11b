import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';

/** An animated picture of a page, made of screenshots that are each shown for a while. */
export class Film {
  readonly #page: Page;
  readonly #folder: string;
  readonly #frames: { readonly file: string; readonly milliseconds: number }[] = [];
  duration = 0;

  /** The screenshots go into the folder. */
  constructor(page: Page, folder: string) {
    this.#page = page;
    this.#folder = folder;
  }

  /** Shows the page's current state for this many milliseconds. */
  async hold(milliseconds: number) {
    const file = path.join(this.#folder, `${this.#frames.length}.png`);
    await this.#page.screenshot({ path: file });
    this.#frames.push({ file, milliseconds });
    this.duration += milliseconds;
  }

  /** Moves the pointer to the element and presses. */
  async press(locator: Locator) {
    const box = await locator.boundingBox();
    if (!box) throw new Error('What is to be pressed is not shown.');
    const { x, y, width, height } = box;
    await this.#point(x + Math.min(width / 2, 90), y + height / 2);
    await this.hold(350);
    await locator.click();
    await this.hold(120);
  }

  async type(locator: Locator, text: string) {
    await locator.focus();
    for (const each of text) {
      await locator.pressSequentially(each);
      await this.hold(60);
    }
    await this.hold(250);
  }

  /** Moves the pointer out of the picture. */
  rest() {
    return this.#point(-30, -30);
  }

  #point(x: number, y: number) {
    return this.#page.evaluate(
      ([left, top]) =>
        void Object.assign(document.querySelector<HTMLElement>('#pointer')!.style, { left, top }),
      [`${x - 11}px`, `${y - 11}px`],
    );
  }

  write(file: string) {
    const frames = this.#frames.flatMap(({ file: from, milliseconds }) => ['-d', String(milliseconds), from]);
    execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '80', '-m', '6', ...frames, '-o', file]);
  }
}
