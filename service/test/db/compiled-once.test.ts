import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { compiledOnce, type Given, transact } from '../../src/db/index.js';
import { startTestService } from '../support/test-service.js';

describe('a query that is compiled once', () => {
  it('runs with the values of each call, also in a transaction', async () => {
    const service = await startTestService();
    const { db } = service.deps;
    let built = 0;
    const keysOf = compiledOnce((any, given: Given<{ prefix: string; teamId: string }>) => {
      built++;
      return any
        .selectFrom('api_key')
        .select('team_id')
        .where('team_id', '=', given('teamId'))
        .where('prefix', '=', given('prefix'));
    });
    const [one, two] = [await service.newTeam(), await service.newTeam()];
    assert.deepEqual(await keysOf(db, { prefix: 'sk_', teamId: one.id }), [{ team_id: one.id }]);
    assert.deepEqual(await keysOf(db, { teamId: one.id, prefix: 'mk_' }), []);
    const inside = await transact(db, (tx) => keysOf(tx, { teamId: two.id, prefix: 'sk_' }));
    assert.deepEqual(inside, [{ team_id: two.id }]);
    assert.equal(built, 1);
    await service.stop();
  });
});
