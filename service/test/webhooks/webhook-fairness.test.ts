// Deliveries of one team never take the places of another team, however many webhooks it has and however slow they are.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import { createWebhook, listWebhookDeliveries } from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { emitAll } from '../../src/webhooks/events.js';
import { lanes } from '../../src/jobs/lanes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let receiver: Receiver;
/** Requests to these paths get no answer. */
const hanging = new Set<string>();
const held = new Map<ServerResponse, string>();
/** The paths of a test, and the largest number of their requests that were held at once. */
const watched = { paths: new Set<string>(), most: 0 };
const watch = (hooks: readonly { readonly path: string }[]): void => {
  watched.paths = new Set(hooks.map(({ path }) => path));
  watched.most = 0;
};
const heldNow = (): readonly ServerResponse[] =>
  [...held].flatMap(([response, path]) => (watched.paths.has(path) ? [response] : []));
const hold = (response: ServerResponse, path: string): void => {
  held.set(response, path);
  watched.most = Math.max(watched.most, heldNow().length);
  response.once('close', () => held.delete(response));
};
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(), startReceiver()]);
  receiver.answer = (response, { path }) => {
    if (hanging.has(path)) hold(response, path);
    else response.writeHead(204).end();
  };
});
afterAll(async () => {
  for (const response of held.keys()) response.destroy();
  await service.stop({ madeUpEvents: true });
  await receiver.close();
});

async function newTeam(webhooks: number) {
  const { id: team_id, apiKey } = await service.newTeam();
  const hooks = [];
  for (let n = 0; n < webhooks; n++) {
    const path = `/${randomUUID()}`;
    const { body } = await service.call(createWebhook, { apiKey, body: { url: receiver.url + path } });
    hooks.push({ id: body.id, path });
  }
  const user = { id: randomUUID(), team_id, client_user_id: 'theirs' };
  const event = { type: 'daily.data.steps.created', user, data: { data: [], source: 1 } };
  const emit = (events = 1) =>
    transact(service.deps.db, (tx) =>
      emitAll(
        service.deps,
        tx,
        Array.from({ length: events }, () => event),
      ),
    );
  const arrived = async (id: string, count = 1): Promise<void> => {
    for (;;) {
      const query = { status: 'success', page_size: 50 } as const;
      const { body } = await service.call(listWebhookDeliveries, { apiKey, params: { id }, query });
      if (body.data.length >= count) return;
      await turn();
    }
  };
  return { hooks, event, emit, arrived };
}

const { perGroup = 0, places, reserved: [most = assert.fail()] = [] } = lanes.webhook;
const { perGroup: fewPlaces = 0 } = lanes.webhook_throttled;

describe('deliveries', () => {
  it('of many teams with hanging webhooks leave places for another team', async () => {
    const hooks = [];
    for (let at = 0; at * perGroup <= places; at++) {
      const bad = await newTeam(50);
      for (const { path } of bad.hooks) hanging.add(path);
      hooks.push(...bad.hooks);
      await bad.emit();
    }
    watch(hooks);
    while (heldNow().length < places - most.places) await turn();
    const first = heldNow();
    const good = await newTeam(1);
    await good.emit();
    await good.arrived(good.hooks[0]!.id);
    assert.ok(
      first.every((response) => held.has(response)),
      'it waited for one that hangs',
    );
    for (const response of heldNow()) response.destroy();
    for (const { path } of hooks) hanging.delete(path);
  });

  it('of a team with 50 hanging webhooks leave places for another team', async () => {
    const bad = await newTeam(50);
    for (const { path } of bad.hooks) hanging.add(path);
    watch(bad.hooks);
    await bad.emit(4);
    await receiver.until(perGroup);
    const good = await newTeam(1);
    await good.emit();
    await good.arrived(good.hooks[0]!.id);
    assert.ok(watched.most <= perGroup && perGroup < places, `${watched.most} at once`);
  });

  it('to a slow webhook have few places, so that its team’s other webhooks keep theirs', async () => {
    const team = await newTeam(2);
    const [late, quick] = [team.hooks[0]!, team.hooks[1]!];
    hanging.add(late.path);
    watch([late]);
    await team.emit();
    while (heldNow().length === 0) await turn();
    // The receiver takes longer than a quick one.
    const [first] = heldNow();
    setTimeout(() => first?.writeHead(204).end(), 2_500);
    await team.arrived(late.id);
    watch([late]);
    const all = 3 * perGroup;
    await team.emit(all);
    while (heldNow().length < fewPlaces) await turn();
    await team.arrived(quick.id, 50);
    assert.equal(watched.most, fewPlaces);

    const { slow } = await service.deps.db
      .selectFrom('webhook')
      .select('slow')
      .where('id', '=', late.id)
      .executeTakeFirstOrThrow();
    assert.equal(slow, true);
  });

  it('to a webhook that failed a moment ago do not wait for those of its team’s slow one', async () => {
    const team = await newTeam(2);
    const [late, quick] = [team.hooks[0]!, team.hooks[1]!];
    hanging.add(late.path);
    const { db } = service.deps;
    await db.updateTable('webhook').set({ slow: true }).where('id', '=', late.id).execute();
    await db.updateTable('webhook').set({ failing_since: new Date() }).where('id', '=', quick.id).execute();
    const all = 3 * fewPlaces;
    await team.emit(all);
    await team.arrived(quick.id, all);
  });

  it('that have waited for a recovered webhook move back to the places of its team, each once', async () => {
    const { db, jobs } = service.deps;
    const team = await newTeam(1);
    const hook = team.hooks[0]!;
    const recover = () =>
      db.updateTable('webhook').set({ failing_since: null, slow: false }).where('id', '=', hook.id).execute();
    const release = (): void => {
      for (const response of heldNow()) response.writeHead(204).end();
    };
    hanging.add(hook.path);
    watch([hook]);
    const all = 6 * perGroup;
    // These deliveries were to come later, and no process was told about them yet.
    const silent = { ...jobs, enqueueAll: () => Promise.resolve() };
    await transact(db, (tx) =>
      emitAll(
        { ...service.deps, jobs: silent },
        tx,
        Array.from({ length: all }, () => team.event),
      ),
    );
    const dueIn = (milliseconds: number) =>
      db
        .updateTable('webhook_delivery')
        .set({ next_attempt_at: new Date(service.deps.clock.now().getTime() + milliseconds) })
        .where('webhook_id', '=', hook.id)
        .execute();
    // If nothing is overdue, the deliveries keep their few places.
    await dueIn(60_000);
    const rows = await db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('webhook_id', '=', hook.id)
      .execute();
    // A replayed delivery has two jobs.
    const twice = [...rows, rows.at(-1) ?? assert.fail()];
    await transact(db, (tx) =>
      jobs.enqueueAll(
        tx,
        'webhook_throttled',
        twice.map(({ id }) => ({ data: { delivery_id: id, attempts: 0 }, group: hook.id })),
      ),
    );
    while (heldNow().length < fewPlaces) await turn();
    const first = heldNow();
    release();
    while (first.some((response) => held.has(response)) || heldNow().length < fewPlaces) await turn();
    assert.equal(watched.most, fewPlaces);

    await dueIn(-60_000);
    let since = performance.now();
    while (watched.most < perGroup) {
      // On a busy machine an answer may come late and count as slow; then some requests are held beside those of its turn.
      await recover();
      if (heldNow().length === fewPlaces || performance.now() - since > 5_000) {
        release();
        since = performance.now();
      }
      await turn();
    }
    hanging.delete(hook.path);
    release();
    const unsent = () =>
      db
        .selectFrom('webhook_delivery')
        .select('id')
        .where('webhook_id', '=', hook.id)
        .where('status', '!=', 'success')
        .execute();
    while ((await unsent()).length > 0) await turn();
    assert.equal(receiver.received.filter(({ path }) => path === hook.path).length, all);
  });

  it('with two simultaneous jobs arrive once', async () => {
    const { db, jobs } = service.deps;
    const team = await newTeam(1);
    const hook = team.hooks[0]!;
    hanging.add(hook.path);
    watch([hook]);
    await team.emit();
    while (heldNow().length === 0) await turn();
    const { rows } = await sql<{ data: { delivery_id: string; attempts: number }; group_id: string }>`
      select data, group_id from pgboss.job where name = 'webhook' and state = 'active'
        and data->>'delivery_id' in (select id::text from webhook_delivery where webhook_id = ${hook.id})`.execute(
      db,
    );
    const [{ data, group_id: group } = assert.fail()] = rows;
    await transact(db, (tx) => jobs.enqueue(tx, 'webhook', data, { group }));
    const active = async () => {
      const found = await sql`select from pgboss.job
        where data->>'delivery_id' = ${data.delivery_id} and state = 'active'`.execute(db);
      return found.rows.length;
    };
    while ((await active()) < 2) await turn();
    for (const response of heldNow()) response.writeHead(204).end();
    // The second turn ends as well: otherwise its requests would be held.
    while ((await active()) > 0 && heldNow().length === 0) await turn();
    await team.arrived(hook.id);
    assert.equal(receiver.received.filter(({ path }) => path === hook.path).length, 1);
  });

  it('that were enqueued before their webhook failed wait for its turn', async () => {
    const { deps } = service;
    const team = await newTeam(1);
    const { id, path } = team.hooks[0]!;
    // No process is told about them yet.
    const jobs = { ...deps.jobs, enqueueAll: () => Promise.resolve() };
    await transact(deps.db, (tx) => emitAll({ ...deps, jobs }, tx, [team.event]));
    await deps.db.updateTable('webhook').set({ failing_since: new Date() }).where('id', '=', id).execute();
    const { id: delivery_id } = await deps.db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('webhook_id', '=', id)
      .executeTakeFirstOrThrow();
    // In the form of an earlier version, which has one lane for both.
    const data = { delivery_id, attempts: 0, slow: true };
    await transact(deps.db, async (tx) => {
      await deps.jobs.enqueue(tx, 'webhook', data, { group: `${id} slow` });
      await sql`update pgboss.job set group_tier = 'slow' where data->>'delivery_id' = ${delivery_id}`.execute(
        tx,
      );
    });
    await team.arrived(id);
    const { rows } = await sql<{ name: string }>`select name from pgboss.job
      where data->>'delivery_id' = ${delivery_id} order by created_on`.execute(deps.db);
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['webhook'],
    );
    assert.equal(receiver.received.filter((each) => each.path === path).length, 1);
  });
});
