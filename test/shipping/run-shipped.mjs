// The shipped service in its own process, and a person who links a provider with it.
import { randomBytes, randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/** Keys of this test, because on an address that is not loopback the service refuses keys that everybody knows. */
export const keys = {
  SVC_MASTER_KEY: randomBytes(32).toString('hex'),
  SVC_API_KEY: `sk_${randomBytes(32).toString('hex')}`,
  SVC_MANAGEMENT_KEY: `mk_${randomBytes(32).toString('hex')}`,
};

/** Runs a command to its end: `{ code, output }`. */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const [code] = await once(child, 'close');
  return { code, output };
}

/**
 * Starts a process that prints a line like `ready`. `ended` resolves with the exit code and
 * the output; `stop` asks the process to end. Rejects if the process ends before that line.
 */
export async function start(command, args, ready, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const closed = once(child, 'close');
  const found = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`;
        const match = ready.exec(line);
        if (match) resolve(match);
      });
    void closed.then(() => reject(new Error(`${command} ${args.join(' ')} ended:\n${output}`)));
  });
  const ended = closed.then(([code]) => ({ code, output }));
  return {
    match: await found,
    ended,
    stop() {
      child.kill();
      return ended;
    },
  };
}

/** Makes a user and links a provider with a password, as the widget and a server do. Returns the link's state. */
export async function link(url, apiKey) {
  const post = async (path, headers, body) => {
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const json = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  };
  const server = { 'x-svc-api-key': apiKey };
  const { user_id } = await post('/v2/user', server, { client_user_id: randomUUID() });
  const { link_token } = await post('/v2/link/token', server, { user_id });
  const widget = { 'x-svc-link-token': link_token };
  await post('/v2/link/start', widget, {});
  const signIn = { username: 'ok@example.com', password: 'good-password' };
  const { state } = await post('/v2/link/provider/password/quartz_scale', widget, signIn);
  return state;
}

/** Waits until the address answers with 200. */
async function untilReady(url) {
  for (;;) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(100);
  }
}

if (process.argv[1] === import.meta.filename) {
  const [url, apiKey] = process.argv.slice(2);
  await untilReady(url);
  console.log(await link(url, apiKey));
}
