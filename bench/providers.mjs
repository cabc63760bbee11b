// What links, renewals of tokens and pulls of 90 days cost with real providers, with 10, 1,000 and 100,000 existing connections,
// and which statements cost more with more connections. The built service and the provider have their own processes.
//   npm run build:quick && node bench/providers.mjs      SIZES=10,1000,100000 LINKS=60 RENEWALS=200 PULLS=12 DATABASES=postgres,pglite
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../service/test/support/postgres-process.mjs';

const { env } = process;
const sizes = (env.SIZES ?? '10,1000,100000').split(',').map(Number);
const counts = {
  links: Number(env.LINKS ?? 60),
  renewals: Number(env.RENEWALS ?? 200),
  pulls: Number(env.PULLS ?? 12),
};
const databases = (env.DATABASES ?? 'postgres,pglite').split(',');
/** The embedded database is for development, so it is not measured with more connections than this. */
const mostEmbedded = 1000;
const publicUrl = 'http://127.0.0.1:8801';
const scopes = 'email personal daily heartrate workout tag session spo2'.split(' ');

/** Starts a process that carries out orders. */
function start(name, input, execArgv = []) {
  const script = fileURLToPath(new URL(`providers/${name}.mjs`, import.meta.url));
  const child = fork(script, [JSON.stringify(input)], { execArgv, env: { PATH: env.PATH } });
  const waiting = new Map();
  let orders = 0;
  child.on('message', ({ id, output, error }) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(error));
    else resolve?.(output);
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended with ${code}`));
  });
  const ready =
    name === 'worker' ? new Promise((resolve, reject) => waiting.set(0, { resolve, reject })) : undefined;
  return {
    ready,
    ask: (order, given) =>
      new Promise((resolve, reject) => {
        orders++;
        waiting.set(orders, { resolve, reject });
        child.send({ id: orders, order, input: given });
      }),
    async end() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

const accounts = (count) => Array.from({ length: count }, () => randomUUID());
const milliseconds = (before, after) => (after.user - before.user + after.system - before.system) / 1000;

/** Does something with `count` items, and returns the time and both processes' work for each item. */
async function measure(provider, worker, count, act) {
  const before = [await provider.ask('spent'), await worker.ask('spent')];
  const { seconds, ...more } = await act();
  const after = [await provider.ask('spent'), await worker.ask('spent')];
  return {
    ...more,
    rate: count / seconds,
    each: (seconds / count) * 1000,
    work: milliseconds(before[1].cpu, after[1].cpu) / count,
    theirs: milliseconds(before[0].cpu, after[0].cpu) / count,
    requests: (after[0].requests - before[0].requests) / count,
    rss: after[1].rss / 1e6,
  };
}

/** All measurements with the current number of connections. */
async function round(provider, worker, counts) {
  const issue = async (count) => {
    const names = accounts(count);
    const issued = await provider.ask('issue', names);
    return issued.map((tokens, at) => ({ ...tokens, account: names[at] }));
  };
  const results = {};
  let callbacks;
  // The work of the person and the provider between beginning and end is not counted.
  const begun = await measure(provider, worker, counts.links, async () => {
    const { seconds, results: visits } = await worker.ask('begin links', counts.links);
    callbacks = visits;
    return { seconds };
  });
  const hrefs = await provider.ask('consent', callbacks);
  const visits = callbacks.map(({ cookie }, at) => ({ cookie, callback: hrefs[at] }));
  const ended = await measure(provider, worker, counts.links, async () => ({
    seconds: await worker.ask('end links', visits),
  }));
  await worker.ask('forget pulls');
  const each = begun.each + ended.each;
  results.links = { ...ended, each, rate: 1000 / each, work: begun.work + ended.work, theirs: ended.theirs };

  const expired = await issue(counts.renewals);
  results.renewals = await measure(provider, worker, counts.renewals, async () => ({
    seconds: await worker.ask('renew', expired),
  }));

  const due = await issue(counts.pulls);
  const names = due.map(({ account }) => account);
  await provider.ask('live', names);
  await worker.ask('make pulls', due);
  results['pulls of 90 days'] = await measure(provider, worker, counts.pulls, () =>
    worker.ask('pull', names),
  );

  results['hints of notices'] = await measure(provider, worker, names.length, async () => ({
    seconds: await worker.ask('take notices', names),
  }));
  const refused = expired.slice(0, 4).map(({ account }) => account);
  results['refusals of tokens'] = await measure(provider, worker, refused.length, async () => ({
    seconds: await worker.ask('refuse', refused),
  }));
  results['tidying up'] = await measure(provider, worker, 1, async () => ({
    seconds: await worker.ask('tidy'),
  }));
  return results;
}

const cell = (value, digits, unit = '') => `${value.toFixed(digits)}${unit}`.padStart(10);
function report(all) {
  const [first] = all;
  console.log(
    `  ${''.padEnd(20)}${['beside', '/s', 'ms each', 'ratio', 'our work', 'theirs', 'requests', 'memory'].map((each) => each.padStart(10)).join('')}`,
  );
  for (const name of Object.keys(first.results))
    for (const { size, results } of all) {
      const { rate, each, work, theirs, requests, rss } = results[name];
      console.log(
        `  ${name.padEnd(20)}${cell(size, 0)}${cell(rate, 1)}${cell(each, 1)}${cell(each / first.results[name].each, 2)}${cell(work, 1, ' ms')}${cell(theirs, 1, ' ms')}${cell(requests, 1)}${cell(rss, 0, ' MB')}`,
      );
    }
  const { days } = first.results['pulls of 90 days'];
  console.log(`  ${(days / counts.pulls).toFixed(0)} days with something were stored by each pull`);
}

/** Prints the statements that read much more of the database when there are more connections. */
function reportGrowth(few, many) {
  const before = new Map(few.map((row) => [row.query, row]));
  const grown = many.flatMap(({ query, calls, blocks, ms }) => {
    const earlier = before.get(query);
    if (!earlier || /^(?:explain|create|vacuum|select pg_stat)/i.test(query)) return [];
    const [one, other] = [earlier.blocks / earlier.calls, blocks / calls];
    return other > 4 * one && other > one + 40 ? [{ query, calls, one, other, each: ms / calls }] : [];
  });
  console.log(`  statements that read more than four times as much: ${grown.length || 'none'}`);
  for (const { query, calls, one, other, each } of grown.sort((a, b) => b.other - a.other))
    console.log(
      `    ${one.toFixed(0)} and ${other.toFixed(0)} pages, ${each.toFixed(1)} ms, ${calls} times: ${query.replace(/\s+/g, ' ').slice(0, 400)}`,
    );
}

async function measureAll(settings, sizes, { statements }) {
  const redirectUri = `${publicUrl}/v2/link/connect/oura`;
  const until = new Date().toISOString().slice(0, 10);
  const provider = start('provider', { redirectUri, scopes, until }, ['--import', 'tsx']);
  const { urls, clientId, clientSecret } = await provider.ask('where');
  const PROVIDERS = JSON.stringify({ oura: { client_id: clientId, client_secret: clientSecret, urls } });
  const worker = start('worker', {
    ...settings,
    PROVIDERS,
    PUBLIC_URL: publicUrl,
    SVC_MASTER_KEY: masterKey,
  });
  await worker.ready;
  if (statements) await worker.ask('count statements');
  // A round before the measurements, so that they do not include compiling and opening, which happen once.
  await round(provider, worker, { links: 10, renewals: 10, pulls: 2 });
  const all = [];
  let there = 0;
  for (const size of sizes) {
    const began = performance.now();
    await worker.ask('fill', { from: there, until: size });
    there = size;
    if (size > 1000)
      console.error(`  ${size} connections made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    if (statements) await worker.ask('begin counting');
    const results = await round(provider, worker, counts);
    all.push({ size, results, statements: statements && (await worker.ask('statements')) });
  }
  report(all);
  if (statements && all.length > 1) reportGrowth(all[0].statements, all.at(-1).statements);
  await worker.ask('stop');
  await worker.end();
  await provider.end();
}

const masterKey = randomBytes(32).toString('hex');
if (databases.includes('postgres')) {
  // PostgreSQL has its default settings, so that answered data is on the disk. It counts what each statement reads.
  const postgres = await startPostgres(['shared_preload_libraries=pg_stat_statements']);
  console.log('\nPostgreSQL');
  try {
    await measureAll({ DATABASE_URL: postgres.createDatabase() }, sizes, { statements: true });
  } finally {
    await postgres.stop();
  }
}
if (databases.includes('pglite')) {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-'));
  console.log('\nPGlite');
  await measureAll(
    { DATA_DIR: folder },
    sizes.filter((size) => size <= mostEmbedded),
    { statements: false },
  );
  rmSync(folder, { recursive: true });
}
