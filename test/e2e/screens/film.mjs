import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** A moving picture of a page, put together from pictures that each stand for a while. */
export class Film {
  #page;
  #folder;
  #frames = [];
  duration = 0;

  /** Its pictures go into the folder. */
  constructor(page, folder) {
    this.#page = page;
    this.#folder = folder;
  }

  /** What the page shows now, for so many milliseconds. */
  async hold(milliseconds) {
    const file = path.join(this.#folder, `${this.#frames.length}.png`);
    await this.#page.screenshot({ path: file });
    this.#frames.push({ file, milliseconds });
    this.duration += milliseconds;
  }

  /** The pointer goes to the middle of it and presses. */
  async press(locator) {
    const { x, y, width, height } = await locator.boundingBox();
    await this.#point(x + Math.min(width / 2, 90), y + height / 2);
    await this.hold(350);
    await locator.click();
    await this.hold(120);
  }

  async type(locator, text) {
    await locator.focus();
    for (const each of text) {
      await locator.pressSequentially(each);
      await this.hold(60);
    }
    await this.hold(250);
  }

  /** Takes the pointer out of the picture. */
  rest() {
    return this.#point(-30, -30);
  }

  #point(x, y) {
    return this.#page.evaluate(
      ([left, top]) => void Object.assign(document.querySelector('#pointer').style, { left, top }),
      [`${x - 11}px`, `${y - 11}px`],
    );
  }

  write(file) {
    const frames = this.#frames.flatMap(({ file: from, milliseconds }) => ['-d', String(milliseconds), from]);
    execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '80', '-m', '6', ...frames, '-o', file]);
  }
}
