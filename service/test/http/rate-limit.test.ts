import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createApp } from '../../src/server/app.js';
import { createRateLimiter, mostCallers } from '../../src/http/rate-limit.js';
import { seededOrg } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { BadSettings, readSettings } from '../../src/server/settings.js';
import { startTestService, type TestService } from '../support/test-service.js';

describe('the rate limit', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const limited = (perMinute: number) => {
    let now = 1_000_000;
    const app = createApp({ ...service.deps, rateLimiter: createRateLimiter(perMinute, () => now) });
    const get = (path: string, headers: Record<string, string> = {}) =>
      Promise.resolve(app.request(path, { headers }));
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      Promise.resolve(app.request(path, { method: 'POST', body: JSON.stringify(body), headers }));
    const getFrom = (remoteAddress: string) =>
      Promise.resolve(
        app.request(
          '/v2/user',
          { headers: { 'x-svc-api-key': `sk_${remoteAddress}` } },
          { incoming: { socket: { remoteAddress } } },
        ),
      );
    return { get, getFrom, post, pass: (seconds: number) => (now += seconds * 1000) };
  };
  const key = { 'x-svc-api-key': sandboxKeys.apiKey };

  it('counts each key separately, and tells how many requests are left and when to come back', async () => {
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

  it('counts by the credential that the endpoint accepted, whatever else is sent', async () => {
    const { get } = limited(2);
    const statuses = [];
    for (let n = 0; n < 3; n++) {
      const junk = {
        'x-svc-link-token': `lt_${n}`,
        'x-management-key': `mk_${n}`,
        'x-svc-link-session': `${n}`,
      };
      statuses.push((await get('/v2/user', { ...key, ...junk })).status);
    }
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  it('counts unknown credentials by the sender’s address, even if each is a new one', async () => {
    const { get, post } = limited(2);
    const ask = [
      () => get('/v2/user', { 'x-svc-api-key': 'sk_1' }),
      () => get('/v2/link/state', { 'x-svc-link-token': 'lt_2' }),
      () => get('/v2/user', { 'x-svc-api-key': 'sk_3' }),
      () => get('/v2/link/state', { 'x-svc-link-token': 'lt_4' }),
      () => post('/v2/link/token/isValid', { token: 'lt_5' }),
      () => get(`/v1/org/${seededOrg}/team`, { 'x-management-key': 'mk_6' }),
    ];
    const statuses = [];
    for (const each of ask) statuses.push((await each()).status);
    assert.deepEqual(statuses, [401, 401, 429, 429, 429, 429]);
    // A known caller is not counted with them.
    assert.equal((await get('/v2/user', key)).status, 200);
  });

  it('treats a network of IPv6 as one address, however its addresses are written', async () => {
    const { getFrom } = limited(2);
    const statuses = async (...addresses: readonly string[]) => {
      const answers = [];
      for (const address of addresses) answers.push((await getFrom(address)).status);
      return answers;
    };
    assert.deepEqual(
      await statuses('2001:db8::1', '2001:db8::2:3:4:5', '2001:db8:0:0:9::7'),
      [401, 401, 429],
    );
    assert.deepEqual(
      await statuses('2001:db8:1::1', '2001:db8:1:0:2:3:4:5', '2001:db8:1::'),
      [401, 401, 429],
    );
    assert.deepEqual(await statuses('fe80::1%eth0', 'fe80::2%eth0', 'fe80::3:4%eth0'), [401, 401, 429]);
    assert.deepEqual(
      await statuses('2001:db8:0:1::1', '::ffff:192.0.2.1', '::ffff:192.0.2.2'),
      [401, 401, 401],
    );
  });

  it('remembers only so many callers', () => {
    const limiter = createRateLimiter(1, () => 1_000_000);
    for (let n = 0; n <= mostCallers; n++) limiter.count(String(n));
    // The oldest caller was forgotten, the latest was not.
    assert.equal(limiter.count(String(mostCallers)).remaining, -1);
    assert.equal(limiter.count('0').remaining, 0);
  });

  it('does not count a request without a key or token', async () => {
    const { get, post } = limited(1);
    for (let n = 0; n < 3; n++) {
      assert.equal((await get('/health')).status, 200);
      assert.equal((await get('/v2/user')).status, 401);
      assert.equal((await post('/v2/link/start', { link_token: 7 })).status, 422);
    }
  });

  it('is off if the database is embedded, and 6000 a minute otherwise', () => {
    assert.equal(readSettings({}).rateLimitPerMinute, 0);
    const env = { DATABASE_URL: 'postgres://svc@127.0.0.1/svc', SVC_MASTER_KEY: 'ab'.repeat(32) };
    assert.equal(readSettings(env).rateLimitPerMinute, 6000);
    assert.equal(readSettings({ ...env, RATE_LIMIT_PER_MINUTE: '5' }).rateLimitPerMinute, 5);
    assert.throws(() => readSettings({ RATE_LIMIT_PER_MINUTE: '-1' }), BadSettings);
  });
});
