// WebKitGTK over selenium, for the unit tests' launcher and the end-to-end tests.
import { spawn } from 'node:child_process';
import { Builder, Capabilities, Key, Origin } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote/index.js';

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

/**
 * `open` starts a browser with a fresh profile in place of the one before, each with a driver of its own, because one that
 * has lost its session may not start another.
 * @param {{driver: string, browser: string}} paths
 */
export async function startWebKit(paths) {
  // Without a graphics card, compositing is a third of all the work, so only the long check uses it.
  const env = { ...(process.env.LONG ? {} : { WEBKIT_DISABLE_COMPOSITING_MODE: '1' }), ...process.env };
  const xvfb = env.DISPLAY || env.WAYLAND_DISPLAY ? undefined : await startXvfb();
  if (xvfb) env.DISPLAY = xvfb.display;
  /** @type {import('selenium-webdriver').WebDriver | undefined} */
  let driver;
  /** @type {import('selenium-webdriver/remote').DriverService | undefined} */
  let service;
  const end = async () => {
    await driver?.quit().catch(() => {});
    await service?.kill();
    driver = service = undefined;
  };
  return {
    async open() {
      await end();
      service = new DriverService.Builder(paths.driver)
        // Otherwise it asks the machine's outer address, where nothing answers.
        .setLoopback(true)
        .addArguments('--host=127.0.0.1')
        .setEnvironment(env)
        .build();
      const capabilities = new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: paths.browser, args: ['--automation'] },
      });
      driver = await new Builder()
        .usingServer(await service.start())
        .withCapabilities(capabilities)
        .build();
      return driver;
    },
    async stop() {
      await end();
      xvfb?.child.kill();
    },
  };
}

/** Takes the names of `KeyboardEvent.key`. */
const codeOf = (name) =>
  ({ Space: ' ', Backspace: Key.BACK_SPACE })[name] ??
  Key[name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()] ??
  name;

/**
 * Presses keys: `['a', 'b']`, `['Enter']` or a chord such as `['Shift+Tab']`.
 * @param {import('selenium-webdriver').WebDriver} driver
 * @param {string[]} keys
 */
export async function pressKeys(driver, keys) {
  for (const key of keys) {
    const chord = key.length > 1 ? key.split('+').map(codeOf) : [key];
    const actions = driver.actions();
    for (const code of chord) actions.keyDown(code);
    for (const code of chord.reverse()) actions.keyUp(code);
    await actions.perform();
  }
}

/** A move of the mouse to this place, at once. */
export const to = (x, y) => ({ x, y, duration: 0, origin: Origin.VIEWPORT });
