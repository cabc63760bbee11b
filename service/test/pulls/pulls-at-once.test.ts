// Several simultaneous pulls in one process: two moves of the clock, and the regular look.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { pullDue } from '../../src/pulls/index.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
});
afterAll(() => service.stop());

/** Runs three at once. A run that asks too often whether to go on is stopped. */
async function pullThrice(): Promise<void> {
  const asked = [0, 0, 0];
  const tooOften = 500;
  const now = service.clock.now();
  await Promise.all(asked.map((_, at) => pullDue(service.deps, now, () => ++asked[at]! < tooOften)));
  assert.ok(
    asked.every((count) => count < tooOften),
    `asked ${asked.join(', ')} times`,
  );
}

describe('pulls that are looked for at the same time', () => {
  it('end if there is nothing to do', () => pullThrice());

  it('end if there is something to pull, and bring it once', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'ok@example.com', { provider: 'umbra_sleep' });
    await pullThrice();
    const types = (await service.eventsOf(link.userId)).map(({ event_type }) => event_type);
    assert.deepEqual(types.filter((type) => type.startsWith('historical.')).sort(), [
      'historical.data.sleep.created',
      'historical.data.sleep_cycle.created',
    ]);
  });

  it('end if nothing can be pulled', async () => {
    const { db } = service.deps;
    const link = await service.newLink();
    await service.signIn(link, 'ok@example.com', { provider: 'umbra_sleep' });
    await pullThrice();
    await db
      .updateTable('connection')
      .set({ credentials: Buffer.from('not sealed'), next_pull_at: service.clock.now() })
      .where('user_id', '=', link.userId)
      .execute();
    await db.updateTable('historical_pull').set({ next_attempt_at: service.clock.now() }).execute();
    const failures = () => service.logged().match(/data could not be pulled/g)?.length;
    await pullThrice();
    assert.equal(failures(), 1);
    // The failed connection is left alone for a while, so that it takes no time from the others.
    await pullThrice();
    assert.equal(failures(), 1);
    await db.updateTable('connection').set({ pull_until: null }).execute();
    await pullThrice();
    assert.equal(failures(), 2);
  });
});
