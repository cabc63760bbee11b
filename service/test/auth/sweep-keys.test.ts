import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { endKeys } from '../../src/auth/index.js';
import { transact } from '../../src/db/index.js';
import { newTeam } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

const most = 500;
const day = 86_400_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('the sweep of keys', () => {
  it('ends as many at a time as it may, says whether there are more, and forgets them 30 days later', async () => {
    const { id } = await newTeam(service);
    const now = service.clock.now();
    const keys = Array.from({ length: most + 1 }, (_, n) => ({
      ...{ id: randomUUID(), kind: 'team' as const, team_id: id, org_id: null },
      ...{ name: 'old', prefix: 'sk_', hash: Buffer.from(`old ${n}`), last4: 'old.' },
      ...{ created_on: new Date(0), expires_at: now },
    }));
    const { db } = service.deps;
    await db.insertInto('api_key').values(keys).execute();
    const sweepAt = (at: Date) => transact(db, (tx) => endKeys(tx, at));
    const left = async () =>
      (await db.selectFrom('api_key').select('expired_on').where('team_id', '=', id).execute()).map(
        ({ expired_on: on }) => on !== null,
      );
    const count = async () => [(await left()).length, (await left()).filter(Boolean).length];

    assert.equal(await sweepAt(new Date(now.getTime() - 1)), false);
    assert.deepEqual(await count(), [most + 1, 0]);
    assert.equal(await sweepAt(now), true);
    assert.deepEqual(await count(), [most + 1, most]);
    assert.equal(await sweepAt(now), false);
    assert.deepEqual(await count(), [most + 1, most + 1]);

    const later = new Date(now.getTime() + 30 * day);
    assert.equal(await sweepAt(new Date(later.getTime() - 1)), false);
    assert.equal((await left()).length, most + 1);
    assert.equal(await sweepAt(later), true);
    assert.equal((await left()).length, 1);
    assert.equal(await sweepAt(later), false);
    assert.equal((await left()).length, 0);
  });
});
