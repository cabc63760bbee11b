// The first promise of the service: a process that is killed at any moment under load loses no acknowledged
// write, does each item of an import once, and delivers each webhook at least once and under one id.
import assert from 'node:assert/strict';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'svc-link/client';
import { openEmbedded, openPostgres } from '../../src/db/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import {
  actsOf,
  checkAcknowledged,
  insuredUsers,
  load,
  nothingYet,
  prepareTeam,
  type ServiceUser,
} from './acknowledged-load.js';
import { newDataFolder, startChild, type ChildService } from '../support/child-service.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

const rounds = process.env['LONG'] ? 50 : 2;
/** Upper limit of the moment at which the process is killed, in milliseconds after the load begins. */
const latest = 3000;

const postgres = process.env['TEST_DATABASE_URL'];
/** On PostgreSQL the service accepts no keys that everybody knows. */
const keys = postgres ? { apiKey: `sk_${randomUUID()}`, managementKey: `mk_${randomUUID()}` } : sandboxKeys;
const userOf = ({ url }: ChildService): ServiceUser => ({
  url,
  client: createClient({ baseUrl: url, ...keys }),
});

describe('a service that is killed under load', () => {
  const folder = newDataFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  const env = postgres
    ? {
        DATABASE_URL: postgres,
        SANDBOX_PROVIDERS: '1',
        SVC_MASTER_KEY: randomBytes(32).toString('hex'),
        SVC_API_KEY: keys.apiKey,
        SVC_MANAGEMENT_KEY: keys.managementKey,
        WEBHOOK_ALLOW_PRIVATE: '1',
        RATE_LIMIT_PER_MINUTE: '0',
        LOG_LEVEL: 'error',
      }
    : { DATA_DIR: folder };

  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    // A receiver that fails now and then, so that there are retries as well.
    receiver.answer = (response) => void response.writeHead(randomInt(10) === 0 ? 503 : 204).end();
  });
  afterAll(() => receiver.close());

  it(`keeps its promises over ${rounds} kills`, { timeout: 3_600_000 }, async () => {
    const done = nothingYet();
    const moments: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const service = await startChild(env);
      if (round === 0) await prepareTeam(userOf(service), receiver);
      const stop = new AbortController();
      // Even if the kills come soon, each family has acknowledged something.
      if (round === 0) for (const act of actsOf(userOf(service), done, stop.signal)) await act();
      const loaded = load(userOf(service), done, stop.signal);
      const moment = randomInt(latest);
      moments.push(moment);
      await wait(moment);
      assert.equal(await service.end('SIGKILL'), null);
      stop.abort();
      await loaded;
    }

    receiver.answer = (response) => void response.writeHead(204).end();
    const service = await startChild(env);
    await checkAcknowledged(userOf(service), done, receiver, `killed after ${moments.join()} ms`);
    assert.equal(await service.end('SIGTERM'), 0);
    const insured = await insuredUsers(
      postgres ? openPostgres(postgres, assert.fail) : await openEmbedded(folder),
    );
    for (const user of done.insured) assert.ok(insured.has(user));
  });
});
