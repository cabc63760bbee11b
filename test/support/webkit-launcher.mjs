// A @web/test-runner launcher for WebKitGTK. The launcher of `@web/test-runner-webdriver` runs tests in a frame, where keys and
// focus do not work as they do for people.
import { pressKeys, startWebKit, to } from './webkit-driver.mjs';

class WebKitLauncher {
  name = 'WebKitGTK';
  // Makes @web/test-runner-commands call sendKeys and sendMouseClick, which are all that our tests use of it.
  type = 'webdriver';
  concurrency = 1;
  #webkit;
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
    this.#active.set(id, url);
    await (await (this.#starting ??= this.#start())).get(url);
  }
  isActive(id) {
    return this.#active.has(id);
  }
  getBrowserUrl(id) {
    return this.#active.get(id);
  }
  async stopSession(id) {
    this.#active.delete(id);
    await (await this.#starting).get('about:blank');
    return {};
  }
  startDebugSession() {
    return Promise.reject(new Error('WebKitGTK cannot be debugged from the test runner.'));
  }
  async stop() {
    await this.#starting?.catch(() => undefined);
    await this.#webkit?.stop();
  }

  async sendKeys(_id, keys) {
    await pressKeys(await this.#starting, keys);
  }
  async sendMouseClick(_id, x, y) {
    const actions = (await this.#starting).actions();
    await actions.move(to(x, y)).click().perform();
  }
}

/** @param {{driver: string, browser: string}} paths */
export const webkitLauncher = (paths) => new WebKitLauncher(paths);
