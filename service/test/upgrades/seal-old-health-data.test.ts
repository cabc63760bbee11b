// A database from before health data was encrypted: it can be read as before, and is encrypted in small parts.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  createOrder,
  createUser,
  createWebhook,
  disconnectProvider,
  listOrders,
  listWebhookDeliveries,
  readBodySummary,
  readProfileSummary,
  readSleepSummary,
  replayWebhookDelivery,
} from 'svc-link/contract';
import { addDays, lastWholeDay } from '../../src/work/calendar.js';
import { migrate, openEmbedded, type Db } from '../../src/db/index.js';
import { openDay, openEvent, openResults } from '../../src/crypto/health-data.js';
import { createLog } from '../../src/server/log.js';
import { progressDue } from '../../src/orders/index.js';
import { pullDue } from '../../src/pulls/index.js';
import { sealOldHealthData } from '../../src/upgrades/seal-old-health-data.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys, startService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';
import { newDataFolder } from '../support/child-service.js';
import { dump } from '../support/dump.js';
import { secretsOfFolder } from '../support/keys.js';
import { heartHealth } from '../support/lab-service.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;

describe('health data of an earlier version', () => {
  let service: TestService;
  let receiver: Receiver;
  let db: Db;
  beforeAll(async () => {
    service = await startTestService();
    receiver = await startReceiver();
    ({ db } = service.deps);
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  /** Undoes the migration: the stored data has the form of the version before it. */
  async function makeOld(): Promise<void> {
    const { secrets } = service.deps;
    for (const row of await db.selectFrom('event').selectAll().execute())
      await db
        .updateTable('event')
        .set({ unsealed_data: JSON.stringify(openEvent(secrets, row)) })
        .where('id', '=', row.id)
        .execute();
    for (const row of await db.selectFrom('pulled_day').selectAll().execute())
      await db
        .updateTable('pulled_day')
        .set({ unsealed_items: JSON.stringify(openDay(secrets, row)) })
        .where('connection_id', '=', row.connection_id)
        .where('resource', '=', row.resource)
        .where('date', '=', row.date)
        .execute();
    for (const row of await db.selectFrom('lab_order').selectAll().execute())
      await db
        .updateTable('lab_order')
        .set({ unsealed_results: JSON.stringify(openResults(secrets, row)) })
        .where('id', '=', row.id)
        .execute();
    for (const statement of [
      'drop index event_unsealed, event_ended, pulled_day_unsealed, lab_order_unsealed',
      'alter table event drop column sealed_data, drop column provider, drop column ended_on',
      'alter table event rename column unsealed_data to data',
      'alter table event alter column data set not null',
      'alter table pulled_day drop column sealed_items',
      'alter table pulled_day rename column unsealed_items to items',
      'alter table pulled_day alter column items set not null',
      'alter table lab_order drop column sealed_results',
      'alter table lab_order rename column unsealed_results to results',
      `delete from svc_migration where name = '0023-sealed-health-data'`,
    ])
      await sql.raw(statement).execute(db);
  }

  /** The user's data in the interface, and the last events that were sent. */
  async function seenOf(user_id: string, webhookId: string) {
    const yesterday = lastWholeDay(service.clock.now());
    const query = { start_date: addDays(yesterday, -99), end_date: yesterday };
    const asked = { apiKey, params: { user_id } };
    const log = await service.call(listWebhookDeliveries, { apiKey, params: { id: webhookId } });
    const seen = [
      (await service.call(readSleepSummary, { ...asked, query })).body.sleep,
      (await service.call(readBodySummary, { ...asked, query })).body.body,
      (await service.call(readProfileSummary, asked)).body,
      (await service.call(listOrders, { apiKey, query: { interpretation: 'critical' } })).body.orders,
    ];
    const bodies: unknown[] = [];
    for (const { id, event_type } of log.body.data) {
      const params = { id: webhookId, delivery_id: id };
      const before = receiver.received.length;
      await service.call(replayWebhookDelivery, { apiKey, params });
      const received = (await receiver.until(before + 1)).at(-1)!;
      bodies.push([event_type, received.headers['webhook-id'], JSON.parse(received.body)]);
    }
    return { seen, bodies };
  }

  const unsealed = async (): Promise<readonly number[]> => {
    const { rows } = await sql<{ events: number; days: number; orders: number }>`select
      (select count(*)::integer from event where unsealed_data is not null) as events,
      (select count(*)::integer from pulled_day where unsealed_items is not null) as days,
      (select count(*)::integer from lab_order where unsealed_results is not null) as orders`.execute(db);
    return rows.flatMap(({ events, days, orders }) => [events, days, orders]);
  };

  it('is read as before until it is sealed, which can be cut off anywhere and done by several', async () => {
    const { body: webhook } = await service.call(createWebhook, { apiKey, body: { url: receiver.url } });
    const client_user_id = 'lab-critical';
    const { user_id } = (await service.call(createUser, { apiKey, body: { client_user_id } })).body;
    for (const provider of ['quartz_scale', 'umbra_sleep'])
      await service.signIn(await service.newLink({ user_id }), 'ok@example.com', { provider });
    await service.call(createOrder, { apiKey, body: { user_id, lab_test_id: heartHealth } });
    await pullDue(service.deps, service.clock.now());
    await service.clock.advance(4 * 86_400);
    await progressDue(service.deps, service.clock.now());
    const idle = async () => {
      const pending = db.selectFrom('webhook_delivery').select('id').where('status', '=', 'pending');
      while ((await pending.execute()).length > 0) await turn();
    };
    await idle();
    const seen = await seenOf(user_id, webhook.id);
    await idle();
    const [nights, , , orders] = seen.seen as unknown[][];
    assert.ok(nights!.length === 90 && orders!.length === 1 && seen.bodies.length > 8);

    await makeOld();
    const nobodys = randomUUID();
    await sql`insert into event (id, team_id, user_id, event_type, data, created_on)
      values (${nobodys}, ${seededTeam}, ${user_id}, 'daily.data.sleep.created', '{"source": 1}', now())`.execute(
      db,
    );
    assert.deepEqual(await migrate(service.database), ['0023-sealed-health-data']);
    // These requests are refused rather than answered wrongly.
    for (const old of [
      sql`select data from event`,
      sql`select items from pulled_day`,
      sql`select results from lab_order`,
      sql`insert into event (id, data) select ${nobodys}, '{}'`,
    ])
      await assert.rejects(old.execute(db), /column .* does not exist/);
    const [events, days] = await unsealed();
    assert.ok(events! > 8 && days! > 270);
    assert.match(await dump(db), /"hr_average"/);
    assert.deepEqual(await seenOf(user_id, webhook.id), seen);
    await idle();

    let steps = 3;
    assert.equal(await sealOldHealthData(service.deps, () => steps-- > 0), false);
    const [, left = 0] = await unsealed();
    assert.ok(left > 0 && left < days!, `${left} of ${days} days`);
    assert.deepEqual(await seenOf(user_id, webhook.id), seen);
    await idle();

    await Promise.all([sealOldHealthData(service.deps), sealOldHealthData(service.deps)]);
    assert.equal(await sealOldHealthData(service.deps), true);
    assert.deepEqual(await unsealed(), [0, 0, 0]);
    assert.deepEqual(await seenOf(user_id, webhook.id), seen);
    await idle();
    assert.doesNotMatch(await dump(db), /"hr_average"|"reference_range"|"scope_requirements"/);
    const gone = await db.selectFrom('event').select('id').where('id', '=', nobodys).execute();
    assert.deepEqual(gone, []);
    const told = (await db.selectFrom('event').select(['event_type', 'provider']).execute()).map(
      ({ event_type, provider }) => [event_type.split('.')[0], provider].join(' '),
    );
    assert.deepEqual([...new Set(told)].sort(), [
      'historical quartz_scale',
      'historical umbra_sleep',
      'labtest ',
      'provider quartz_scale',
      'provider umbra_sleep',
    ]);
  });

  it('goes with its connection, and changes with its day, before it is sealed too', async () => {
    const { user_id } = (await service.call(createUser, { apiKey, body: { client_user_id: 'old' } })).body;
    for (const provider of ['quartz_scale', 'umbra_sleep'])
      await service.signIn(await service.newLink({ user_id }), 'ok@example.com', { provider });
    await pullDue(service.deps, service.clock.now());
    const stored = await service.eventsOf(user_id);
    assert.equal(stored.length, 6);
    const pending = db.selectFrom('webhook_delivery').select('id').where('status', '=', 'pending');
    while ((await pending.execute()).length > 0) await turn();
    await makeOld();
    await migrate(service.database);
    await service.call(disconnectProvider, { apiKey, params: { user_id, provider: 'quartz_scale' } });
    const left = (await service.eventsOf(user_id)).map(({ data }) => JSON.stringify(data));
    assert.deepEqual([left.length, left.filter((text) => text.includes('quartz_scale'))], [3, []]);

    // Every third day is incomplete at first.
    await service.clock.advance(3 * 86_400);
    await pullDue(service.deps, service.clock.now());
    const changed = (await service.eventsOf(user_id)).filter(({ event_type }) => /updated/.test(event_type));
    assert.deepEqual(changed.map(({ event_type }) => event_type).sort(), [
      'daily.data.sleep.updated',
      'daily.data.sleep_cycle.updated',
    ]);
    const days = await db.selectFrom('pulled_day').selectAll().execute();
    assert.deepEqual(
      days.filter(
        ({ sealed_items, unsealed_items }) => (sealed_items === null) === (unsealed_items === null),
      ),
      [],
    );
    assert.equal(await sealOldHealthData(service.deps), true);
  });
});

it('a start seals what an earlier version stored, beside its other work', async () => {
  const folder = newDataFolder();
  const settings = readSettings({ DATA_DIR: folder, PORT: '0' });
  await (await startService(settings, createLog('silent'))).stop();
  const inDatabase = async <T>(act: (db: Db) => Promise<T>): Promise<T> => {
    const database = await openEmbedded(folder);
    try {
      return await act(database.db);
    } finally {
      await database.close();
    }
  };
  const [user_id, order_id, now] = [randomUUID(), randomUUID(), new Date()];
  await inDatabase(async (db) => {
    const user = {
      id: user_id,
      team_id: seededTeam,
      client_user_id: null,
      created_on: now,
      deleted_on: null,
    };
    await db.insertInto('app_user').values(user).execute();
    await db
      .insertInto('lab_order')
      .values({
        ...{ id: order_id, team_id: seededTeam, user_id, lab_test_id: heartHealth, status: 'completed' },
        ...{ interpretation: 'normal', unsealed_results: '[]', created_on: now, updated_on: now },
      })
      .execute();
  });
  const lines = new EventEmitter();
  const said = once(lines, 'sealed');
  const log = createLog('info', {
    write: (line) => void (line.includes('is encrypted now') && lines.emit('sealed')),
  });
  const service = await startService(settings, log);
  await said;
  await service.stop();
  const { row, secrets } = await inDatabase(async (db) => ({
    row: await db.selectFrom('lab_order').selectAll().executeTakeFirstOrThrow(),
    secrets: await secretsOfFolder(db, folder),
  }));
  assert.equal(row.unsealed_results, null);
  assert.deepEqual(openResults(secrets, row), []);
  rmSync(folder, { recursive: true });
});
