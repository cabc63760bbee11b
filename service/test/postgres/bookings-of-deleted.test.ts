// A visit that is booked at the moment when its user is deleted. This takes two connections to the database.
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { deleteUser } from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { gate } from '../support/gate.js';
import { holdBack } from '../support/hold-back.js';
import { labTeam } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;
let service: TestService;
let back: Awaited<ReturnType<typeof holdBack>>;
beforeAll(async () => {
  service = await startTestService();
  back = await holdBack(service.deps.db, 'before insert on appointment');
});
afterAll(() => service.stop());

it('the deletion waits for it and cancels it, so that nobody is visited or told of it', async () => {
  const { db } = service.deps;
  const team = labTeam(service);
  const { id, user_id } = await team.order();
  const booking_key = await team.key(id, 'prompt');
  const letGo = await back.hold();
  const booked = team.book(id, { booking_key, async_confirmation: true });
  while (!(await back.isWaiting('insert into "appointment"%'))) await turn();
  let isOver = false;
  const deletion = service.call(deleteUser, { apiKey, params: { user_id } }).finally(() => (isOver = true));
  while (!isOver && !(await back.isWaiting('%"app_user"%'))) await turn();
  const wasFirst = isOver;
  await Promise.all([letGo(), booked, deletion]);

  assert.equal(wasFirst, false, 'the user was deleted while a visit was on its way');
  const visits = await db.selectFrom('appointment').select('status').where('order_id', '=', id).execute();
  assert.deepEqual(
    visits.map(({ status }) => status),
    ['cancelled'],
  );
  const events = await db
    .selectFrom('event')
    .select('event_type')
    .where('user_id', '=', user_id)
    .where('ended_on', 'is', null)
    .execute();
  assert.deepEqual(events, []);
});

it('it is refused where the deletion was first', async () => {
  const { db } = service.deps;
  const team = labTeam(service);
  const { id, user_id } = await team.order();
  const booking_key = await team.key(id, 'prompt');
  const { promise: mayEnd, resolve: letGo } = gate();
  const { promise: isMarked, resolve: marked } = gate();
  const deletion = transact(db, async (tx) => {
    await tx.updateTable('app_user').set({ deleted_on: new Date() }).where('id', '=', user_id).execute();
    marked();
    await mayEnd;
  });
  await isMarked;
  let isOver = false;
  const booked = team.book(id, { booking_key, async_confirmation: true }).finally(() => (isOver = true));
  while (!isOver && !(await back.isWaiting('%"app_user"%'))) await turn();
  letGo();
  await deletion;
  assert.equal((await booked).status, 404);
  assert.deepEqual(await db.selectFrom('appointment').select('id').where('order_id', '=', id).execute(), []);
});
