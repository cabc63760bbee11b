// A visit that is booked at the moment in which its user is deleted, which takes two connections to the database.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { deleteUser } from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { gate } from '../support/gate.js';
import { labTeam } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;
/** Of the lock that keeps a visit from being stored. */
const held = 4712;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const { db } = service.deps;
  await sql`create function wait_with_visit() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${sql.lit(held)}); return new; end $$`.execute(db);
  await sql`create trigger wait_with_visit before insert on appointment
    for each row execute function wait_with_visit()`.execute(db);
});
afterAll(() => service.stop());

const isWaiting = async (what: string): Promise<boolean> => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${what}`.execute(
    service.deps.db,
  );
  return rows.length > 0;
};

it('the deletion waits for it and cancels it, so that nobody is visited or told of it', async () => {
  const { db } = service.deps;
  const team = labTeam(service);
  const { id, user_id } = await team.order();
  const booking_key = await team.key(id, 'prompt');
  const { promise: mayEnd, resolve: letGo } = gate();
  const { promise: isHeld, resolve: holds } = gate();
  const lock = db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(held)})`.execute(tx);
    holds();
    await mayEnd;
  });
  await isHeld;
  const booked = team.book(id, { booking_key, async_confirmation: true });
  while (!(await isWaiting('insert into "appointment"%'))) await turn();
  let isOver = false;
  const deletion = service.call(deleteUser, { apiKey, params: { user_id } }).finally(() => (isOver = true));
  while (!isOver && !(await isWaiting('%"app_user"%'))) await turn();
  const wasFirst = isOver;
  letGo();
  await Promise.all([lock, booked, deletion]);

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
  while (!isOver && !(await isWaiting('%"app_user"%'))) await turn();
  letGo();
  await deletion;
  assert.equal((await booked).status, 404);
  assert.deepEqual(await db.selectFrom('appointment').select('id').where('order_id', '=', id).execute(), []);
});
