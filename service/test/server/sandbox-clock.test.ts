import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { advanceClock, readClock } from 'svc-link/contract';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('the sandbox clock', () => {
  it('moves forward and stays there', async () => {
    const before = (await service.call(readClock)).body;
    const moved = await service.call(advanceClock, { body: { advance_seconds: 90 } });
    assert.equal(moved.body.advanced_seconds, before.advanced_seconds + 90);
    const gone = Date.parse(moved.body.now) - Date.parse(before.now);
    assert.ok(gone >= 90_000 && gone < 95_000, `${gone} ms`);
    const row = await service.deps.db.selectFrom('service_clock').selectAll().executeTakeFirstOrThrow();
    assert.equal(row.advanced_seconds, moved.body.advanced_seconds);
  });

  it('never moves back, nor further than its database can store', async () => {
    for (const advance_seconds of [-1, 1.5, '60', null, 31_536_001]) {
      const { status } = await service.call(advanceClock, { body: { advance_seconds } as never });
      assert.equal(status, 422, String(advance_seconds));
    }
    for (let year = 0; year < 9; year++) {
      assert.equal((await service.call(advanceClock, { body: { advance_seconds: 31_536_000 } })).status, 200);
    }
    assert.equal((await service.call(advanceClock, { body: { advance_seconds: 31_536_000 } })).status, 422);
  });

  it('is not moved by a page of another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const { status } = await service.call(advanceClock, { headers, body: { advance_seconds: 1 } });
    assert.equal(status, 403);
  });

  it('does not exist outside the embedded mode', async () => {
    const { createApp } = await import('../../src/server/app.js');
    const app = createApp({ ...service.deps, sandboxClock: undefined });
    assert.equal((await app.request('/sandbox/clock')).status, 404);
    assert.equal((await app.request('/sandbox/clock', { method: 'POST', body: '{}' })).status, 404);
  });
});
