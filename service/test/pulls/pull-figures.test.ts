// The figures for Prometheus about pulls that are due.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { pullDue, readPullFigures } from '../../src/pulls/index.js';
import { startTestService, type TestService } from '../support/test-service.js';

describe('the figures of pulls', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const read = async (providers = ['quartz_scale'], now = service.clock.now()) => {
    const figures = await readPullFigures(service.deps.db, providers, now);
    return Object.fromEntries(figures.map(({ kind, overdue, lag }) => [kind, { overdue, lag }]));
  };
  const none = { overdue: 0, lag: 0 };

  it('say how many are due and for how long, for the given providers', async () => {
    const { db, clock } = service.deps;
    assert.deepEqual(await read(), { days: none, history: none });
    await service.signIn(await service.newLink(), 'ok@example.com');
    await pullDue(service.deps, clock.now());
    assert.deepEqual(await read(), { days: none, history: none });

    const due = new Date(clock.now().getTime() - 90_000);
    await db.updateTable('connection').set({ next_pull_at: due }).execute();
    await db.updateTable('historical_pull').set({ next_attempt_at: due }).execute();
    const pulls = await db.selectFrom('historical_pull').select('resource').execute();
    const { days, history } = await read(['quartz_scale', 'tundra_watch'], new Date(due.getTime() + 90_000));
    assert.deepEqual(
      [days, history],
      [
        { overdue: 1, lag: 90 },
        { overdue: pulls.length, lag: 90 },
      ],
    );
    assert.deepEqual(await read(['tundra_watch']), { days: none, history: none });
    assert.deepEqual(await readPullFigures(db, [], clock.now()), []);

    // Broken connections are not counted.
    await db.updateTable('connection').set({ status: 'error' }).execute();
    assert.deepEqual(await read(), { days: none, history: none });
  });
});
