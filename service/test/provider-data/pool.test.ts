// Fetching several connections at once: few of one provider, and none twice.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import type { Adapter } from '../../src/adapters/index.js';
import { startFetching } from '../../src/provider-data/index.js';
import { dayOf } from '../../src/work/index.js';
import { createWithingsSimulator } from '../adapters/simulators/withings.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { playProvider, type ProviderScene } from './scene.js';

let service: TestService;
let scene: ProviderScene;
let adapters: ReadonlyMap<string, Adapter>;
beforeAll(async () => {
  service = await startTestService();
  const simulator = createWithingsSimulator({
    accountOf: (token) => token,
    until: dayOf(new Date()),
    days: 5,
  });
  scene = await playProvider(service, 'withings', simulator);
  adapters = new Map([['withings', scene.adapter]]);
});
afterAll(async () => {
  await scene.stop();
  await service.stop();
});

const unfinished = async (): Promise<number> => {
  const rows = await service.deps.db
    .selectFrom('historical_pull')
    .select('id')
    .where('ended_on', 'is', null)
    .execute();
  return rows.length;
};

describe('connections of real providers', () => {
  it('are fetched when they become due, few of one provider at once and each by one process', async () => {
    const made = [];
    for (let n = 0; n < 9; n++) made.push(await scene.connect(`80${n}`));
    const now = new Map<string, number>();
    let most = 0;
    const ask: typeof scene.deps.ask = async (connection, purpose, use) => {
      now.set(connection.id, (now.get(connection.id) ?? 0) + 1);
      most = Math.max(most, now.size);
      assert.equal(now.get(connection.id), 1, 'one process at a time');
      try {
        return await scene.deps.ask(connection, purpose, use);
      } finally {
        now.delete(connection.id);
      }
    };
    // Like two processes.
    const pools = [1, 2].map(() => startFetching({ ...scene.deps, ask }, adapters));
    await vi.waitFor(async () => assert.equal(await unfinished(), 0), { timeout: 240_000 });
    await Promise.all(pools.map((pool) => pool.stop()));
    assert.ok(most >= 2 && most <= 8, `${most} at once`);
    const left = await service.deps.db
      .selectFrom('connection')
      .select('pull_until')
      .where('pull_until', 'is not', null)
      .execute();
    assert.deepEqual(left, [], 'all claims are released');
    assert.equal(made.length, 9);
  });

  it('do not delay others if their work fails, and are tried again later', async () => {
    const broken = await scene.connect('810');
    const good = await scene.connect('811');
    const ask: typeof scene.deps.ask = (connection, purpose, use) => {
      if (connection.id === broken.id) throw new Error('a mistake of ours');
      return scene.deps.ask(connection, purpose, use);
    };
    const pool = startFetching({ ...scene.deps, ask }, adapters);
    const isDone = async (id: string): Promise<boolean> => {
      const rows = await service.deps.db
        .selectFrom('historical_pull')
        .select('ended_on')
        .where('connection_id', '=', id)
        .execute();
      return rows.every(({ ended_on }) => ended_on !== null);
    };
    await vi.waitFor(async () => assert.ok(await isDone(good.id)), { timeout: 240_000 });
    await pool.stop();
    assert.equal(await isDone(broken.id), false);
    const { pull_until } = await service.deps.db
      .selectFrom('connection')
      .select('pull_until')
      .where('id', '=', broken.id)
      .executeTakeFirstOrThrow();
    assert.ok(pull_until && pull_until > new Date());
    assert.match(service.logged(), /data could not be fetched/);
  });
});
