// Results that come at the moment in which their user is deleted, which takes two connections to the database.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { deleteUser, readOrder } from 'svc-link/contract';
import { progressDue } from '../../src/orders/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { day, labTeam } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { gate } from '../support/gate.js';

const { apiKey } = sandboxKeys;
/** Of the lock that keeps results from being stored. */
const held = 4711;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
  const { db } = service.deps;
  await sql`create function wait_with_results() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${sql.lit(held)}); return new; end $$`.execute(db);
  await sql`create trigger wait_with_results before update of sealed_results on lab_order
    for each row execute function wait_with_results()`.execute(db);
});
afterAll(() => service.stop());

it('the deletion waits for them and takes them along, so that nobody is told of them after it', async () => {
  const { db } = service.deps;
  const { id, user_id } = await labTeam(service).order();
  const areWaiting = async (what: string): Promise<boolean> => {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like ${what}`.execute(
        db,
      );
    return rows.length > 0;
  };
  const { promise: mayEnd, resolve: letGo } = gate();
  const { promise: isHeld, resolve: holds } = gate();
  const lock = db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(held)})`.execute(tx);
    holds();
    await mayEnd;
  });
  await isHeld;
  const results = progressDue(service.deps, new Date(service.clock.now().getTime() + 3 * day * 1000));
  while (!(await areWaiting('update "lab_order"%'))) await turn();
  let isOver = false;
  const deletion = service.call(deleteUser, { apiKey, params: { user_id } }).finally(() => (isOver = true));
  while (!isOver && !(await areWaiting('%update "app_user"%'))) await turn();
  const wasTold = isOver;
  letGo();
  await Promise.all([lock, results, deletion]);

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
