// One service with its own folder, and one demo, on free ports, for a file of tests.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LinkTokenRequest, SessionReport, User } from 'svc-link/contract';

const root = path.resolve(import.meta.dirname, '../..');

/** The TCP port on which the server listens. */
export const portOf = (server: Server) => (server.address() as AddressInfo).port;

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const port = portOf(server);
      server.close(() => resolve(port));
    });
  });

/** Runs a script of ours until `stop`; resolves once it has printed `ready`. */
async function run(args: string[], env: Record<string, string>, ready: string) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    const hear = (data: Buffer) => {
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
    async stop() {
      child.kill();
      await exited;
    },
  };
}

/** The service's answers at the addresses that tests use, as a team's server does. */
export interface Ask {
  (method: 'GET' | 'POST', address: `/v2/link/session/${string}`, body?: object): Promise<SessionReport>;
  (method: 'GET' | 'POST', address: '/v2/user' | `/v2/user/${string}`, body?: object): Promise<User>;
  (method: 'POST', address: '/v2/link/token', body: object): Promise<MadeToken>;
  (method: 'POST', address: '/v2/link/token/extend', body: object): Promise<{ expires_at: string }>;
  (method: 'GET', address: '/v2/providers'): Promise<{ slug: string }[]>;
  (method: 'GET' | 'POST', address: '/sandbox/clock', body?: object): Promise<{ now: string }>;
  (method: 'POST', address: '/sandbox/connection/break', body: object): Promise<unknown>;
}

export interface MadeToken {
  user_id: string;
  link_token: string;
  link_session_id: string;
  link_web_url: string;
  expires_at: string;
}

export type Service = Awaited<ReturnType<typeof startService>>;
export type Servers = Awaited<ReturnType<typeof startServers>>;

/** A service with its own folder. `publicUrl`: another address at which browsers reach it. `settings`: more of its settings. */
export async function startService(publicUrl = '', settings: Record<string, string> = {}) {
  const port = settings['PORT'] ?? String(await freePort());
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-e2e-'));
  const service = `http://127.0.0.1:${port}`;
  const clean = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const env = {
    PORT: port,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: '',
    PUBLIC_URL: publicUrl,
    // All tests sign in with the same few names.
    REFUSED_SIGN_INS: '0',
    ...settings,
  };
  const running = await run(['service/dist/main.js'], env, publicUrl || service).catch((error: unknown) => {
    clean();
    throw error;
  });

  /** Sends the service a request, as a team's server does. */
  const ask = (async (method: string, address: string, body?: object) => {
    const response = await fetch(service + address, {
      method,
      headers: { 'x-svc-api-key': 'sk_sandbox_local', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
    // The contract's tests check that the service's answers have their types.
  }) as Ask;

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
    async newToken(more: Partial<LinkTokenRequest> = {}): Promise<MadeToken> {
      const { user_id } = await ask('POST', '/v2/user', { client_user_id: `e2e-${randomUUID()}` });
      return { ...(await ask('POST', '/v2/link/token', { user_id, ...more })), user_id };
    },
    advanceClock: (seconds: number) => ask('POST', '/sandbox/clock', { advance_seconds: seconds }),
  };
}

/** The demo for a running service. */
export async function startDemo({ service }: Service) {
  const port = await freePort();
  const demo = `http://localhost:${port}`;
  const env = { PORT: String(port), SERVICE_URL: service };
  const { stop } = await run(['--import', 'tsx', 'demo/server.ts'], env, demo);
  return { demo, stop };
}

/** A service and a demo; `service` and `demo` are their addresses. */
export async function startServers() {
  const service = await startService();
  try {
    const demo = await startDemo(service);
    const stop = async () => {
      await Promise.all([demo.stop(), service.stop()]);
    };
    return { ...service, ...demo, stop };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

export interface ServedPage {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Serves pages of a test: `pages` maps a path to its content. */
export async function servePages(pages: Record<string, ServedPage>) {
  const requests: { method: string; url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createHttpServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers });
    const { pathname } = new URL(url, 'http://localhost');
    const page = pages[pathname];
    if (!page) return response.writeHead(404).end();
    response.writeHead(page.status ?? 200, {
      'content-type': page.type ?? 'text/html; charset=utf-8',
      ...page.headers,
    });
    response.end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve()).closeAllConnections();
      }),
  };
}
