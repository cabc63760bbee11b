// Users with more rows than one transaction can delete, or more than one statement can list.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { deleteUser } from 'svc-link/contract';
import { sweep } from '../../src/server/sweeps.js';
import { addSessions, addUsers } from '../support/many-rows.js';
import { startTestService, type TestService } from '../support/test-service.js';

/** A statement can have 65,535 parameters. */
const sessions = 66_000;

describe('users whose 7 days are over', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  it('are deleted for good, however many links and users there are', async () => {
    const { db } = service.deps;
    const team = await service.newTeam();
    const user = await service.newUser(team.apiKey);
    await addSessions(db, team.id, user, sessions);
    const call = { apiKey: team.apiKey, params: { user_id: user } };
    assert.equal((await service.call(deleteUser, call)).status, 200);
    await addUsers(db, team.id, 'another', 450);
    await db
      .updateTable('app_user')
      .set({ deleted_on: service.clock.now() })
      .where('team_id', '=', team.id)
      .execute();
    await service.clock.advance(7 * 86_400);
    const left = async () => {
      const rows = await db.selectFrom('app_user').select('id').where('team_id', '=', team.id).execute();
      return rows.length;
    };
    // Each sweep has only some seconds for them.
    for (let before = Infinity, now = await left(); now > 0; now = await left()) {
      const { count } = await db
        .selectFrom('link_session')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      assert.ok(Number(count) + now < before, 'each sweep deletes some');
      before = Number(count) + now;
      await sweep(db, service.clock.now());
    }
  });
});
