// Connections that cannot be pulled now do not delay those that can.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { deleteTeam } from 'svc-link/contract';
import { usingConnections } from '../../src/grants/renew.js';
import { forgetDeletedTeams } from '../../src/management/index.js';
import { claimable, workOnClaimed } from '../../src/pulls/claim.js';
import { claimConnections, dueDays, duePast, readConnection } from '../../src/pulls/index.js';
import { ofTeam } from '../support/management-scene.js';
import { addConnections, addUsers } from '../support/many-rows.js';
import { countRowsRead } from '../support/rows-read.js';
import { startTestService, type TestService } from '../support/test-service.js';

describe('connections that are due', () => {
  let service: TestService;
  let team: string;
  beforeAll(async () => {
    service = await startTestService();
    ({ id: team } = await service.newTeam());
    const { db } = service.deps;
    const add = async (provider: string, status: string, count: number) => {
      const kind = randomUUID();
      await addUsers(db, team, kind, count);
      await addConnections(db, team, kind, count, { provider, status });
    };
    // The longest due come first: broken ones, paused ones, and those with a provider that is not asked.
    await add('quartz_scale', 'error', 2000);
    await add('quartz_scale', 'paused', 2000);
    await add('willow_diary', 'connected', 2000);
    await sql`insert into historical_pull (id, connection_id, resource, status, attempts, range_start, range_end, next_attempt_at,
        created_on)
      select gen_random_uuid(), id, 'sleep', 'scheduled', 0, '2026-01-01', '2026-03-31', next_pull_at, now() from connection`.execute(
      db,
    );
    await sql`update connection set next_pull_at = next_pull_at - interval '1 day'`.execute(db);
    await sql`update historical_pull set next_attempt_at = next_attempt_at - interval '1 day'`.execute(db);
    await add('quartz_scale', 'connected', 5);
    await sql`analyze connection, historical_pull`.execute(db);
  });
  afterAll(() => service.stop());

  const open = ['quartz_scale', 'tundra_watch'];
  const past = (providers: readonly string[], latestFirst = false, most = 1) =>
    duePast(providers, new Date(), { after: team, latestFirst }, most);
  /** How many rows of the tables a claim looks at. */
  const looked = (found: ReturnType<typeof duePast>): Promise<number> =>
    countRowsRead(service.deps.db, found);

  it('are left alone for a while after their work failed, but not if the service stopped it', async () => {
    const { db } = service.deps;
    const [{ id } = assert.fail()] = await claimConnections(db, dueDays(['quartz_scale'], new Date(), 1));
    for (const [error, isLeft] of [
      [new Error('its credentials do not open'), true],
      [new DOMException('The service stops.', 'AbortError'), false],
    ] as const) {
      await db.updateTable('connection').set({ pull_until: null }).where('id', '=', id).execute();
      const one = claimable(db, ['quartz_scale']).where('connection.id', '=', id);
      await assert.rejects(
        workOnClaimed(db, one, () => Promise.reject(error)),
        { message: error.message },
      );
      const { rows } = await sql`select from connection where id = ${id} and pull_until > now()`.execute(db);
      assert.equal(rows.length === 1, isLeft, error.message);
    }
  });

  it('are found without stepping over those that are broken, paused or of a provider whose places are taken', async () => {
    assert.ok((await looked(dueDays(open, new Date(), 1))) < 100);
    assert.ok((await looked(past(open))) < 100);
  });

  it('are found at either end of many without reading the others', async () => {
    for (const latestFirst of [false, true])
      assert.ok((await looked(past(['willow_diary'], latestFirst))) < 350);
  });

  it('include those that continue again, and not those that stop', async () => {
    const { db } = service.deps;
    const due = async () => (await past(['quartz_scale'], false, 10).execute(db)).rows.length;
    assert.equal(await due(), 0);
    const some = db.selectFrom('connection').select('id').where('status', '=', 'paused').limit(3);
    const { rows } = await sql<{ id: string }>`${some}`.execute(db);
    const ids = rows.map(({ id }) => id);
    await db.updateTable('connection').set({ status: 'connected' }).where('id', 'in', ids).execute();
    assert.equal(await due(), 3);
    await db.updateTable('connection').set({ status: 'error' }).where('id', '=', ids[0]!).execute();
    assert.equal(await due(), 2);
    await db
      .updateTable('historical_pull')
      .set({ next_attempt_at: null })
      .where('connection_id', '=', ids[1]!)
      .execute();
    assert.equal(await due(), 1);
  });
});

describe('connections that wait, right after they were stored', () => {
  let service: TestService;
  let team: string;
  beforeAll(async () => {
    service = await startTestService();
    ({ id: team } = await service.newTeam());
    const { db } = service.deps;
    await addUsers(db, team, 'waiting', 300);
    await addConnections(db, team, 'waiting', 300, { provider: 'quartz_scale', status: 'connected' });
    await sql`update connection set next_pull_at = now() + interval '1 day'`.execute(db);
  });
  afterAll(() => service.stop());

  it('are not read to find that nothing is due, though the database has no statistics of them yet', async () => {
    const { db } = service.deps;
    const providers = ['quartz_scale', 'tundra_watch', 'willow_diary'];
    assert.equal(await countRowsRead(db, dueDays(providers, new Date())), 0);
    assert.equal(await countRowsRead(db, duePast(providers, new Date(), { after: team })), 0);
  });

  it('are claimed in the order in which they were due, once', async () => {
    const { db } = service.deps;
    await sql`update connection set next_pull_at = due.at from (
        select id, now() - interval '1 hour' * row_number() over (order by id) as at from connection limit 12
      ) as due where due.id = connection.id`.execute(db);
    const due = await sql<{
      id: string;
    }>`select id from connection where next_pull_at < now() order by next_pull_at`.execute(db);
    const claim = async () =>
      (await claimConnections(db, dueDays(['quartz_scale'], new Date()))).map(({ id }) => id).toSorted();
    const ids = due.rows.map(({ id }) => id);
    assert.deepEqual(await claim(), ids.slice(0, 10).toSorted());
    assert.deepEqual(await claim(), ids.slice(10).toSorted());
    assert.deepEqual(await claim(), []);
  });
});

describe('connections of a team that was deleted', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  async function deletedTeam(connections: number): Promise<string> {
    const { id } = await service.newTeam();
    const kind = randomUUID();
    await addUsers(service.deps.db, id, kind, connections);
    await addConnections(service.deps.db, id, kind, connections);
    assert.equal((await service.call(deleteTeam, ofTeam(id))).status, 200);
    return id;
  }

  it('are soon out of the way of claims, though deleting them with their data takes its time', async () => {
    const { db } = service.deps;
    const team = await deletedTeam(2500);
    const connected = async (): Promise<number> =>
      (
        await db
          .selectFrom('connection')
          .select('id')
          .where('team_id', '=', team)
          .where('status', '=', 'connected')
          .execute()
      ).length;
    // In parts: some rows before users and connections are deleted.
    for (const after of [500, 0]) {
      await forgetDeletedTeams(db, service.clock.now());
      assert.equal(await connected(), after);
    }
  });

  it('are not pulled any more, from the answer on', async () => {
    const { db } = service.deps;
    const team = await deletedTeam(2);
    const rows = await db.selectFrom('connection').select('id').where('team_id', '=', team).execute();
    const [one] = rows;
    assert.ok(one);
    const grant_id = randomUUID();
    await sql`insert into provider_grant (id, provider, account, application, credentials, scopes, version, status, created_on, renewed_on)
      values (${grant_id}, 'quartz_scale', ${grant_id}, '', '\\x5a', '[]', 1, 'live', now(), now())`.execute(
      db,
    );
    await db.updateTable('connection').set({ grant_id }).where('id', '=', one.id).execute();
    await sql`insert into historical_pull (id, connection_id, resource, status, attempts, range_start, range_end, next_attempt_at,
        created_on)
      values (gen_random_uuid(), ${one.id}, 'sleep', 'scheduled', 0, '2026-01-01', '2026-03-31', now(), now())`.execute(
      db,
    );
    const soon = new Date(Date.now() + 1000);
    const open = ['quartz_scale'];
    for (const found of [dueDays(open, soon), duePast(open, soon, { after: team })])
      assert.deepEqual(await claimConnections(db, found), []);
    assert.deepEqual(await claimConnections(db, claimable(db, ['quartz_scale'])), []);
    assert.equal(await readConnection(db, one.id), undefined, 'a pull in progress stores nothing');
    assert.deepEqual(await usingConnections(db, grant_id).execute(), [], 'tokens are not renewed');
  });
});
