// Webhooks with more deliveries than one transaction should touch.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  updateWebhook,
} from 'svc-link/contract';
import { sweep } from '../../src/server/sweeps.js';
import { logOf } from '../../src/webhooks/delivery-routes.js';
import { waitingForTurn } from '../../src/webhooks/job.js';
import { addDeliveries } from '../support/many-rows.js';
import { refuseDeletion } from '../support/refuse-deletion.js';
import { countRowsRead } from '../support/rows-read.js';
import { startTestService, type TestService } from '../support/test-service.js';

describe('a webhook with many deliveries', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop({ madeUpEvents: true }));

  const sweepNow = () => sweep(service.deps.db, service.clock.now());
  async function webhookWith(status: 'pending' | 'success', deliveries: number) {
    const team = await service.newTeam();
    const { body } = await service.call(createWebhook, {
      apiKey: team.apiKey,
      body: { url: 'https://nowhere.invalid/' },
    });
    const user = await service.newUser(team.apiKey);
    await addDeliveries(service.deps.db, { team: team.id, user, webhook: body.id, status }, deliveries);
    return { apiKey: team.apiKey, params: { id: body.id }, team: team.id };
  }
  const statuses = async (id: string) => {
    const rows = await service.deps.db
      .selectFrom('webhook_delivery')
      .select(({ fn }) => ['status', fn.countAll<string>().as('count')])
      .where('webhook_id', '=', id)
      .groupBy('status')
      .execute();
    return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
  };

  it('is gone at once when it is deleted, and its deliveries with the next run', async () => {
    const { team, ...hook } = await webhookWith('success', 5200);
    assert.equal((await service.call(deleteWebhook, hook)).status, 200);
    assert.deepEqual(await statuses(hook.params.id), { success: 5200 }, 'left to the sweep');
    for (const endpoint of [getWebhook, listWebhookDeliveries, deleteWebhook] as const)
      assert.equal((await service.call(endpoint, hook)).status, 404);
    const { body } = await service.call(listWebhooks, { apiKey: hook.apiKey });
    assert.deepEqual(body.webhooks, []);
    await sweepNow();
    assert.deepEqual(await statuses(hook.params.id), {});
    const { db } = service.deps;
    assert.deepEqual(await db.selectFrom('event').select('id').where('team_id', '=', team).execute(), []);
    assert.deepEqual(await db.selectFrom('webhook').select('id').where('team_id', '=', team).execute(), []);
  });

  it('does not block the next ones if it cannot be deleted, is logged, and is tried again', async () => {
    const { db } = service.deps;
    const [stuck, next] = [await webhookWith('success', 1), await webhookWith('success', 1)];
    for (const { apiKey, params } of [stuck, next]) await service.call(deleteWebhook, { apiKey, params });
    const letGo = await refuseDeletion(db, 'webhook', `old.id = '${stuck.params.id}'`);
    const left = () =>
      db
        .selectFrom('webhook')
        .select(['id', 'deletion_failed_on'])
        .where('deleted_on', 'is not', null)
        .execute();

    await assert.rejects(sweepNow(), /^AggregateError: not done: forgetWebhooks$/);
    for (let sweeps = 0; sweeps < 20 && (await left()).length > 1; sweeps++) await sweepNow();
    const failed = await left();
    assert.deepEqual(
      failed.map(({ id, deletion_failed_on }) => [id, deletion_failed_on !== null]),
      [[stuck.params.id, true]],
    );
    // It fails again a minute later, and is logged.
    await service.clock.advance(60);
    await assert.rejects(sweepNow(), AggregateError);
    assert.notDeepEqual(await left(), failed);

    await letGo();
    await service.clock.advance(60);
    for (let sweeps = 0; sweeps < 20 && (await left()).length > 0; sweeps++) await sweepNow();
    assert.deepEqual(await left(), []);
  });

  it('keeps an event that another webhook receives as well', async () => {
    const { team, ...hook } = await webhookWith('success', 2);
    const { body } = await service.call(createWebhook, {
      apiKey: hook.apiKey,
      body: { url: 'https://nowhere.invalid/too' },
    });
    const { db } = service.deps;
    const [event] = await db.selectFrom('event').selectAll().where('team_id', '=', team).execute();
    await db
      .insertInto('webhook_delivery')
      .values({
        id: body.id,
        webhook_id: body.id,
        event_id: event!.id,
        status: 'success',
        created_on: event!.created_on,
      })
      .execute();
    await service.call(deleteWebhook, hook);
    await sweepNow();
    const left = await db.selectFrom('event').select('id').where('team_id', '=', team).execute();
    assert.deepEqual(left, [{ id: event!.id }]);
  });

  it('finds deliveries that wait for its turn without reading those that are tried again later', async () => {
    const { db } = service.deps;
    const { params } = await webhookWith('pending', 2300);
    await sql`update webhook_delivery set waits_turn = true where id in (
      select id from webhook_delivery where webhook_id = ${params.id} order by created_on desc, id desc limit 5)`.execute(
      db,
    );
    await sql`analyze webhook_delivery, event`.execute(db);
    assert.ok((await countRowsRead(db, waitingForTurn(db, params.id, 2))) <= 10);
  });

  for (const status of ['success', 'failed'] as const)
    it(`lists those with the status ${status} without reading those that wait`, async () => {
      const { db } = service.deps;
      const { params } = await webhookWith('pending', 2300);
      await sql`update webhook_delivery set status = ${status} where id in (
        select id from webhook_delivery where webhook_id = ${params.id} order by created_on, id limit 3)`.execute(
        db,
      );
      await sql`analyze webhook_delivery, event`.execute(db);
      const page = logOf(db, params.id, { status, behind: undefined, most: 51 });
      assert.equal((await page.execute()).length, 3);
      // Each with its event.
      assert.ok((await countRowsRead(db, page)) <= 6);
    });

  it('lists a late page without reading the pages before it', async () => {
    const { db } = service.deps;
    const { params } = await webhookWith('success', 2300);
    await sql`analyze webhook_delivery, event`.execute(db);
    const row = await db
      .selectFrom('webhook_delivery')
      .select(['id', 'created_on'])
      .where('webhook_id', '=', params.id)
      .orderBy('id')
      .offset(100)
      .limit(1)
      .executeTakeFirstOrThrow();
    const behind = { moment: row.created_on, id: row.id };
    const late = logOf(db, params.id, { status: undefined, behind, most: 11 });
    assert.equal((await late.execute()).length, 11);
    assert.ok((await countRowsRead(db, late)) <= 30);
  });

  it('gives up waiting deliveries when it is disabled: some at once, the others with the next run', async () => {
    const { apiKey, params } = await webhookWith('pending', 2300);
    const hook = { apiKey, params };
    await service.call(updateWebhook, { ...hook, body: { status: 'disabled' } });
    assert.deepEqual(await statuses(hook.params.id), { failed: 2000, pending: 300 });
    await sweepNow();
    assert.deepEqual(await statuses(hook.params.id), { failed: 2300 });
    const { body } = await service.call(listWebhookDeliveries, { ...hook, query: { status: 'failed' } });
    assert.equal(body.data[0]?.error, 'the webhook is disabled');
  });
});
