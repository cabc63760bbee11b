// Summaries that are too long to be made at once, of a caller who has as many of them as it may have.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it, vi } from 'vitest';
import { transact } from '../../src/db/index.js';
import { storeDays } from '../../src/pulls/store-days.js';
import { sandboxKeys } from '../../src/server/server.js';
import { addDays } from '../../src/work/calendar.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { pullScene } from './pull-scene.js';

let service: TestService;
beforeAll(async () => {
  // A tenth of them, that is one, may take long.
  service = await startTestService({ MAX_REQUESTS: '10' });
});
afterAll(() => service.stop());

it('nothing is decrypted for a long one that is refused, and short ones are still answered', async () => {
  const { db, secrets } = service.deps;
  const scene = pullScene(service);
  const userId = await service.newUser();
  const connection = await scene.connectionWithoutJob(userId, { next_pull_at: null });
  const [last, resource] = [scene.yesterday(), 'workouts'];
  const title = 'x'.repeat(40_000);
  const days = Array.from({ length: 100 }, (_, at) => addDays(last, -at)).map((date) => ({
    ...{ resource, date },
    items: [{ id: date, calendar_date: date, title }],
  }));
  await transact(db, (tx) => storeDays(tx, { secrets }, connection, days));
  const ask = (start_date: string) =>
    service.app.request(
      `/v2/summary/workouts/${userId}?${new URLSearchParams({ start_date, end_date: last })}`,
      { headers: { 'x-svc-api-key': sandboxKeys.apiKey } },
    );
  const long = addDays(last, -99);
  const first = await ask(long);
  assert.equal(first.status, 200);
  const open = vi.spyOn(secrets, 'open');
  assert.equal((await ask(long)).status, 503);
  assert.equal(open.mock.calls.length, 0);
  const short = await ask(addDays(last, -4));
  assert.equal(((await short.json()) as { workouts: unknown[] }).workouts.length, 5);
  // This one has ended, so the next one may begin.
  await first.body?.cancel();
  const next = await ask(long);
  assert.equal(next.status, 200);
  await next.body?.cancel();
});
