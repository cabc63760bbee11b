// A user who cannot be deleted for good must not delay any other user, however many there are of both.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sweep } from '../../src/server/sweeps.js';
import { addUsers } from '../support/many-rows.js';
import { refuseDeletion } from '../support/refuse-deletion.js';
import { startTestService, type TestService } from '../support/test-service.js';

const notDone = /^AggregateError: not done: forgetDeleted$/;

describe('users, some of whom cannot be deleted for good', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const sweepNow = () => sweep(service.deps.db, service.clock.now());
  /** Each sweep has only some seconds for a task, and a slow machine does less in that time. */
  const sweepUntil = async (isDone: () => Promise<boolean>): Promise<void> => {
    for (let sweeps = 0; sweeps < 20 && !(await isDone()); sweeps++) await sweepNow();
  };
  const failsOnce = () =>
    assert.rejects(
      sweepUntil(() => Promise.resolve(false)),
      notDone,
    );
  const usersOf = (team: string) =>
    service.deps.db
      .selectFrom('app_user')
      .select(['id', 'deletion_failed_on'])
      .where('team_id', '=', team)
      .orderBy('id')
      .execute();
  const failedOf = async (team: string) => (await usersOf(team)).filter((user) => user.deletion_failed_on);

  let letGo: () => Promise<unknown>;

  /** Makes users whose 7 days are over. The first `stuck` of them were deleted first, and the database refuses to delete them. */
  async function deletedUsers(users: number, stuck: number): Promise<string> {
    const { db, clock } = service.deps;
    const team = await service.newTeam();
    await addUsers(db, team.id, team.id, users);
    const deleted_on = new Date(clock.now().getTime() - 8 * 86_400_000);
    await db.updateTable('app_user').set({ deleted_on }).where('team_id', '=', team.id).execute();
    const earlier = new Date(deleted_on.getTime() - 1000);
    const some = db.selectFrom('app_user').select('id').where('team_id', '=', team.id).limit(stuck);
    await db.updateTable('app_user').set({ deleted_on: earlier }).where('id', 'in', some).execute();
    letGo = await refuseDeletion(db, 'app_user', `old.deleted_on = '${earlier.toISOString()}'`);
    return team.id;
  }

  it('do not delay the others, are listed, and are tried again', async () => {
    const team = await deletedUsers(250, 1);

    await failsOnce();
    // The others of its hundred are deleted.
    const [left, failed] = [await usersOf(team), await failedOf(team)];
    assert.deepEqual([left.length, failed.length], [151, 1]);
    await sweepUntil(async () => (await usersOf(team)).length === 1);
    assert.deepEqual(await usersOf(team), failed);
    // A minute later the deletion fails again, which moves its time.
    await service.clock.advance(60);
    await failsOnce();
    assert.notDeepEqual(await usersOf(team), failed);

    await letGo();
    await service.clock.advance(60);
    await sweepUntil(async () => (await usersOf(team)).length === 0);
    assert.deepEqual(await usersOf(team), []);
  });

  it('are tried again after all others, even if they are more than one transaction deletes', async () => {
    const team = await deletedUsers(350, 150);
    await failsOnce();
    await failsOnce();
    const failed = await failedOf(team);
    assert.equal(failed.length, 150);
    assert.ok((await usersOf(team)).length > 150);

    await service.clock.advance(60);
    await failsOnce();
    const left = await usersOf(team);
    assert.equal(left.length, 150);
    const before = failed.map((user) => user.deletion_failed_on?.getTime());
    assert.equal(left.filter((user) => !before.includes(user.deletion_failed_on?.getTime())).length, 100);
  });
});
