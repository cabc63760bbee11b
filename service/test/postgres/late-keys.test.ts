// A key that is made while its team is being deleted. Only two connections at once can show this.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import { makeKey } from '../../src/cli/index.js';
import { transact } from '../../src/db/index.js';
import { deleteTeam } from '../../src/management/delete-team.js';
import { newTeam } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

describe('a key for a team that is just being deleted', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  /** Resolves once a connection waits for a lock of another one. */
  const somebodyWaits = async (): Promise<void> => {
    for (;;) {
      const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`.execute(service.deps.db);
      if (rows.length > 0) return;
    }
  };

  it('is not made', async () => {
    const { db } = service.deps;
    const { id } = await newTeam(service);
    let commit = (): void => {};
    const committing = new Promise<void>((resolve) => (commit = resolve));
    let deleting: Promise<void> | undefined;
    // The deletion is not committed yet, so no other connection sees it.
    await new Promise<void>((deleted) => {
      deleting = transact(db, async (tx) => {
        await deleteTeam(tx, id, new Date());
        deleted();
        await committing;
      });
    });
    const made = makeKey(db, { team: [id], name: randomUUID() });
    const refused = assert.rejects(made, /there is no team/);
    await Promise.race([somebodyWaits(), refused]).finally(commit);
    await deleting;
    await refused;
    const keys = await db.selectFrom('api_key').select('id').where('team_id', '=', id).execute();
    assert.deepEqual(keys, []);
  });
});
