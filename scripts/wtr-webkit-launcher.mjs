// A @web/test-runner launcher for WebKitGTK. `type: 'webdriver'` makes
// @web/test-runner-commands (sendKeys, sendMouse) talk to it.
import { WebDriver } from './webdriver.mjs';

const BUTTON = { left: 0, middle: 1, right: 2 };

class WebKitLauncher {
  name = 'WebKitGTK';
  type = 'webdriver';
  concurrency = 1;
  #driver;
  #starting;
  #active = new Map();

  constructor(paths) {
    this.paths = paths;
  }

  async startSession(id, url) {
    this.#starting ??= WebDriver.start(this.paths);
    this.#driver = await this.#starting;
    this.#active.set(id, url);
    await this.#driver.goto(url);
  }
  isActive(id) {
    return this.#active.has(id);
  }
  getBrowserUrl(id) {
    return this.#active.get(id);
  }
  async stopSession(id) {
    this.#active.delete(id);
    await this.#driver.goto('about:blank');
    return {};
  }
  async startDebugSession() {
    throw new Error('WebKitGTK cannot be debugged from the test runner.');
  }
  async stop() {
    const driver = await this.#starting?.catch(() => undefined);
    await driver?.stop();
  }

  // What @web/test-runner-commands calls for `type: 'webdriver'`.
  sendKeys(_id, keys) {
    return this.#driver.keys(keys);
  }
  sendMouseMove(_id, x, y) {
    return this.#driver.pointer({ type: 'pointerMove', duration: 0, x, y });
  }
  sendMouseClick(_id, x, y, button = 'left') {
    return this.#driver.pointer(
      { type: 'pointerMove', duration: 0, x, y },
      { type: 'pointerDown', button: BUTTON[button] },
      { type: 'pointerUp', button: BUTTON[button] },
    );
  }
  sendMouseDown(_id, button = 'left') {
    return this.#driver.pointer({ type: 'pointerDown', button: BUTTON[button] });
  }
  sendMouseUp(_id, button = 'left') {
    return this.#driver.pointer({ type: 'pointerUp', button: BUTTON[button] });
  }
  async resetMouse() {
    await this.#driver.request('DELETE', '/actions');
    await this.#driver.pointer({ type: 'pointerMove', duration: 0, x: 0, y: 0 });
  }
}

/** @param {{driver: string, browser: string}} paths */
export const webkitLauncher = (paths) => new WebKitLauncher(paths);
