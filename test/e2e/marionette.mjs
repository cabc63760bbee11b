// Just enough of Firefox's own remote protocol to save a login: only its browser chrome can.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './servers.mjs';
import { until } from './engines.mjs';

/** Answers a command as `[1, id, error, result]`; each message has its length before it. */
function conversation(socket) {
  const waiting = new Map();
  let buffered = Buffer.alloc(0);
  let hello;
  const greeted = new Promise((resolve) => (hello = resolve));
  socket.on('data', (data) => {
    buffered = Buffer.concat([buffered, data]);
    for (;;) {
      const colon = buffered.indexOf(':');
      const length = Number(buffered.subarray(0, colon));
      if (colon < 0 || buffered.length < colon + 1 + length) return;
      const message = JSON.parse(buffered.subarray(colon + 1, colon + 1 + length));
      buffered = buffered.subarray(colon + 1 + length);
      if (!Array.isArray(message)) hello();
      else {
        const [, id, error, result] = message;
        const { resolve, reject } = waiting.get(id);
        if (error) reject(new Error(error.message));
        else resolve(result);
      }
    }
  });
  let id = 0;
  const send = (name, params = {}) =>
    new Promise((resolve, reject) => {
      waiting.set((id += 1), { resolve, reject });
      const text = JSON.stringify([0, id, name, params]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  return greeted.then(() => send);
}

/** A Firefox with a profile of its own. `chrome` runs with the browser's rights, `evaluate` in the page. */
export async function startMarionette(executablePath) {
  const port = await freePort();
  const profile = mkdtempSync(path.join(tmpdir(), 'svc-firefox-'));
  const prefs = {
    'marionette.port': port,
    // They would switch the filling of forms off.
    'remote.prefs.recommended': false,
    'browser.shell.checkDefaultBrowser': false,
  };
  writeFileSync(
    path.join(profile, 'user.js'),
    Object.entries(prefs)
      .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const child = spawn(
    executablePath,
    ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile],
    { stdio: 'ignore' },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill();
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const socket = await until(
      () =>
        new Promise((resolve, reject) => {
          const tried = connect(port, '127.0.0.1', () => resolve(tried)).once('error', reject);
        }),
      'Firefox listens',
    );
    const send = await conversation(socket);
    await send('WebDriver:NewSession');
    const run = async (context, script, args) => {
      await send('Marionette:SetContext', { value: context });
      const { value } = await send('WebDriver:ExecuteScript', { script, args });
      return value;
    };
    return {
      goto: async (url) => {
        await send('Marionette:SetContext', { value: 'content' });
        await send('WebDriver:Navigate', { url });
      },
      chrome: (script, ...args) => run('chrome', script, args),
      evaluate: (script, ...args) => run('content', script, args),
      actions: (actions) => send('WebDriver:PerformActions', { actions }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
