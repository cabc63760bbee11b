// Turns of webhooks that hang come by team.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, it } from 'vitest';
import { createWebhook } from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { lanes } from '../../src/jobs/lanes.js';
import { emitAll } from '../../src/webhooks/events.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { places } = lanes.webhook_slow;
/** How many deliveries a turn sends at once. */
const perTurn = 2;

let service: TestService;
let receiver: Receiver;
/** The requests that are not answered yet, with their paths, and every path that was ever requested. */
const held = new Map<ServerResponse, string>();
const begun = new Set<string>();
let look = (): void => undefined;
const until = (is: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    look = () => void (is() && resolve());
    look();
  });
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(), startReceiver()]);
  receiver.answer = (response, { path }) => {
    held.set(response, path);
    begun.add(path);
    response.once('close', () => held.delete(response));
    look();
  };
});
afterAll(async () => {
  for (const response of held.keys()) response.destroy();
  await service.stop({ madeUpEvents: true });
  await receiver.close();
});

/** A team with webhooks that hang, and the function that sends each of them as much as one turn does. */
async function newTeam(count: number) {
  const { id: team_id, apiKey } = await service.newTeam();
  const paths = Array.from({ length: count }, () => `/${randomUUID()}`);
  for (const path of paths) await service.call(createWebhook, { apiKey, body: { url: receiver.url + path } });
  const { db } = service.deps;
  const known = { failing_since: new Date(), slow: true };
  await db.updateTable('webhook').set(known).where('team_id', '=', team_id).execute();
  const user = { id: randomUUID(), team_id, client_user_id: 'theirs' };
  const event = { type: 'daily.data.steps.created', user, data: { data: [], source: 1 } };
  const events = Array.from({ length: perTurn }, () => event);
  return { paths, emit: () => transact(db, (tx) => emitAll(service.deps, tx, events)) };
}

it('a team with one webhook that hangs waits for a turn of each team, however many webhooks these have', async () => {
  const bad = [];
  for (let count = 0; count < places + 20; count += 50) bad.push(await newTeam(50));
  const another = await newTeam(1);
  const [path = ''] = another.paths;
  for (const { emit } of bad) await emit();
  await until(() => held.size >= places * perTurn);
  await another.emit();
  // The turns end one by one, and each gives its place to another.
  for (let ended = 1; !begun.has(path); ended++) {
    assert.ok(ended <= bad.length + 1, 'it waited for more than a turn of each team');
    const [first] = held.values();
    for (const [response, its] of held) if (its === first) response.destroy();
    await until(() => begun.size >= places + ended && held.size >= places * perTurn);
  }
});
