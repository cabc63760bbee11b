// One service with a folder of its own and one demo, on free ports, for a file of tests.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startShared } from './sharing.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Runs a script of ours until `stop`, once it has printed `ready`. */
async function run(args, env, ready) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve, reject) => {
    const hear = (data) => {
      output += data;
      if (output.includes(ready)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    void exited.then((code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`)));
  });
  return {
    output: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
    },
  };
}

/** A service with a folder of its own. */
export const startService = () => startShared(startOwnService);

/** One that a test stops, or that browsers reach at another address, `publicUrl`. */
export async function startOwnService(publicUrl = '') {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-e2e-'));
  const service = `http://127.0.0.1:${port}`;
  const clean = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const env = {
    PORT: String(port),
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: '',
    PUBLIC_URL: publicUrl,
    // All tests sign in under the same few names.
    REFUSED_SIGN_INS: '0',
  };
  const running = await run(['service/dist/main.js'], env, publicUrl || service).catch((error) => {
    clean();
    throw error;
  });

  /** Asks the service as a team's server does. */
  const ask = async (method, address, body) => {
    const response = await fetch(service + address, {
      method,
      headers: { 'x-svc-api-key': 'sk_sandbox_local', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };

  return {
    service,
    ask,
    serviceLog: () => running.output(),
    stopService: () => running.stop(),
    async stop() {
      await running.stop();
      clean();
    },
    /** A user of the team and a link token for them. */
    async newToken(more = {}) {
      const { user_id } = await ask('POST', '/v2/user', { client_user_id: `e2e-${randomUUID()}` });
      return { user_id, ...(await ask('POST', '/v2/link/token', { user_id, ...more })) };
    },
    advanceClock: (seconds) => ask('POST', '/sandbox/clock', { advance_seconds: seconds }),
  };
}

/** A service and a demo; `service` and `demo` are their addresses. */
export const startServers = () => startShared(sharedServers);
const sharedServers = async () => withDemo(await startService());

/** Those of a test that stops one of them. */
export const startOwnServers = async () => withDemo(await startOwnService());

async function withDemo(running) {
  const port = await freePort();
  const demo = `http://localhost:${port}`;
  try {
    const env = { PORT: String(port), SERVICE_URL: running.service };
    const page = await run(['--import', 'tsx', 'demo/server.ts'], env, demo);
    return {
      ...running,
      demo,
      async stop() {
        await Promise.all([page.stop(), running.stop()]);
      },
    };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Serves pages of a test's own: `pages` maps a path to `{type, body, headers}`, or to a function of the request. */
export async function servePages(pages) {
  const requests = [];
  const server = createHttpServer((request, response) => {
    requests.push({ method: request.method, url: request.url, headers: request.headers });
    const { pathname } = new URL(request.url, 'http://localhost');
    const page = pages[pathname];
    if (!page) return response.writeHead(404).end();
    response.writeHead(page.status ?? 200, {
      'content-type': page.type ?? 'text/html; charset=utf-8',
      ...page.headers,
    });
    response.end(page.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    requests,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
