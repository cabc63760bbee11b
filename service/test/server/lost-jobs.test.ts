// A job is lost while its row waits: it was deleted, given up or has expired. The service finds the row by itself.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { advanceClock, createWebhook, listHistoricalPulls, listWebhookDeliveries } from 'svc-link/contract';
import { acceptPause } from '../../src/bulk/index.js';
import { transact, type Tx } from '../../src/db/index.js';
import type { Deps } from '../../src/deps.js';
import { emitAll } from '../../src/webhooks/events.js';
import { resumeRegularly } from '../../src/server/lost-jobs.js';
import { acceptBooking, awaitPartner } from '../../src/orders/index.js';
import { findProvider } from '../../src/providers/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { storeConnections } from '../../src/link/store-connections.js';
import { newBulkTeam, provider } from '../support/bulk-service.js';
import { labTeam } from '../support/lab-service.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(), startReceiver()]);
});
afterAll(async () => {
  await service.stop({ madeUpEvents: true });
  await receiver.close();
});

const jobsOf = async (key: 'delivery_id' | 'operation_id' | 'webhook_id', id: string): Promise<string[]> => {
  const { rows } = await sql<{ state: string }>`select state from pgboss.job
    where data->>${sql.lit(key)} = ${id} order by created_on`.execute(service.deps.db);
  return rows.map(({ state }) => state);
};

/** The ways in which the jobs of a row may be lost before anybody has begun them. */
const losses = {
  deleted: (tx: Tx) => sql`delete from pgboss.job where state = 'created'`.execute(tx),
  'given up': (tx: Tx) =>
    sql`update pgboss.job set state = 'failed', completed_on = now(), retry_count = 1000
      where state = 'created'`.execute(tx),
};

const moveClock = async (): Promise<void> => {
  const { apiKey } = sandboxKeys;
  const { status } = await service.call(advanceClock, { apiKey, body: { advance_seconds: 600 } });
  assert.equal(status, 200);
};

async function newReceiver() {
  const { id: team_id, apiKey } = await service.newTeam();
  const path = `/${randomUUID()}`;
  const { body } = await service.call(createWebhook, { apiKey, body: { url: receiver.url + path } });
  const user = { id: randomUUID(), team_id, client_user_id: 'theirs' };
  const event = { type: 'daily.data.steps.created', user, data: { data: [], source: 1 } };
  const deliveries = async () => {
    const { body: page } = await service.call(listWebhookDeliveries, { apiKey, params: { id: body.id } });
    return page.data;
  };
  const requests = () => receiver.received.filter((each) => each.path === path).length;
  const change = (known: { failing_since?: Date; slow?: boolean }) =>
    service.deps.db.updateTable('webhook').set(known).where('id', '=', body.id).execute();
  return { id: body.id, path, event, deliveries, requests, change };
}

for (const [how, lose] of Object.entries(losses)) {
  describe(`work whose job was ${how}`, () => {
    it('goes on once if it is a bulk operation', async () => {
      const { deps } = service;
      const team = await newBulkTeam(service);
      const [user] = await team.users(1);
      const to = { teamId: team.id, provider: findProvider(provider)! };
      const id = await transact(deps.db, async (tx) => {
        const accepted = await acceptPause(deps, tx, to, [user!]);
        await lose(tx);
        return accepted;
      });
      assert.equal((await team.operations({ id })).data[0]?.status, 'in_progress');
      const stop = resumeRegularly(deps);
      const ended = await team.ended({ headers: new Headers({ location: `?id=${id}` }) });
      assert.deepEqual([ended.processed, ended.pending], [1, 0]);
      await stop();
      await moveClock();
      assert.equal((await jobsOf('operation_id', id)).filter((state) => state !== 'failed').length, 1);
    });

    it('goes on once if it is a delivery', async () => {
      const { deps } = service;
      const to = await newReceiver();
      await transact(deps.db, async (tx) => {
        await emitAll(deps, tx, [to.event]);
        await lose(tx);
      });
      const [{ id } = { id: '' }] = await to.deliveries();
      await moveClock();
      while ((await to.deliveries())[0]?.status === 'pending') await turn();
      await moveClock();
      assert.equal(to.requests(), 1);
      assert.equal((await jobsOf('delivery_id', id)).filter((state) => state !== 'failed').length, 1);
    });

    it('goes on once if it is a turn of a webhook', async () => {
      const { deps } = service;
      const to = await newReceiver();
      await to.change({ slow: true });
      await transact(deps.db, async (tx) => {
        await emitAll(deps, tx, [to.event]);
        await lose(tx);
      });
      await moveClock();
      while ((await to.deliveries())[0]?.status === 'pending') await turn();
      await moveClock();
      assert.equal(to.requests(), 1);
      assert.equal((await jobsOf('webhook_id', to.id)).filter((state) => state !== 'failed').length, 1);
    });
  });
}

describe('work that is found by its row alone', () => {
  /** The same service, but every job is lost as soon as it is enqueued. */
  const losing = (): Deps => {
    const { deps } = service;
    const { jobs } = deps;
    return {
      ...deps,
      jobs: {
        ...jobs,
        async enqueue(tx, lane, data, options) {
          await jobs.enqueue(tx, lane, data, options);
          await losses.deleted(tx);
        },
      },
    };
  };

  it('goes on if it is a pull', async () => {
    const user_id = await service.newUser();
    const user = { id: user_id, team_id: seededTeam, client_user_id: null };
    const made = {
      ...{ provider: 'umbra_sleep', account: user_id, credentials: '{"username":"ok@example.com"}' },
      ...{ granted: [], denied: [] },
    };
    await transact(service.deps.db, (tx) => storeConnections(tx, losing(), [{ user, made }]));
    const { apiKey } = sandboxKeys;
    const statuses = async () => {
      const { body } = await service.call(listHistoricalPulls, { apiKey, query: { user_id } });
      return body.data.map(({ status }) => status);
    };
    assert.deepEqual(await statuses(), ['scheduled', 'scheduled']);
    await moveClock();
    assert.deepEqual(await statuses(), ['success', 'success']);
  });

  it('goes on if it is a booking', async () => {
    const team = labTeam(service);
    const order = await team.order();
    const booking = { booking_key: await team.key(order.id, 'prompt'), async_confirmation: true };
    const of = { teamId: seededTeam, id: order.id };
    const accepted = await transact(service.deps.db, (tx) => acceptBooking(losing(), tx, of, booking));
    const answer = awaitPartner(losing(), accepted, new AbortController().signal);
    (await service.waiting()).finish();
    assert.equal((await answer).status, 'pending');
    await moveClock();
    assert.equal((await team.read(order.id)).appointment?.status, 'confirmed');
  });
});

describe('work whose job is there', () => {
  for (const [lane, known] of [
    ['webhook', { slow: false }],
    ['webhook_failing', { failing_since: new Date() }],
    ['webhook_slow', { slow: true }],
  ] as const)
    it(`is left to its job, however long it is overdue: ${lane}`, async () => {
      const { deps } = service;
      const to = await newReceiver();
      const held: ServerResponse[] = [];
      receiver.answer = (response) => void held.push(response);
      await to.change(known);
      await transact(deps.db, (tx) => emitAll(deps, tx, [to.event]));
      while (held.length === 0) await turn();
      await moveClock();
      const [{ id } = { id: '' }] = await to.deliveries();
      const [ofDelivery, ofWebhook] = [await jobsOf('delivery_id', id), await jobsOf('webhook_id', to.id)];
      assert.deepEqual([...ofDelivery, ...ofWebhook], ['active']);
      held[0]?.writeHead(204).end();
      while ((await to.deliveries())[0]?.status === 'pending') await turn();
      assert.equal(to.requests(), 1);
    });
});
