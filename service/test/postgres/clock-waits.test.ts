// The sandbox clock while a process is in the middle of a step. This takes two connections to the database.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { transact } from '../../src/db/index.js';
import { lockVisits } from '../../src/orders/settle.js';
import { endWait } from '../appointments/booking-waits.js';
import { gate } from '../support/gate.js';
import { labTeam } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('answers only after the step that another has begun', async () => {
  const { db } = service.deps;
  const team = labTeam(service);
  const order = await team.order();
  const booking = team.book(order.id, {
    ...{ booking_key: await team.key(order.id, 'never'), async_confirmation: true },
    sync_confirmation_timeout_millisecond: 1000,
  });
  await endWait(service, 1000);
  assert.equal((await booking).body.status, 'pending');

  const { promise: isLocked, resolve: locked } = gate();
  const { promise: mayEnd, resolve: end } = gate();
  const other = transact(db, async (tx) => {
    await lockVisits(tx).where('order_id', '=', order.id).execute();
    locked();
    await mayEnd;
  });
  await isLocked;
  let isAnswered = false;
  const answer = team.advance(86_400).then(() => (isAnswered = true));
  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%"appointment"%' and datname = current_database()`.execute(
      db,
    );
    return rows.length > 0;
  };
  while (!isAnswered && !(await isWaiting())) await turn();
  const wasEarly = isAnswered;
  end();
  await Promise.all([other, answer]);
  assert.equal(wasEarly, false);
  assert.equal((await team.read(order.id)).appointment?.status, 'cancelled');
});
