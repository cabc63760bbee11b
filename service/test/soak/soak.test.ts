// A service for an hour (SOAK_MINUTES), set up for data that must not be lost: processes behind a balancer,
// a primary, a standby and PgBouncer, under half of the greatest load. During that hour a process is killed
// and the primary is lost. Nothing that was acknowledged is lost or exists twice, and memory does not grow.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, it, onTestFinished } from 'vitest';
import { findProgram } from '../../../scripts/programs.mjs';
import { openPostgres } from '../../src/db/index.js';
import { provider as imported } from '../support/bulk-service.js';
import { startCluster } from '../support/postgres-cluster.js';
import { Figures, report } from './figures.js';
import { checkConnections, checkEvents, checkOperations, checkUsers, created } from './invariants.js';
import { startDeadProvider, startListener, type Listener } from './listeners.js';
import { greatestLoad, startLoad } from './load.js';
import { insist, startServices } from './services.js';
import { dead, failed, nothingSaid, usesOf } from './uses.js';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 60);
const whole = minutes * 60_000;
const processes = 2;
/** Shares of the whole time. Memory is compared between the spans `warm` and `end`. */
const moments = { greatest: 0.08, warm: [0.2, 0.3], kill: 0.4, failOver: 0.6, end: [0.9, 1] } as const;
const calibration = Math.min(whole * moments.greatest, 60_000);
/** How long after a fault the measurements still count as `faults`, in milliseconds. */
const recovery = Math.min(whole * 0.1, 60_000);
/** How much memory may grow between the two spans. */
const growth = { share: 1.25, megabytes: 32 };
/** How long the slow receiver takes to answer, in milliseconds. */
const slow = 2500;

const keys = { apiKey: `sk_${randomUUID()}`, managementKey: `mk_${randomUUID()}` };

/** Registers something to be ended after the test, in reverse order. */
function later<T>(thing: T, end: (thing: T) => Promise<unknown>): T {
  onTestFinished(async () => void (await end(thing)));
  return thing;
}

async function soak(programs: { readonly postgres: string; readonly pgbouncer: string }): Promise<void> {
  const cluster = later(await startCluster(programs), ({ stop }) => stop());
  const provider = later(await startDeadProvider(), ({ close }) => close());
  const normal = later(await startListener({ failing: 50 }), ({ close }) => close());
  const late = later(await startListener({ delay: slow }), ({ close }) => close());
  const env = {
    ...{ DATABASE_URL: cluster.url, SANDBOX_PROVIDERS: '1', WEBHOOK_ALLOW_PRIVATE: '1' },
    ...{ SVC_API_KEY: keys.apiKey, SVC_MANAGEMENT_KEY: keys.managementKey },
    SVC_MASTER_KEY: randomBytes(32).toString('hex'),
    ...{ RATE_LIMIT_PER_MINUTE: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'fatal' },
    PROVIDERS: JSON.stringify({
      [dead]: { enabled: true, client_id: 'any', client_version: '1', urls: { api: provider.url } },
    }),
  };
  const services = later(await startServices(processes, env, keys), ({ kill }) => kill());
  const hook = ({ url }: Listener) =>
    insist(services, (client, call) => client.createWebhook({ url, events: [created] }, call));
  await hook(normal);
  const { id: lateHook } = await hook(late);
  const application = { client_id: 'own', client_secret: 'secret' };
  await insist(services, (client) => client.setCustomCredentials(imported, application));

  const figures = new Figures();
  const said = nothingSaid();
  const began = performance.now();
  const at = (share: number): Promise<void> => wait(Math.max(0, began + whole * share - performance.now()));
  // The first minute is not measured, because the code is not compiled yet and the load is the greatest.
  const unmeasured = usesOf(services, said, () => undefined);
  const greatest = await greatestLoad(
    // Without the last use, because one that waits for a dead provider would hold up the others.
    unmeasured.slice(0, -1),
    calibration,
  );
  const load = startLoad(usesOf(services, said, figures.measure), greatest / 2);
  const sampling = setInterval(() => figures.readMemory(services.places), Math.min(5000, whole / 100));
  onTestFinished(() => clearInterval(sampling));

  await at(moments.kill);
  figures.phase = 'faults';
  await services.replace('process 1');
  await wait(recovery);
  figures.phase = 'at ease';

  await at(moments.failOver);
  figures.phase = 'faults';
  const lost = performance.now();
  cluster.killPrimary();
  await cluster.promote();
  await cluster.repoint();
  await insist(services, (client, call) => client.createLinkToken({ user_id: anyOf(said.users) }, call));
  const back = performance.now() - lost;
  await wait(recovery);
  figures.phase = 'at ease';

  await at(1);
  clearInterval(sampling);
  await load.end();

  const [one] = services.places;
  assert.ok(one);
  const database = later(openPostgres(cluster.url, assert.fail), ({ close }) => close());
  const spans = [moments.warm, moments.end].map(([from, until]) =>
    figures.memoryIn(began + whole * from, began + whole * until),
  );
  const [warm = new Map<string, number>(), end = new Map<string, number>()] = spans;
  const head = [
    `${minutes} minutes, ${processes} processes; ${greatest.toFixed(1)} uses a second were the most, ${(greatest / 2).toFixed(1)} were begun: ${load.begun} in all, ${load.leftOut} left out.`,
    `The primary was lost for ${(back / 1000).toFixed(1)} s. ${said.users.size} users, ${said.linked.size} links, ${said.unknown.size} whose end nobody knows, ${said.imported.size} imported by ${said.operations.size} operations; ${normal.count} requests to the receiver that answers at once, ${late.count} to the slow one.`,
    ...[...new Set([...warm.keys(), ...end.keys()])].map(
      (name) =>
        `Memory of ${name}: ${megabytes(warm.get(name))} warm, ${megabytes(end.get(name))} at the end.`,
    ),
  ];
  report(`# Soak\n\n${head.join('\n')}\n\n${figures.table()}\n`);

  await checkOperations(one.client, said);
  await checkUsers(one.client, said);
  const connections = await checkConnections(database, said);
  const { pending } = await checkEvents(database, connections, normal, { listener: late, webhook: lateHook });
  console.log(
    `${connections.size} connections, each told of once; ${pending} are still to be told to the slow receiver.`,
  );

  for (const kind of figures.kinds().filter((kind) => kind.endsWith(failed)))
    assert.equal(figures.count(kind, 'at ease'), 0, `${kind}, though nothing was wrong`);
  for (const [name, before] of warm) {
    const after = end.get(name);
    if (after === undefined) continue;
    const most = before * growth.share + growth.megabytes;
    assert.ok(after <= most, `${name} grew from ${megabytes(before)} to ${megabytes(after)}`);
  }
  for (const code of await services.end()) assert.equal(code, 0);
}

const megabytes = (value: number | undefined): string =>
  value === undefined ? 'not there' : `${value.toFixed(0)} MB`;

function anyOf(users: ReadonlyMap<string, string>): string {
  const [user] = users.values();
  assert.ok(user);
  return user;
}

const [postgres, pgbouncer] = [findProgram('postgres'), findProgram('pgbouncer')];
if (postgres === undefined || pgbouncer === undefined)
  it.skip('There is no PgBouncer here: `node scripts/programs.mjs --install pgbouncer` gets it.', () =>
    undefined);
else
  describe('a service that is used for long', () => {
    it(`keeps its promises for ${minutes} minutes`, { timeout: whole + 1_800_000 }, () =>
      soak({ postgres, pgbouncer }),
    );
  });
