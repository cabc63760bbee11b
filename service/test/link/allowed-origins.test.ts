// Every link endpoint answers only pages that the token allows, as far as the browser says which page sends the request.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.js';

const shop = 'https://shop.example';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const requests: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['POST', '/v2/link/start', {}],
  ['GET', '/v2/link/state'],
  ['GET', '/v2/link/providers'],
  ['GET', '/v2/link/provider/oauth/aurora_ring'],
  ['POST', '/v2/link/provider/password/quartz_scale', { username: 'sms@a.example', password: 'good' }],
  ['POST', '/v2/link/provider/password/quartz_scale/complete_mfa', { mfa_code: '000000' }],
];

const send = (token: string, [method, path, body]: (typeof requests)[number], origin?: string) =>
  Promise.resolve(
    service.app.request(path, {
      method,
      headers: { 'x-svc-link-token': token, ...(origin !== undefined && { origin }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );

describe('allowed_origins', () => {
  for (const origin of [
    'https://evil.example',
    'https://shop.example.evil.example',
    'http://shop.example',
    'null',
  ])
    it(`refuse every request from a page of ${origin}`, async () => {
      const { token, sessionId } = await service.newLink({ allowed_origins: [shop] });
      const row = () =>
        service.deps.db.selectFrom('link_session').selectAll().where('id', '=', sessionId).executeTakeFirst();
      const before = await row();
      for (const request of requests) {
        const answer = await send(token, request, origin);
        assert.equal(answer.status, 403, request[1]);
        const { detail } = (await answer.json()) as { detail: { error_type: string } };
        assert.equal(detail.error_type, 'origin_not_allowed', request[1]);
        assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      }
      assert.deepEqual(await row(), before);
    });

  for (const origin of [shop, 'http://127.0.0.1:8801', undefined])
    it(`lets ${origin ?? 'who names no page'} ask everything`, async () => {
      const { token } = await service.newLink({ allowed_origins: [shop] });
      for (const request of requests)
        assert.equal((await send(token, request, origin)).status, 200, request[1]);
    });

  it('accept everybody if the token names no origins', async () => {
    const { token } = await service.newLink();
    for (const request of requests)
      assert.equal((await send(token, request, 'https://any.example')).status, 200, request[1]);
  });
});
