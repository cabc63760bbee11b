import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startJobs } from '../../src/jobs/index.js';
import { openInMemory } from '../support/memory-database.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}) => service.app.request(path, { headers });

describe('health', () => {
  it('is live, and ready with its database', async () => {
    assert.equal((await get('/health')).status, 200);
    assert.equal((await get('/ready')).status, 200);
  });

  it('is not ready while it stops', async () => {
    const { createApp } = await import('../../src/server/app.js');
    const app = createApp({ ...service.deps, leaving: AbortSignal.abort() });
    assert.equal((await app.request('/ready')).status, 503);
    assert.equal((await app.request('/health')).status, 200);
  });

  it('is not ready without background jobs, and reports it', async () => {
    const { createApp } = await import('../../src/server/app.js');
    const database = await openInMemory();
    const jobs = await startJobs(database.forJobs, service.deps.log);
    const app = createApp({ ...service.deps, jobs });
    assert.equal((await app.request('/ready')).status, 200);
    await jobs.stop();
    const answer = await app.request('/ready');
    assert.equal(answer.status, 503);
    assert.match(await answer.text(), /"no_jobs"/);
    await database.close();
  });
});
