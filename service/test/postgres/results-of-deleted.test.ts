// Results that arrive at the moment when their user is deleted. This takes two connections to the database.
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { deleteUser, readOrder } from 'svc-link/contract';
import { progressDue } from '../../src/orders/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { day, labTeam } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { holdBack } from '../support/hold-back.js';

const { apiKey } = sandboxKeys;
let service: TestService;
let back: Awaited<ReturnType<typeof holdBack>>;
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
  back = await holdBack(service.deps.db, 'before update of sealed_results on lab_order');
});
afterAll(() => service.stop());

it('the deletion waits for them and takes them along, so that nobody is told of them after it', async () => {
  const { db } = service.deps;
  const { id, user_id } = await labTeam(service).order();
  const letGo = await back.hold();
  const results = progressDue(service.deps, new Date(service.clock.now().getTime() + 3 * day * 1000));
  while (!(await back.isWaiting('update "lab_order"%'))) await turn();
  let isOver = false;
  const deletion = service.call(deleteUser, { apiKey, params: { user_id } }).finally(() => (isOver = true));
  while (!isOver && !(await back.isWaiting('%update "app_user"%'))) await turn();
  const wasTold = isOver;
  await Promise.all([letGo(), results, deletion]);

  assert.equal(wasTold, false, 'it was deleted while results were on their way');
  assert.equal((await service.call(readOrder, { apiKey, params: { order_id: id } })).status, 404);
  const left = await db
    .selectFrom('event')
    .select('event_type')
    .where('user_id', '=', user_id)
    .where('ended_on', 'is', null)
    .execute();
  assert.deepEqual(left, []);
});
