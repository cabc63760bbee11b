// A @web/test-runner launcher for WebKitGTK. `type: 'webdriver'` makes
// @web/test-runner-commands (sendKeys, sendMouse) talk to it.
import { Button } from 'selenium-webdriver';
import { pressKeys, startWebKit, to } from './webkit-driver.mjs';

const buttons = { left: Button.LEFT, middle: Button.MIDDLE, right: Button.RIGHT };

class WebKitLauncher {
  name = 'WebKitGTK';
  type = 'webdriver';
  concurrency = 1;
  #webkit;
  #driver;
  #starting;
  #active = new Map();

  constructor(paths) {
    this.paths = paths;
  }

  async #start() {
    this.#webkit = await startWebKit(this.paths);
    return this.#webkit.open();
  }
  async startSession(id, url) {
    this.#starting ??= this.#start();
    this.#driver = await this.#starting;
    this.#active.set(id, url);
    await this.#driver.get(url);
  }
  isActive(id) {
    return this.#active.has(id);
  }
  getBrowserUrl(id) {
    return this.#active.get(id);
  }
  async stopSession(id) {
    this.#active.delete(id);
    await this.#driver.get('about:blank');
    return {};
  }
  async startDebugSession() {
    throw new Error('WebKitGTK cannot be debugged from the test runner.');
  }
  async stop() {
    await this.#starting?.catch(() => undefined);
    await this.#webkit?.stop();
  }

  // What @web/test-runner-commands calls for `type: 'webdriver'`.
  sendKeys(_id, keys) {
    return pressKeys(this.#driver, keys);
  }
  sendMouseMove(_id, x, y) {
    return this.#driver.actions().move(to(x, y)).perform();
  }
  sendMouseClick(_id, x, y, button = 'left') {
    const { [button]: pressed } = buttons;
    return this.#driver.actions().move(to(x, y)).press(pressed).release(pressed).perform();
  }
  sendMouseDown(_id, button = 'left') {
    return this.#driver.actions().press(buttons[button]).perform();
  }
  sendMouseUp(_id, button = 'left') {
    return this.#driver.actions().release(buttons[button]).perform();
  }
  async resetMouse() {
    await this.#driver.actions().clear();
    await this.#driver.actions().move(to(0, 0)).perform();
  }
}

/** @param {{driver: string, browser: string}} paths */
export const webkitLauncher = (paths) => new WebKitLauncher(paths);
