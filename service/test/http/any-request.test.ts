import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import fc from 'fast-check';
import {
  completeMfa,
  createLinkToken,
  createUser,
  isLinkTokenValid,
  linkWithPassword,
  startLink,
  type Endpoint,
} from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

describe('any request', () => {
  let service: TestService;
  let link: StartedLink;
  beforeAll(async () => {
    service = await startTestService();
    link = await service.newLink();
  });
  afterAll(() => service.stop());

  const endpoints: readonly Endpoint[] = [
    createLinkToken,
    isLinkTokenValid,
    startLink,
    linkWithPassword,
    completeMfa,
    createUser,
  ];
  const fields = [
    ...[
      'user_id',
      'provider',
      'redirect_url',
      'filter_on_providers',
      'on_error',
      'allowed_origins',
      'app_name',
    ],
    ...[
      'token',
      'link_token',
      'origin',
      'via',
      'username',
      'password',
      'region',
      'mfa_code',
      'client_user_id',
    ],
  ];
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\0', '\ud800', '__proto__', 'constructor', 'https://a.example', 'fjord_band', 'ok@x'),
    fc.array(fc.constantFrom('constructor', 'fjord_band', 'https://a.example', '')),
  );
  const json = fc.dictionary(fc.constantFrom(...fields), odd).map((body) => JSON.stringify(body));
  const body = fc.oneof({ weight: 5, arbitrary: json }, fc.json(), fc.string(), fc.uint8Array());

  const slug = fc.oneof({ weight: 4, arbitrary: fc.constant('quartz_scale') }, fc.string({ minLength: 1 }));

  it('names no session or browser that harms the service', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant(link.sessionId), fc.string(), fc.uuid()),
        fc.oneof(fc.constant('A'.repeat(43)), fc.string()),
        fc.constantFrom('/v2/link/state', '/v2/link/providers', '/v2/link/provider/oauth/aurora_ring'),
        async (session, browser, path) => {
          const headers = { 'x-svc-link-session': session, cookie: `svc-link-session=${browser}` };
          // A client cannot send other characters in a header.
          fc.pre(Object.values(headers).every((value) => /^[ -~]*$/.test(value)));
          assert.equal((await service.app.request(path, { headers })).status, 401);
        },
      ),
      { numRuns: process.env['LONG'] ? 5000 : 100 },
    );
  });

  it('gets an answer in JSON and never breaks the service', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...endpoints), body, slug, async (endpoint, sent, provider) => {
        const path = endpoint.path.replace('{provider}', encodeURIComponent(provider));
        const response = await service.app.request(path, {
          method: endpoint.method,
          headers: { 'x-svc-api-key': sandboxKeys.apiKey, 'x-svc-link-token': link.token },
          body: typeof sent === 'string' ? sent : Buffer.from(sent),
        });
        const answer = JSON.parse(await response.text()) as object;
        assert.ok(response.status < 500, `${response.status} from ${path}`);
        assert.equal(response.ok, !('detail' in answer));
      }),
      { numRuns: process.env['LONG'] ? 10_000 : 100 },
    );
  });
});
