// Receivers that accept requests and never answer, more of them than there are places, and the deliveries that arrive
// elsewhere meanwhile.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import { createWebhook, listWebhookDeliveries, replayWebhookDelivery } from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { emitAll } from '../../src/webhooks/events.js';
import { lanes } from '../../src/jobs/lanes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { places } = lanes.webhook_slow;
/** How many deliveries a turn sends at once. */
const perTurn = 2;

let service: TestService;
let receiver: Receiver;
/** Requests to these paths are never answered. */
const hanging = new Set<string>();
/** Requests to these paths are answered at once, with an error. */
const refusing = new Set<string>();
/** The requests that are not answered yet, with their paths. */
const held = new Map<ServerResponse, string>();
let givenUp = 0;
const lookers = new Set<() => void>();
/**
 * Checks at each request and at each end of one. Checking in a loop would keep the service from its work, here for many
 * seconds.
 */
const until = (is: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!is()) return;
      lookers.delete(look);
      resolve();
    };
    lookers.add(look);
    look();
  });
const tell = (): void => lookers.forEach((look) => look());
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(), startReceiver()]);
  receiver.answer = (response, { path }) => {
    if (hanging.has(path)) {
      held.set(response, path);
      response.once('close', () => {
        held.delete(response);
        givenUp += 1;
        tell();
      });
    } else response.writeHead(refusing.has(path) ? 500 : 204).end();
    tell();
  };
});
afterAll(async () => {
  await service.stop({ madeUpEvents: true });
  await receiver.close();
});

/** A team with webhooks in a known state. */
async function newTeam(count: number, known: { failing_since?: Date; slow: boolean }) {
  const { id: team_id, apiKey } = await service.newTeam();
  const hooks = [];
  for (let n = 0; n < count; n++) {
    const path = `/${randomUUID()}`;
    const { body } = await service.call(createWebhook, { apiKey, body: { url: receiver.url + path } });
    hooks.push({ id: body.id, path });
  }
  const { db } = service.deps;
  await db.updateTable('webhook').set(known).where('team_id', '=', team_id).execute();
  const user = { id: randomUUID(), team_id, client_user_id: 'theirs' };
  const event = { type: 'daily.data.steps.created', user, data: { data: [], source: 1 } };
  const [first = assert.fail()] = hooks;
  const params = { id: first.id };
  const log = async () => (await service.call(listWebhookDeliveries, { apiKey, params })).body.data;
  return {
    ...{ hooks, first, log },
    emit: (events = 1) =>
      transact(db, (tx) =>
        emitAll(
          service.deps,
          tx,
          Array.from({ length: events }, () => event),
        ),
      ),
    replay: (delivery_id: string) =>
      service.call(replayWebhookDelivery, { apiKey, params: { id: first.id, delivery_id } }),
    /** Resolves once this many requests to the first webhook have come. */
    requested: (count: number) =>
      until(() => receiver.received.filter(({ path }) => path === first.path).length >= count),
    isSlow: async () =>
      (await db.selectFrom('webhook').select('slow').where('id', '=', first.id).executeTakeFirstOrThrow())
        .slow,
  };
}
const failing = () => ({ failing_since: new Date() });

describe('while more receivers hang than there are places', () => {
  it('one that failed a moment ago is sent its deliveries at once, and one that recovered in its turn', async () => {
    const failed = await newTeam(1, { ...failing(), slow: false });
    const recovered = await newTeam(1, { ...failing(), slow: true });
    const bad = [];
    for (let count = 0; count < places + 20; count += 50)
      bad.push(await newTeam(50, { ...failing(), slow: true }));
    for (const { hooks } of bad) for (const { path } of hooks) hanging.add(path);
    for (const { emit } of bad) await emit(5 * perTurn);
    await until(() => receiver.received.length >= places);

    await failed.emit(5);
    await failed.requested(5);
    // None of the hanging requests had to be given up first.
    assert.equal(givenUp, 0);

    await recovered.emit(5);
    await recovered.requested(1);
    const sent = new Map<string, number>();
    for (const { path } of receiver.received) sent.set(path, (sent.get(path) ?? 0) + 1);
    const most = Math.max(...[...hanging].map((path) => sent.get(path) ?? 0));
    // The only earlier requests were the turns in progress and one turn of each hanging webhook, although much more waits
    // behind them.
    assert.ok(most <= 3 * perTurn, `${most} requests to one of those that hang`);

    // What these webhooks still have to receive must not disturb the next tests.
    await service.deps.db
      .updateTable('webhook')
      .set({ status: 'disabled' })
      .where('slow', '=', true)
      .execute();
    for (const response of held.keys()) response.destroy();
  });
});

describe('while more receivers fail than there are places, each in less than counts as slow', () => {
  it('one that failed a moment ago is sent its deliveries in its turn', async () => {
    const failed = await newTeam(1, { ...failing(), slow: false });
    const bad = [];
    for (let count = 0; count < places + 20; count += 50)
      bad.push(await newTeam(50, { ...failing(), slow: false }));
    const paths = bad.flatMap(({ hooks }) => hooks.map(({ path }) => path));
    const ids = bad.flatMap(({ hooks }) => hooks.map(({ id }) => id));
    for (const path of paths) hanging.add(path);
    const known = receiver.received.length;
    for (const { emit } of bad) await emit(3 * perTurn);
    await until(() => receiver.received.length >= known + places);
    await failed.emit(1);
    const { db } = service.deps;
    const { rows } = await sql<{ before: number }>`select count(*)::int as before from pgboss.job as other,
      (select name, priority, created_on from pgboss.job
        where state = 'created' and group_id = ${failed.first.id}) as its
      where other.name = its.name and other.state = 'created' and other.group_id in (${sql.join(ids)})
        and (-other.priority, other.created_on) < (-its.priority, its.created_on)`.execute(db);
    // One turn for each team, however much waits for it.
    const [{ before: turnsBefore } = assert.fail()] = rows;
    assert.ok(turnsBefore <= bad.length, `${turnsBefore} before it`);

    for (const path of paths) {
      hanging.delete(path);
      refusing.add(path);
    }
    for (const response of held.keys()) response.writeHead(500).end();
    await failed.requested(1);
    // As above: what is left must not disturb the next tests.
    await db.deleteFrom('webhook_delivery').where('webhook_id', 'in', ids).execute();
  });
});

describe('a webhook that hangs', () => {
  it('is marked as slow, and its delivery can be sent again', async () => {
    const team = await newTeam(1, { slow: false });
    hanging.add(team.first.path);
    await team.emit();
    await team.requested(1);
    const before = givenUp;
    await until(() => givenUp > before);
    while ((await team.log())[0]?.attempts !== 1) await turn();
    assert.equal(await team.isSlow(), true);
    hanging.delete(team.first.path);
    const [delivery = assert.fail()] = await team.log();
    assert.equal(delivery.error, 'no answer within 15 seconds');
    await team.replay(delivery.id);
    await team.requested(2);
    while ((await team.log())[0]?.status !== 'success') await turn();
  });

  it('has one waiting turn beside the one in progress, however often it is requested', async () => {
    const { db, jobs } = service.deps;
    const team = await newTeam(1, { slow: true });
    hanging.add(team.first.path);
    await team.emit(2 * perTurn);
    await team.requested(perTurn);
    const ask = () =>
      transact(db, (tx) =>
        jobs.enqueue(tx, 'webhook_slow', { webhook_id: team.first.id }, { group: team.first.id }),
      );
    for (let n = 0; n < 3; n++) await ask();
    const { rows } = await sql<{ state: string }>`select state from pgboss.job
      where name = 'webhook_slow' and group_id = ${team.first.id} and state < 'completed'`.execute(db);
    assert.deepEqual(rows.map(({ state }) => state).sort(), ['active', 'created']);
  });

  it('that has been marked as slow since has its next turn after the one in progress', async () => {
    const { db } = service.deps;
    const team = await newTeam(1, { ...failing(), slow: false });
    const { id, path } = team.first;
    hanging.add(path);
    await team.emit();
    await team.requested(1);
    await db.updateTable('webhook').set({ slow: true }).where('id', '=', id).execute();
    await team.emit();
    const putOff = () =>
      sql`select from pgboss.job
      where name = 'webhook_slow' and group_id = ${id} and start_after > created_on`.execute(db);
    while ((await putOff()).rows.length === 0) await turn();
    assert.equal(receiver.received.filter((each) => each.path === path).length, 1);
    hanging.delete(path);
    for (const response of held.keys()) response.writeHead(204).end();
    await team.requested(2);
    while ((await team.log()).some(({ status }) => status !== 'success')) await turn();
    assert.equal(receiver.received.filter((each) => each.path === path).length, 2);
  });

  it('receives all waiting deliveries once it recovers, each once', async () => {
    const all = 450;
    const team = await newTeam(1, { slow: true });
    hanging.add(team.first.path);
    await team.emit(all);
    await team.requested(perTurn);
    hanging.delete(team.first.path);
    for (const response of held.keys()) response.writeHead(204).end();
    await team.requested(all);
    const pending = () =>
      service.deps.db
        .selectFrom('webhook_delivery')
        .select('id')
        .where('webhook_id', '=', team.first.id)
        .where('status', '!=', 'success')
        .execute();
    while ((await pending()).length > 0) await turn();
    const ids = receiver.received.flatMap(({ path, headers }) =>
      path === team.first.path ? [headers['webhook-id']] : [],
    );
    assert.equal(ids.length, all);
    assert.equal(new Set(ids).size, all);
  });
});
