// How many statements the most frequent requests need. Each further statement is a round trip for every such request. Statements
// that begin and end transactions are not counted.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import type { Endpoint } from 'svc-link/contract';
import { createLinkToken, createUser, linkWithPassword, readUser, startLink } from 'svc-link/contract';
import { createApp } from '../../src/server/app.js';
import { sandboxKeys } from '../../src/server/server.js';
import { countStatements } from '../support/count-statements.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('the statements of requests', () => {
  it('are few, and do not grow from one request to the next', async () => {
    const { db, take } = countStatements(service.deps.db);
    const app = createApp({ ...service.deps, db });
    let token = '';
    const send = async ({ method, path }: Endpoint, body?: object): Promise<Record<string, string>> => {
      const answer = await app.request(path, {
        method,
        headers: token ? { 'x-svc-link-token': token } : { 'x-svc-api-key': sandboxKeys.apiKey },
        ...(body && { body: JSON.stringify(body) }),
      });
      assert.equal(answer.status, 200, path);
      // Only its texts are read.
      return (await answer.json()) as Record<string, string>;
    };
    /** All requests of a link, with the number of statements of each. */
    const link = async () => {
      const counts: Record<string, number> = {};
      const { user_id = '' } = await send(createUser, { client_user_id: randomUUID() });
      counts['create a user'] = take();
      await send({ ...readUser, path: readUser.path.replace('{user_id}', user_id) });
      counts['read a user'] = take();
      const { link_token = '' } = await send(createLinkToken, { user_id });
      counts['make a token'] = take();
      token = link_token;
      await send(startLink, {});
      counts['start'] = take();
      const credentials = { username: `ok@${randomUUID()}.example`, password: 'good' };
      const path = linkWithPassword.path.replace('{provider}', 'quartz_scale');
      await send({ ...linkWithPassword, path }, credentials);
      counts['sign in'] = take();
      token = '';
      return counts;
    };
    // The first request fills the caches. They stay valid, because no time passes.
    const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await link();
    const counts = await link();
    time.mockRestore();
    assert.deepEqual(counts, {
      'create a user': 1,
      'read a user': 1,
      'make a token': 2,
      start: 5,
      'sign in': 13,
    });
  });
});
