// Many appointments and orders that are due together. One of them fails.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import { progressDue } from '../../src/orders/index.js';
import { day, labTeam } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let team: ReturnType<typeof labTeam>;
beforeAll(async () => {
  service = await startTestService();
  team = labTeam(service);
  await service.hear();
  await sql`create table poisoned (id uuid primary key)`.execute(service.deps.db);
  await sql`create function refuse_poisoned() returns trigger language plpgsql as $$ begin
    if exists (select from poisoned where id = new.id) then raise exception 'poisoned %', new; end if;
    return new; end $$`.execute(service.deps.db);
  for (const [table, column] of [
    ['appointment', 'status'],
    ['lab_order', 'sealed_results'],
  ] as const)
    await sql`create trigger poisoned before update of ${sql.ref(column)} on ${sql.table(table)}
      for each row execute function refuse_poisoned()`.execute(service.deps.db);
});
afterAll(() => service.stop());

const poison = (id: string) => sql`insert into poisoned values (${id})`.execute(service.deps.db);
const heal = () => sql`delete from poisoned`.execute(service.deps.db);
/** How often the log says that a row is left for later. */
const saidOf = (id: string): number =>
  service
    .logged()
    .split('\n')
    .filter((line) => line.includes(id) && line.includes('left for later')).length;

describe('of what is due together', () => {
  it('an order that fails is left for later, and the others get their results', async () => {
    const orders = [];
    for (let n = 0; n < 3; n++) orders.push(await team.order());
    const [bad, ...good] = orders;
    await poison(bad!.id);
    await team.advance(2 * day + 60);
    for (const { id } of good) assert.equal((await team.read(id)).status, 'completed');
    assert.equal((await team.read(bad!.id)).status, 'received');
    assert.equal(saidOf(bad!.id), 1);

    // Not tried before its time.
    await progressDue(service.deps, service.clock.now());
    assert.equal(saidOf(bad!.id), 1);
    await team.advance(300);
    assert.equal(saidOf(bad!.id), 2);
    await heal();
    await team.advance(300);
    assert.equal((await team.read(bad!.id)).status, 'completed');
    assert.deepEqual(await team.events(bad!.user_id), [
      'order.created received',
      'result.created normal',
      'order.updated completed',
    ]);
    assert.ok(!service.logged().includes('lab-normal-'), 'the log says whose order it is');
  });

  it('an appointment that fails is left for later, and the others go on, and orders too', async () => {
    const booked = [];
    for (let n = 0; n < 3; n++) {
      const { id, user_id } = await team.order();
      const booking_key = await team.key(id, 'prompt', n);
      const { body } = await team.book(id, { booking_key });
      booked.push({ order: id, user_id, appointment: body.id });
    }
    const [bad, ...good] = booked;
    const waiting = await team.order();
    await poison(bad!.appointment);
    await team.advance(14 * day);
    for (const { order } of good) assert.equal((await team.read(order)).status, 'completed');
    assert.equal((await team.read(waiting.id)).status, 'completed');
    assert.equal((await team.read(bad!.order)).appointment?.status, 'confirmed');
    assert.equal(saidOf(bad!.appointment), 1);
    await heal();
    await team.advance(300);
    assert.equal((await team.read(bad!.order)).status, 'completed');
  });
});
