// npm start: builds what is missing or stale, then runs the service and the demo until Ctrl+C.
//
//   SERVICE_PORT  the service's port, 8787
//   PORT          the demo's port, 5173
// Everything else the service reads from the environment (service/README.md) works here too.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isFresh } from './build.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const servicePort = Number(process.env.SERVICE_PORT ?? 8787);
const demoPort = Number(process.env.PORT ?? 5173);
const service = `http://127.0.0.1:${servicePort}`;
const demo = `http://localhost:${demoPort}`;

const isFree = (port, host) =>
  new Promise((resolve) => {
    const server = createServer();
    // Only a taken port counts: a machine without IPv6 has no ::1.
    server.once('error', ({ code }) => resolve(code !== 'EADDRINUSE'));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });

async function checkPort(port, hosts, variable) {
  for (const host of hosts)
    if (!(await isFree(port, host)))
      throw new Error(`Port ${port} is taken. Choose another one: ${variable}=${port + 1} npm start`);
}

const children = [];
let stopping = false;

function stop() {
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}

function run(name, args, env) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    // A group of its own: Ctrl+C reaches this process alone, which then ends both in order.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.once('exit', (code) => {
    if (stopping) return;
    console.error(`The ${name} ended${code === null ? '' : ` with code ${code}`}.`);
    process.exitCode = 1;
    stop();
  });
  children.push(child);
}

/** Waits until an address answers. */
async function answers(url) {
  const end = Date.now() + 60_000;
  while (!stopping) {
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    if (Date.now() > end) throw new Error(`${url} does not answer.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// Whatever ends this process ends its children.
process.on('exit', stop);

try {
  await checkPort(servicePort, ['127.0.0.1'], 'SERVICE_PORT');
  await checkPort(demoPort, ['127.0.0.1', '::1'], 'PORT');
  if (!isFresh()) {
    console.log('Building …');
    build();
  }
  run('service', ['service/dist/main.js'], { PORT: String(servicePort) });
  run('demo', ['--import', 'tsx', 'demo/server.ts'], { PORT: String(demoPort), SERVICE_URL: service });
  await Promise.all([answers(`${service}/ready`), answers(demo)]);
  if (!stopping) console.log(`\nReady. Open ${demo} (the service is at ${service}). Ctrl+C stops both.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
  stop();
}
