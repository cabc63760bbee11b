import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApp } from '../src/app.js';
import { createRateLimiter } from '../src/rate-limit.js';
import { sandboxKeys } from '../src/server.js';
import { BadSettings, readSettings } from '../src/settings.js';
import { startTestService, type TestService } from './test-service.js';

describe('the rate limit', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  const limited = (perMinute: number) => {
    let now = 1_000_000;
    const app = createApp({ ...service.deps, rateLimiter: createRateLimiter(perMinute, () => now) });
    const get = (path: string, headers: Record<string, string> = {}) =>
      Promise.resolve(app.request(path, { headers }));
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      Promise.resolve(app.request(path, { method: 'POST', body: JSON.stringify(body), headers }));
    return { get, post, pass: (seconds: number) => (now += seconds * 1000) };
  };
  const key = { 'x-svc-api-key': sandboxKeys.apiKey };

  it('counts each key by itself, says how many are left, and when to come back', async () => {
    const { get, pass } = limited(2);
    const first = await get('/v2/user', key);
    assert.equal(first.status, 200);
    assert.deepEqual(
      ['limit', 'remaining', 'reset'].map((name) => first.headers.get(`ratelimit-${name}`)),
      ['2', '1', '60'],
    );
    pass(20);
    assert.equal((await get('/v2/providers', key)).status, 200);
    const refused = await get('/v2/user', key);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '40');
    assert.equal(refused.headers.get('ratelimit-remaining'), '0');
    assert.deepEqual(await refused.json(), {
      detail: {
        error_type: 'rate_limited',
        error_message: 'More than 2 requests in a minute; come back in 40 seconds.',
      },
    });
    const other = await service.newTeam();
    assert.equal((await get('/v2/user', { 'x-svc-api-key': other.apiKey })).status, 200);
    pass(40);
    assert.equal((await get('/v2/user', key)).status, 200);
  });

  it('counts a link token wherever it is sent, and lets a page read the refusal', async () => {
    const { get, post } = limited(3);
    const { token } = await service.newToken();
    assert.equal((await post('/v2/link/start', { link_token: token })).status, 200);
    assert.equal((await post('/v2/link/token/isValid/', { token })).status, 200);
    assert.equal((await get('/v2/link/state', { 'x-svc-link-token': token })).status, 200);
    const refused = await post('/v2/link/start/', { link_token: token });
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('access-control-allow-origin'), '*');
    assert.match(refused.headers.get('access-control-expose-headers') ?? '', /Retry-After/);
    const other = await service.newToken();
    assert.equal((await get('/v2/link/state', { 'x-svc-link-token': other.token })).status, 200);
  });

  it('counts no request without a key or token', async () => {
    const { get, post } = limited(1);
    for (let n = 0; n < 3; n++) {
      assert.equal((await get('/health')).status, 200);
      assert.equal((await get('/v2/user')).status, 401);
      assert.equal((await post('/v2/link/start', { link_token: 7 })).status, 422);
    }
  });

  it('is off where the database is embedded, and 6000 a minute elsewhere', () => {
    assert.equal(readSettings({}).rateLimitPerMinute, 0);
    const env = { DATABASE_URL: 'postgres://svc@127.0.0.1/svc', SVC_MASTER_KEY: 'ab'.repeat(32) };
    assert.equal(readSettings(env).rateLimitPerMinute, 6000);
    assert.equal(readSettings({ ...env, RATE_LIMIT_PER_MINUTE: '5' }).rateLimitPerMinute, 5);
    assert.throws(() => readSettings({ RATE_LIMIT_PER_MINUTE: '-1' }), BadSettings);
  });
});
