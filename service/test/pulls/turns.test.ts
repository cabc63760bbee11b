// Teams take turns with their past data, and the next turn is found without reading the other waiting rows.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { claimConnections, duePast } from '../../src/pulls/index.js';
import { addConnections, addUsers } from '../support/many-rows.js';
import { countRowsRead } from '../support/rows-read.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let db: TestService['deps']['db'];
beforeAll(async () => {
  service = await startTestService();
  ({ db } = service.deps);
});
afterAll(() => service.stop());
beforeEach(() => db.deleteFrom('connection').execute());

/** A team with `count` connections. Their past becomes due one after the other, the first one `minutes` from now. */
async function waiting(count: number, minutes: number, team?: string): Promise<string> {
  const id = team ?? (await service.newTeam()).id;
  const kind = randomUUID();
  await addUsers(db, id, kind, count);
  await addConnections(db, id, kind, count);
  await sql`insert into historical_pull (id, connection_id, resource, status, attempts, range_start, range_end, next_attempt_at, created_on)
    select gen_random_uuid(), connection.id, 'sleep', 'scheduled', 0, '2026-01-01', '2026-03-31',
      now() + make_interval(mins => ${minutes}, secs => 0.01 * row_number() over (order by connection.id)), now()
    from connection join app_user on app_user.id = user_id where client_user_id like ${`${kind}%`}`.execute(
    db,
  );
  return id;
}

const next = (after: string, latestFirst = false) =>
  duePast(['tundra_watch', 'quartz_scale'], new Date(), { after, latestFirst }, 1);
/** The teams that get the next turns. */
async function turns(count: number, latestFirst = false): Promise<readonly string[]> {
  const had: string[] = [];
  for (let after: string = randomUUID(); had.length < count;) {
    const [claimed] = await claimConnections(db, next(after, latestFirst));
    if (!claimed) break;
    had.push((after = claimed.team_id));
  }
  return had;
}

describe('teams whose past is due', () => {
  it.each([
    [30, false],
    [30, true],
    // More than are read to learn which teams have any.
    [150, false],
    [150, true],
  ])(
    'have turns, however much waits before and behind one (%d, latest first: %s)',
    async (count, latestFirst) => {
      const large = await waiting(count, -60);
      const small = await waiting(2, -30);
      await waiting(count, -20, large);
      const had = await turns(5, latestFirst);
      const [first] = had;
      const [one, other] = first === large ? [large, small] : [small, large];
      assert.deepEqual(had.slice(0, 4), [one, other, one, other]);
      assert.equal(had[4], large);
    },
  );

  it('are passed over while nothing of theirs is due', async () => {
    const [due] = [await waiting(3, -60), await waiting(3, 60), await waiting(3, 60)];
    assert.deepEqual(await turns(4), [due, due, due]);
    assert.deepEqual(await turns(1), []);
  });

  // Three times, because the ids are random, so any of the teams may have the first turn.
  it.each([1, 2, 3])('are found without a look at all that waits of them (%d)', async () => {
    const teams = [await waiting(2000, -60), await waiting(2000, 60), await waiting(1, -1)];
    await sql`analyze connection, historical_pull`.execute(db);
    for (const after of teams)
      for (const latestFirst of [false, true]) {
        const rows = await countRowsRead(db, next(after, latestFirst));
        assert.ok(rows < 350, `${rows}`);
      }
  });

  it('cost nothing while theirs only wait for a later time', async () => {
    const due = await waiting(1, -60);
    for (let n = 0; n < 40; n++) await waiting(1, 60);
    await sql`analyze connection, historical_pull`.execute(db);
    const rows = await countRowsRead(db, next(randomUUID()));
    assert.ok(rows < 20, `${rows}`);
    assert.deepEqual(await turns(2), [due]);
  });

  it('cost nothing so also beside many due pulls that are claimed', async () => {
    const busy = await waiting(250, -60);
    await db
      .updateTable('connection')
      .set({ pull_until: sql<Date>`now() + interval '1 minute'` })
      .execute();
    await sql`analyze connection, historical_pull`.execute(db);
    const alone = await countRowsRead(db, next(busy));
    for (let n = 0; n < 40; n++) await waiting(1, 60);
    assert.ok((await countRowsRead(db, next(busy))) < alone + 5);
    assert.deepEqual(await turns(1), []);
  });

  it('are found so too in tables that have just filled, with most of it pulled', async () => {
    await sql`analyze connection, historical_pull`.execute(db);
    const team = await waiting(2000, -60);
    await db.updateTable('historical_pull').set({ next_attempt_at: null }).execute();
    await waiting(3, -60, team);
    const rows = await countRowsRead(db, next(randomUUID()));
    assert.ok(rows < 100, `${rows}`);
  });

  it('have a turn each, also where several are taken at once', async () => {
    const teams = [await waiting(2, -60), await waiting(2, -60)];
    const found = duePast(['quartz_scale'], new Date(), { after: randomUUID() });
    const claimed = await claimConnections(db, found);
    assert.deepEqual(claimed.map(({ team_id }) => team_id).sort(), [...teams, ...teams].sort());
  });

  it('are worked on in the order of their turns, whatever plan the database has', async () => {
    const teams = [await waiting(3, -60), await waiting(3, -60), await waiting(3, -60)].sort();
    const found = duePast(['quartz_scale'], new Date(), { after: teams[0]! });
    // Then an update returns its rows in the order in which they are stored.
    const plans = ['enable_nestloop', 'enable_mergejoin', 'enable_indexscan', 'enable_bitmapscan'];
    for (const plan of plans) await sql`set ${sql.raw(plan)} = off`.execute(db);
    // The last one in turn is stored first.
    await sql`update connection set provider_account = provider_account where team_id <> ${teams[0]}`.execute(
      db,
    );
    const claimed = await claimConnections(db, found);
    for (const plan of plans) await sql`reset ${sql.raw(plan)}`.execute(db);
    assert.deepEqual(
      claimed.map(({ team_id }) => team_id),
      [teams[1], teams[2], teams[0]].flatMap((id) => [id, id, id]),
    );
  });
});
