// Compares the service with the floor and with another build of the service, in turns on one PostgreSQL: how many requests each
// answers in a second, and the processor time of a request in its own process and in PostgreSQL's.
import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../lib/figures.mjs';
import { openDeliveries } from './deliveries.mjs';
import { ask, forEach, load } from './load.mjs';
import { busy, busyWithChildren, start } from './process.mjs';
import { receiver } from './receiver.mjs';

const { env } = process;
const rounds = Number(env.ROUNDS ?? 7);
// On a machine with other work, a fixed number of requests says more than a fixed time.
const requests = env.REQUESTS ? Number(env.REQUESTS) : undefined;
const seconds = requests ? Infinity : Number(env.SECONDS ?? 2);
const links = Number(env.LINKS ?? 100);
const main = fileURLToPath(new URL('../../service/dist/main.js', import.meta.url));
const bare = fileURLToPath(new URL('bare.mjs', import.meta.url));
/** The measurements to run; all if it is not set. */
const only = env.ONLY?.split(',');
const users = 500;
const provider = 'quartz_scale';

/** Starts a service with users, and returns the actions to measure. */
async function startOne(script, database) {
  const apiKey = `sk_${randomBytes(32).toString('hex')}`;
  const service = await start(script, {
    DATABASE_URL: database,
    SANDBOX_PROVIDERS: '1',
    SVC_MASTER_KEY: randomBytes(32).toString('hex'),
    SVC_API_KEY: apiKey,
    WEBHOOK_ALLOW_PRIVATE: '1',
  });
  const team = (method, address, body, more = {}) =>
    ask(service.url, method, address, { 'x-svc-api-key': apiKey, ...more }, body);
  const link = (token, address, body) =>
    ask(service.url, 'POST', address, { 'x-svc-link-token': token }, body);
  const newUser = () => team('POST', '/v2/user', { client_user_id: randomUUID() });
  const made = [];
  await forEach(Array.from({ length: users }), async () => made.push(await newUser()));
  const hook = await receiver();
  await team('POST', '/v2/webhook', { url: hook.url, events: [] });
  const signIn = async () => {
    const { user_id } = await newUser();
    const { link_token } = await team('POST', '/v2/link/token', { user_id });
    const { providers } = await link(link_token, '/v2/link/start', {});
    const credentials = { username: `ok@${randomUUID()}.example`, password: 'good-password' };
    const { state } = await link(link_token, `/v2/link/provider/password/${provider}`, credentials);
    if (state !== 'success') throw new Error(state);
    return providers;
  };
  // A link sends an event for itself and one for the past data of each of its resources.
  const { resources } = (await signIn()).find(({ slug }) => slug === provider);
  const told = resources.length + 1;
  await hook.arrived(told);
  const deliveries = await openDeliveries(path.dirname(script), database);
  const [first] = made;
  return {
    ...{ pid: service.pid, first, made },
    acts: {
      'read a user': () => team('GET', `/v2/user/${made[Math.floor(Math.random() * users)].user_id}`),
      'list 100 users': () => team('GET', '/v2/user?limit=100'),
      'create a user': newUser,
      'create a user, with a key': () =>
        team('POST', '/v2/user', { client_user_id: randomUUID() }, { 'idempotency-key': randomUUID() }),
    },
    /** Links, and waits until all events of these links have arrived. */
    async link() {
      hook.ids.clear();
      const began = performance.now();
      await forEach(Array.from({ length: links }), signIn);
      const took = (performance.now() - began) / 1000;
      await hook.arrived(links * told);
      return { count: links, rate: links / took };
    },
    async deliver() {
      hook.ids.clear();
      const count = await deliveries.sendAgain(rounds * links);
      await hook.arrived(1);
      const began = performance.now();
      await hook.arrived(count);
      return { count, rate: count / ((performance.now() - began) / 1000) };
    },
    async stop() {
      await deliveries.close();
      await service.stop();
      hook.close();
    },
  };
}

/** Starts the floor, on the rows of a service. */
async function startFloor(database, { first, made }) {
  const { poolsOf, usualLimits } = await import('../../service/dist/db/limits.js');
  const pool = String(poolsOf(usualLimits).requests.most);
  const floor = await start(bare, { DATABASE_URL: database, TEAM_ID: first.team_id, POOL: pool });
  const get = (address) => ask(floor.url, 'GET', address);
  return {
    pid: floor.pid,
    acts: {
      'read a user': () => get(`/v2/user/${made[Math.floor(Math.random() * users)].user_id}`),
      'list 100 users': () => get('/v2/user?limit=100'),
      'create a user': () => ask(floor.url, 'POST', '/v2/user', {}, { client_user_id: randomUUID() }),
    },
    stop: floor.stop,
  };
}

/** Runs the comparison and prints the results. */
export async function beside(postgres) {
  const urls = [postgres.createDatabase(), postgres.createDatabase()];
  const measured = {};
  try {
    measured.service = await startOne(main, urls[0]);
    measured.floor = await startFloor(urls[0], measured.service);
    if (env.BASE) measured.base = await startOne(path.resolve(env.BASE), urls[1]);
    await measureAll(postgres, measured);
  } finally {
    for (const { stop } of Object.values(measured).toReversed()) await stop();
  }
}

async function measureAll(postgres, measured) {
  const take = async (who, act) => {
    const before = [busy(measured[who].pid), busyWithChildren(postgres.pid)];
    const { count, rate } = await act();
    const own = (busy(measured[who].pid) - before[0]) / count;
    const database = (busyWithChildren(postgres.pid) - before[1]) / count;
    return { rate, own, database };
  };
  const inTurns = async (name, actOf) => {
    if (only && !only.some((part) => name.startsWith(part))) return;
    const figures = {};
    const names = Object.keys(measured).filter((who) => actOf(measured[who]));
    // The first round only warms up the compiler and the caches.
    for (let round = 0; round <= rounds; round++)
      // The order alternates, so that other work on the machine affects all.
      for (const who of round % 2 ? names : names.toReversed()) {
        const figure = await take(who, actOf(measured[who]));
        if (round > 0) (figures[who] ??= []).push(figure);
      }
    report(name, figures);
  };
  for (const name of Object.keys(measured.service.acts))
    await inTurns(name, ({ acts }) => acts[name] && (() => load(acts[name], seconds, requests)));
  await inTurns('link with a password, all told of', ({ link }) => link);
  await inTurns('deliver a webhook', ({ deliver }) => deliver);
}

function report(name, row) {
  console.log(`\n${name}`);
  const of = (who, figure) => median(row[who].map(figure));
  for (const who of Object.keys(row)) {
    const [rate, own, database] = [({ rate }) => rate, ({ own }) => own, ({ database }) => database].map(
      (figure) => of(who, figure),
    );
    // Only rates of the same round are compared, because the machine's other work changes between rounds.
    const share = row[who].map(({ rate }, round) => rate / (row.floor ?? row.service)[round].rate);
    console.log(
      `  ${who.padEnd(8)} ${rate.toFixed(0).padStart(6)} /s  ${median(share).toFixed(2)} of ${row.floor ? 'the floor' : 'the service'}; ` +
        `processor ${own.toFixed(2)} + ${database.toFixed(2)} ms`,
    );
  }
}
