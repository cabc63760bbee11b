// A very small W3C WebDriver client for WebKitGTK: enough for the test runner
// and the end-to-end tests, so that webdriverio (330 packages) is not needed.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const CODES = {
  Cancel: '\uE001',
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Insert: '\uE016',
  Delete: '\uE017',
  Meta: '\uE03D',
  F1: '\uE031',
  F2: '\uE032',
  F10: '\uE03A',
};

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Starts Xvfb on a display of its own choosing (an X server is all WebKitGTK's MiniBrowser asks for). */
function startXvfb() {
  return new Promise((resolve, reject) => {
    const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb exited with ${code}`)));
    child.stdio[3].once('data', (data) => resolve({ child, display: `:${String(data).trim()}` }));
  });
}

/** One running driver process and one session of it. */
export class WebDriver {
  #paths;
  // Without a graphics card compositing is a third of all work, so only the long check does it.
  #env = { ...(process.env.LONG ? {} : { WEBKIT_DISABLE_COMPOSITING_MODE: '1' }), ...process.env };
  #xvfb;
  #driver;
  #root = '';
  /** The address of the session; empty if there is none. */
  #base = '';
  capabilities = {};

  /** @param {{driver: string, browser: string}} paths */
  static async start(paths) {
    const self = new WebDriver(paths);
    try {
      if (!self.#env.DISPLAY && !self.#env.WAYLAND_DISPLAY) {
        const { child, display } = await startXvfb();
        self.#xvfb = child;
        self.#env.DISPLAY = display;
      }
      await self.#begin();
      return self;
    } catch (error) {
      await self.stop();
      throw error;
    }
  }

  constructor(paths) {
    this.#paths = paths;
  }

  /** Starts a fresh browser with a new driver, because a driver that has lost its session may not start another. */
  async restart() {
    await this.#end();
    await this.#begin();
  }

  async #begin() {
    const port = await freePort();
    const child = spawn(this.#paths.driver, [`--port=${port}`, '--host=127.0.0.1'], {
      env: this.#env,
      stdio: 'ignore',
    });
    this.#driver = child;
    const failed = new Promise((_, reject) => child.once('error', reject));
    failed.catch(() => {});
    this.#root = `http://127.0.0.1:${port}`;
    await Promise.race([failed, this.#ready()]);
    await this.#open();
  }

  /** Ends the session and the driver, whatever state they are in. */
  async #end() {
    if (this.#base) await this.request('DELETE', '').catch(() => {});
    this.#base = '';
    this.#driver?.kill();
    this.#driver = undefined;
  }

  async #open() {
    const { sessionId, capabilities } = await this.#ask('POST', `${this.#root}/session`, {
      capabilities: {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: this.#paths.browser, args: ['--automation'] },
        },
      },
    });
    this.capabilities = capabilities;
    this.#base = `${this.#root}/session/${sessionId}`;
  }

  async #ready() {
    for (let i = 0; i < 100; i++) {
      try {
        await this.#ask('GET', `${this.#root}/status`);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    throw new Error('WebKitWebDriver does not answer');
  }

  request(method, path, body) {
    if (!this.#base) throw new Error(`${method} ${path}: there is no session`);
    return this.#ask(method, this.#base + path, body);
  }

  async #ask(method, url, body) {
    const { pathname } = new URL(url);
    const response = await fetch(url, {
      // A script that was sent to a page during a navigation may never return.
      signal: AbortSignal.timeout(pathname.endsWith('/execute/sync') ? 6000 : 60_000),
      method,
      headers: { 'content-type': 'application/json' },
      body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
    }).catch((error) => {
      throw new Error(`${method} ${pathname}: ${error.message}`, { cause: error });
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${pathname}: ${value?.error} ${value?.message}`);
    return value;
  }

  goto(url) {
    return this.request('POST', '/url', { url });
  }
  url() {
    return this.request('GET', '/url');
  }
  title() {
    return this.request('GET', '/title');
  }
  evaluate(script, ...args) {
    return this.request('POST', '/execute/sync', { script, args });
  }
  windows() {
    return this.request('GET', '/window/handles');
  }
  window() {
    return this.request('GET', '/window');
  }
  switchTo(handle) {
    return this.request('POST', '/window', { handle });
  }
  async find(selector) {
    const found = await this.request('POST', '/element', { using: 'css selector', value: selector });
    return found[ELEMENT];
  }
  click(element) {
    return this.request('POST', `/element/${element}/click`);
  }
  actions(actions) {
    return this.request('POST', '/actions', { actions });
  }
  screenshot() {
    return this.request('GET', '/screenshot');
  }

  /** `['a', 'b']`, `['Enter']` or a chord such as `['Shift+Tab']`. */
  async keys(keys) {
    for (const key of keys) {
      const chord = key.length > 1 ? key.split('+').map((k) => CODES[k] ?? k) : [key];
      await this.actions([
        {
          type: 'key',
          id: 'keyboard',
          actions: [
            ...chord.map((value) => ({ type: 'keyDown', value })),
            ...chord.reverse().map((value) => ({ type: 'keyUp', value })),
          ],
        },
      ]);
    }
  }

  pointer(...actions) {
    return this.actions([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }

  async stop() {
    await this.#end();
    this.#xvfb?.kill();
  }
}
