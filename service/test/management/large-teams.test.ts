// Deleting a large team takes a request no longer, and the rest is deleted in small parts, once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createWebhook, deleteTeam, isLinkTokenValid, listUsers } from 'svc-link/contract';
import { userCountOf } from '../../src/accounts/index.js';
import { sweep } from '../../src/server/sweeps.js';
import { addConnections, addDeliveries, addSessions, addUsers } from '../support/many-rows.js';
import { ofTeam } from '../support/management-scene.js';
import { refuseDeletion } from '../support/refuse-deletion.js';
import { startTestService, type TestService } from '../support/test-service.js';

const tables = ['app_user', 'connection', 'event', 'webhook', 'kept_answer', 'custom_credentials'] as const;

describe('a large team that is deleted', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop({ madeUpEvents: true }));

  const sweepNow = () => sweep(service.deps.db, service.clock.now());
  /** Each sweep has a few seconds for a task; a slow machine does less in that time. */
  const sweepUntil = async (isDone: () => Promise<boolean>): Promise<void> => {
    for (let sweeps = 0; sweeps < 20 && !(await isDone()); sweeps++) await sweepNow();
  };
  const count = async (table: (typeof tables)[number] | 'link_session', team: string): Promise<number> => {
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from ${sql.table(table)} where team_id = ${team}`.execute(service.deps.db);
    return Number(rows[0]?.n);
  };
  /** The versions of a team's rows. A row that is written gets a new version. */
  const versions = async (table: 'link_session' | 'app_user' | 'team', team: string) =>
    (
      await sql`select id::text, xmin::text, ctid::text from ${sql.table(table)}
        where ${sql.ref(table === 'team' ? 'id' : 'team_id')} = ${team} order by id`.execute(service.deps.db)
    ).rows;

  const counts = (team: string) => Promise.all(tables.map((table) => count(table, team)));
  /** Everything is deleted except the users, who are deleted later. */
  const isEmptied = async (team: string) => (await counts(team)).slice(1).every((each) => each === 0);

  async function largeTeam(users = 250, deliveries = 500) {
    const { db } = service.deps;
    const team = await service.newTeam();
    const kind = randomUUID();
    await addUsers(db, team.id, kind, users);
    await sql`insert into user_count (team_id, part, users) values (${team.id}, 0, ${users})
      on conflict (team_id, part) do update set users = ${users}`.execute(db);
    await addConnections(db, team.id, kind, users);
    const { body } = await service.call(createWebhook, {
      apiKey: team.apiKey,
      body: { url: 'https://nowhere.invalid/' },
    });
    const user = await service.newUser(team.apiKey);
    await addDeliveries(db, { team: team.id, user, webhook: body.id, status: 'success' }, deliveries);
    return { ...team, user };
  }
  const remove = async (team: string): Promise<void> => {
    assert.equal((await service.call(deleteTeam, ofTeam(team))).status, 200);
  };

  it('is refused at once, and the request does not write its many rows', async () => {
    const { id, apiKey, user } = await largeTeam();
    const link = await service.newLink({ user_id: user }, apiKey);
    const before = await versions('app_user', id);
    await remove(id);
    assert.deepEqual(await versions('app_user', id), before);
    assert.deepEqual([await count('connection', id), await count('event', id)], [250, 500]);
    assert.equal((await service.call(listUsers, { apiKey })).status, 401);
    const { body } = await service.call(isLinkTokenValid, { body: { token: link.token } });
    assert.equal(body.valid, false);
    const { db } = service.deps;
    const webhooks = await db.selectFrom('webhook').select('status').where('team_id', '=', id).execute();
    assert.deepEqual(webhooks, [{ status: 'disabled' }]);
  });

  it('is emptied by regular runs, and its users are gone for good after 7 days', async () => {
    const { db } = service.deps;
    const { id, user, apiKey } = await largeTeam();
    await service.newLink({ user_id: user }, apiKey);
    await remove(id);
    await sweepUntil(() => isEmptied(id));
    assert.deepEqual(await counts(id), [251, 0, 0, 0, 0, 0]);
    const { total } = await userCountOf(db, id).executeTakeFirstOrThrow();
    assert.equal(Number(total), 0);
    const { rows } = await sql<{ days: number }>`
      select distinct extract(epoch from app_user.deleted_on - team.deleted_on)::int as days
      from app_user join team on team.id = team_id where team_id = ${id}`.execute(db);
    assert.deepEqual(rows, [{ days: 0 }], 'they were deleted with the team');

    await service.clock.advance(2 * 3600);
    await sweepNow();
    assert.equal(await count('link_session', id), 0);
    await service.clock.advance(7 * 86_400);
    await sweepUntil(async () => (await versions('team', id)).length === 0);
    assert.deepEqual([await count('app_user', id), await versions('team', id)], [0, []]);
  });

  it('that cannot be deleted does not block the next ones, is logged, and is tried again', async () => {
    const { db } = service.deps;
    const [stuck, next] = [await service.newTeam(), await service.newTeam()];
    for (const { id } of [stuck, next]) await remove(id);
    const letGo = await refuseDeletion(db, 'team', `old.id = '${stuck.id}'`);
    const isThere = async (team: string) => (await versions('team', team)).length > 0;
    const failed = async () =>
      (await db.selectFrom('team').select('id').where('deletion_failed_on', 'is not', null).execute()).map(
        ({ id }) => id,
      );

    await assert.rejects(sweepNow(), /^AggregateError: not done: forgetDeletedTeams$/);
    assert.deepEqual(await failed(), [stuck.id]);
    await sweepUntil(async () => !(await isThere(next.id)));
    assert.deepEqual([await isThere(stuck.id), await isThere(next.id)], [true, false]);
    // It fails again a minute later, and is logged.
    await service.clock.advance(60);
    await assert.rejects(sweepNow(), AggregateError);

    await letGo();
    await service.clock.advance(60);
    await sweepUntil(async () => !(await isThere(stuck.id)));
    assert.equal(await isThere(stuck.id), false);
  });

  it('is not written again once nothing is left to do', async () => {
    const { db } = service.deps;
    const { id, user } = await largeTeam(3, 3);
    await addSessions(db, id, user, 50);
    await remove(id);
    await sweepUntil(() => isEmptied(id));
    const all = async () => [
      await versions('link_session', id),
      await versions('app_user', id),
      await versions('team', id),
    ];
    const before = await all();
    assert.equal(before[0]?.length, 50);
    for (let times = 0; times < 3; times++) {
      await service.clock.advance(10);
      await sweepNow();
    }
    assert.deepEqual(await all(), before);
  });
});
