// What the metrics or the traces cost: the same service with and without them, in turns on one PostgreSQL. First at rest, then
// while it answers requests. Metrics are requested each second; each span is sent to a collector in this process.
//   npm run build:quick && node bench/metrics.mjs      PAIRS=12 SECONDS=3 CONNECTIONS=16 EVERY=1000 REST=15
//   OF=traces                                          traces instead of metrics
//   BASE=…/service/dist/main.js                        another build as the service without them
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../service/test/support/postgres-process.mjs';
import { at, median } from './lib/figures.mjs';

const pairs = Number(process.env.PAIRS ?? 12);
const seconds = Number(process.env.SECONDS ?? 3);
const connections = Number(process.env.CONNECTIONS ?? 16);
const every = Number(process.env.EVERY ?? 1000);
const rest = Number(process.env.REST ?? 15);
const ofTraces = process.env.OF === 'traces';
const main = fileURLToPath(new URL('../service/dist/main.js', import.meta.url));
const key = () => `sk_${randomBytes(32).toString('hex')}`;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

async function start(file, url, env) {
  const apiKey = key();
  const child = spawn(process.execPath, [file], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' },
      ...{ DATABASE_URL: url, SVC_API_KEY: apiKey, SVC_MASTER_KEY: randomBytes(32).toString('hex') },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, address] = /^(\w+)\s+(http\S+)$/.exec(line) ?? [];
    if (name) said[name] = address;
    if (said.Console && (said.Metrics || !env.METRICS_PORT)) break;
  }
  return { url: said.Service, metrics: said.Metrics, apiKey, child };
}

const ask = (url, method, apiKey, body) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { 'x-svc-api-key': apiKey } }, (response) => {
      response.resume().once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(url))));
    });
    sent.once('error', reject).end(body && JSON.stringify(body));
  });

/** Processor time of a process, in milliseconds: on a machine with other work it says more than the clock. */
function busy({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Requests in a second, and the processor time of each. Nine users are read for each user that is made. */
async function measure({ url, metrics, apiKey, child }) {
  const timer = metrics && setInterval(() => void fetch(metrics).then((answer) => answer.text()), every);
  const from = busy(child);
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const worker = async () => {
    while (performance.now() < end) {
      const makes = count++ % 10 === 0;
      if (makes)
        await ask(`${url}/v2/user`, 'POST', apiKey, { client_user_id: randomBytes(8).toString('hex') });
      else await ask(`${url}/v2/user?limit=1`, 'GET', apiKey);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  clearInterval(timer);
  return { rate: count / ((performance.now() - began) / 1000), work: (busy(child) - from) / count };
}

/** Processor time, in milliseconds, that a process takes in a second while only Prometheus sends requests. */
async function measureRest({ metrics, child }) {
  const timer = metrics && setInterval(() => void fetch(metrics).then((answer) => answer.text()), every);
  const from = busy(child);
  await pause(rest * 1000);
  clearInterval(timer);
  return (busy(child) - from) / rest;
}

const postgres = await startPostgres();
const without = await start(process.env.BASE ?? main, postgres.createDatabase(), {});
const collector = createServer((incoming, outgoing) => incoming.resume().once('end', () => outgoing.end()));
await once(collector.listen(0, '127.0.0.1'), 'listening');
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.address().port}` };
const withThem = await start(main, postgres.createDatabase(), ofTraces ? traced : { METRICS_PORT: '0' });
// Both at the same time, so that other work on the machine affects both.
const atRest = await Promise.all([without, withThem].map(measureRest));
console.log(
  `at rest, ms of the processor in a second: ${atRest.map((work) => work.toFixed(1)).join(' without, ')} with`,
);
for (const each of [without, withThem]) await measure(each);
const [rates, works] = [[], []];
for (let pair = 0; pair < pairs; pair++) {
  // The order alternates, so that other work on the machine affects both.
  const measured = new Map();
  for (const each of pair % 2 ? [without, withThem] : [withThem, without])
    measured.set(each, await measure(each));
  const [one, other] = [measured.get(without), measured.get(withThem)];
  rates.push(other.rate / one.rate);
  works.push(other.work / one.work);
  const cells = ({ rate, work }) => `${rate.toFixed(0)} /s, ${work.toFixed(2)} ms`;
  console.log(`${cells(one)} without; ${cells(other)} with`);
}
for (const [name, list] of Object.entries({ 'requests in a second': rates, 'processor for each': works })) {
  const [lower, upper] = [0.25, 0.75].map((share) => at(list, share).toFixed(3));
  console.log(`${name}, with / without: median ${median(list).toFixed(3)}, quartiles ${lower} and ${upper}`);
}
if (withThem.metrics) {
  const text = await (await fetch(withThem.metrics)).text();
  console.log(`${text.split('\n').filter((line) => line && !line.startsWith('#')).length} series`);
}
for (const { child } of [without, withThem]) {
  child.kill('SIGTERM');
  await once(child, 'exit');
}
agent.destroy();
collector.close();
collector.closeAllConnections();
await postgres.stop();
