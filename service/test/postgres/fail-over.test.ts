// What docs/handbook.md promises if the primary is lost under load: nothing that was acknowledged is lost,
// nothing is done twice, and requests are answered again within 30 seconds after the standby's promotion.
import assert from 'node:assert/strict';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { describe, it, onTestFinished } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from 'svc-link/client';
import { findProgram } from '../../../scripts/programs.mjs';
import { openPostgres } from '../../src/db/index.js';
import {
  type Acknowledged,
  actsOf,
  checkAcknowledged,
  insuredUsers,
  load,
  nothingYet,
  prepareTeam,
  type ServiceUser,
} from '../process/acknowledged-load.js';
import { type ChildService, startChild } from '../support/child-service.js';
import { type Cluster, startCluster } from '../support/postgres-cluster.js';
import { createNetwork } from '../support/network.js';
import { startReceiver } from '../support/receiver.js';

const processes = process.env['LONG'] ? 3 : 2;
/** How many users are made before the primary is lost, and again after it. */
const users = process.env['LONG'] ? 1000 : 150;
/** Milliseconds after the promotion. */
const promised = 30_000;

const keys = { apiKey: `sk_${randomUUID()}`, managementKey: `mk_${randomUUID()}` };
const userOf = ({ url }: ChildService): ServiceUser => ({
  url,
  client: createClient({ baseUrl: url, ...keys }),
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(50);
}

/** Loses the primary by calling `lose` while the service is in use, and promotes the standby. */
async function failOver(
  cluster: Cluster,
  lose: (done: Acknowledged) => Promise<void> | void,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  receiver.answer = (response) => void response.writeHead(randomInt(10) === 0 ? 503 : 204).end();
  const env = {
    ...{ DATABASE_URL: cluster.url, SANDBOX_PROVIDERS: '1', WEBHOOK_ALLOW_PRIVATE: '1' },
    ...{ SVC_API_KEY: keys.apiKey, SVC_MANAGEMENT_KEY: keys.managementKey },
    SVC_MASTER_KEY: randomBytes(32).toString('hex'),
    ...{ RATE_LIMIT_PER_MINUTE: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'fatal' },
    ...settings,
  };
  const services = await Promise.all(Array.from({ length: processes }, () => startChild(env)));
  onTestFinished(async () => void (await Promise.all(services.map((service) => service.end('SIGKILL')))));
  const [first] = services;
  assert.ok(first);
  await prepareTeam(userOf(first), receiver);
  const done = nothingYet();
  const stop = new AbortController();
  // Even if the primary is lost soon, each family has acknowledged something.
  for (const act of actsOf(userOf(first), done, stop.signal)) await act();
  const loads = services.map((service) => load(userOf(service), done, stop.signal, { persist: true }));
  await until(() => done.users.size >= users);

  await lose(done);
  const atLoss = done.users.size;
  await cluster.promote();
  const promoted = performance.now();
  await cluster.repoint();
  const back = await Promise.all(
    services.map(async ({ url }) => {
      const client = createClient({ baseUrl: url, ...keys });
      const create = () =>
        client.createUser({ client_user_id: randomUUID() }).then(
          () => true,
          () => false,
        );
      await until(create);
      return Math.round(performance.now() - promoted);
    }),
  );
  for (const milliseconds of back) assert.ok(milliseconds < promised, `back after ${back.join()} ms`);
  await until(() => done.users.size >= atLoss + users);
  stop.abort();
  await Promise.all(loads);

  receiver.answer = (response) => void response.writeHead(204).end();
  const about = `${atLoss} users before, back after ${back.join()} ms`;
  await checkAcknowledged(userOf(first), done, receiver, about);
  for (const service of services) {
    assert.equal((await fetch(`${service.url}/ready`)).status, 200, about);
    assert.equal(await service.end('SIGTERM'), 0, about);
  }
  const insured = await insuredUsers(openPostgres(cluster.url, assert.fail));
  for (const user of done.insured) assert.ok(insured.has(user), about);
  console.log(about);
}

/** A short statement timeout, to show that it does not end a commit that waits for the standby. */
const statementSeconds = 2;
/** Longer than the service waits for a statement without an answer. */
const longEnough = 12_000;

/** Fails if a server acknowledges a change. */
async function refutesChange(url: string, table: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  client.on('error', () => undefined);
  const change = client
    .query(`begin; set local statement_timeout = 500; create table ${table} (id integer); commit`)
    .then(() => true);
  assert.equal(await Promise.race([change, wait(3000, false)]), false, 'the old primary took a change');
  change.catch(() => undefined);
  void client.end();
}

function testCutOff(programs: { readonly postgres: string; readonly pgbouncer: string }): void {
  const network = createNetwork();
  if (typeof network === 'string') {
    it.skip(`Networks cannot be made here: ${network}`, () => undefined);
    return;
  }
  it('by its network, while it goes on as if nothing were', async () => {
    onTestFinished(() => network.remove());
    const cluster = await startCluster(programs, network);
    onTestFinished(() => cluster.stop());
    const lose = async (done: Acknowledged): Promise<void> => {
      network.unplug('standby');
      // Commits that the standby had confirmed may still be acknowledged. After that, nothing is.
      const began = performance.now();
      let [told, since] = [done.users.size, began];
      await until(() => {
        if (done.users.size !== told) [told, since] = [done.users.size, performance.now()];
        assert.ok(since - began < longEnough, 'the primary acknowledges without its standby');
        return performance.now() - since > longEnough;
      });
      await refutesChange(cluster.directUrl('primary'), 'while_alone');
      network.unplug('primary');
      network.plugIn('standby');
      assert.equal(done.users.size, told);
    };
    await failOver(cluster, lose, { DATABASE_STATEMENT_SECONDS: String(statementSeconds) });
    network.plugIn('primary');
    await refutesChange(cluster.directUrl('primary'), 'when_back');
  });
}

const [postgres, pgbouncer] = [findProgram('postgres'), findProgram('pgbouncer')];
if (postgres === undefined || pgbouncer === undefined)
  it.skip('There is no PgBouncer here: `node scripts/programs.mjs --install pgbouncer` gets it.', () =>
    undefined);
else
  describe('a primary that is lost under load', () => {
    it('by kill -9', async () => {
      const cluster = await startCluster({ postgres, pgbouncer });
      onTestFinished(() => cluster.stop());
      await failOver(cluster, () => cluster.killPrimary());
    });

    // This test takes minutes.
    if (process.env['LONG']) testCutOff({ postgres, pgbouncer });
  });
