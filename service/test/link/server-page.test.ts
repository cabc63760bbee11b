import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createClient } from 'svc-link/client';
import { tokenSeconds } from '../../src/link/sessions.js';
import { sandboxKeys } from '../../src/server/server.js';
import { codeOf } from '../support/page-code.js';
import { startTestService, type TestService } from '../support/test-service.js';

const codeWith = codeOf('server.md');
type User = { svcUserId: string; linkToken?: string };

describe('the link tokens of docs/server.md', () => {
  let service: TestService;
  let linkTokenFor: (user: User, reason?: string) => Promise<string>;
  beforeAll(async () => {
    service = await startTestService();
    const client = createClient({
      baseUrl: 'http://127.0.0.1',
      apiKey: sandboxKeys.apiKey,
      fetch: (input, init) => Promise.resolve(service.app.request(String(input), init)),
    });
    const app = { post: () => {} };
    const code = codeWith('function linkTokenFor', 'linkTokenFor');
    linkTokenFor = (await code({ client, app, requireLogin: {} })) as typeof linkTokenFor;
  });
  afterAll(() => service.stop());
  const newUser = async (): Promise<User> => ({ svcUserId: await service.newUser() });

  it('are the same for a page that is loaded again, until the person has finished', async () => {
    const user = await newUser();
    const token = await linkTokenFor(user, 'start');
    assert.equal(await linkTokenFor(user, 'start'), token);
    await service.clock.advance(tokenSeconds);
    assert.notEqual(await linkTokenFor(user, 'start'), token);
  });

  it('are extended for a person who stays', async () => {
    const user = await newUser();
    const token = await linkTokenFor(user, 'start');
    await service.clock.advance(tokenSeconds - 100);
    assert.equal(await linkTokenFor(user, 'extend'), token);
    await service.clock.advance(tokenSeconds - 100);
    assert.equal(await linkTokenFor(user, 'start'), token);
  });

  it('are new after one has expired, and for another connection', async () => {
    const user = await newUser();
    const token = await linkTokenFor(user, 'start');
    const second = await linkTokenFor(user, 'another');
    const third = await linkTokenFor(user, 'expired');
    assert.equal(new Set([token, second, third]).size, 3);
  });

  it('cannot be extended after they have expired', async () => {
    const user = await newUser();
    await linkTokenFor(user, 'start');
    await service.clock.advance(tokenSeconds);
    await assert.rejects(linkTokenFor(user, 'extend'), { code: 'token_expired' });
  });
});
