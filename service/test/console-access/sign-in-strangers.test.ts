// Behind a proxy everybody has the proxy's address. Strangers there must not keep anybody from signing in to the console.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { createApp } from '../../src/server/app.js';
import { createRateLimiter } from '../../src/http/index.js';
import { seededOrg } from '../../src/server/seed.js';
import { Browser, origin, ownPage } from '../support/console-browser.js';
import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider.js';
import { startTestService, type TestService } from '../support/test-service.js';

let idp: IdentityProvider;
let started: TestService;
let service: TestService;
beforeAll(async () => {
  idp = await startIdentityProvider(`${origin}/console/signed-in`);
  started = await startTestService(idp.settings);
});
afterAll(async () => {
  await started.stop();
  await idp.close();
});
beforeEach(() => {
  const rateLimiter = createRateLimiter(3, () => 1_000_000);
  service = { ...started, app: createApp({ ...started.deps, rateLimiter }) };
});

const junk = 'x'.repeat(43);
const list = `/v1/org/${seededOrg}/team`;
const strangers: Readonly<Record<string, readonly [path: string, headers: Record<string, string>]>> = {
  'made-up keys': ['/v2/user', { 'x-svc-api-key': 'sk_junk' }],
  'made-up sessions': [list, { cookie: `svc-console=${junk}`, ...ownPage }],
  'made-up sign-ins that come back': ['/console/signed-in', { cookie: `svc-console-sign-in=${junk}` }],
  'visits that come back from nowhere': ['/console/signed-in', {}],
};

describe('signing in to the console', () => {
  for (const [name, [path, headers]] of Object.entries(strangers))
    it(`goes on even if ${name} are over their limit`, async () => {
      const statuses: number[] = [];
      for (let times = 0; times < 4; times++)
        statuses.push((await service.app.request(path, { headers })).status);
      assert.equal(statuses.at(-1), 429);
      const browser = await new Browser(service, idp).signIn('view');
      assert.equal((await browser.ask(list)).status, 200);
      const former = await service.app.request('/console/session', {
        headers: { cookie: `svc-console=${junk}`, ...ownPage },
      });
      assert.deepEqual(await former.json(), { sign_in: 'oidc', session: null });
    });

  it('can be begun only so often from one address, which does not stop a person who has begun', async () => {
    const browser = new Browser(service, idp);
    const address = await browser.goThere();
    const begin = async () => (await service.app.request('/console/sign-in')).status;
    assert.deepEqual([await begin(), await begin(), await begin()], [303, 303, 429]);
    assert.equal(await browser.comeBack(address), '/console/');
  });
});
