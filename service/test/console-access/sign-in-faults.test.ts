// How strangers, a provider that is down and changed settings affect signing in to the console.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { createIdentityProvider } from '../../src/console-access/identity-provider.js';
import { registry } from '../../src/metrics/index.js';
import { createApp } from '../../src/server/app.js';
import { seededOrg } from '../../src/server/seed.js';
import { Browser, origin, ownPage } from '../support/console-browser.js';
import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider.js';
import { startTestService, type TestService } from '../support/test-service.js';

let idp: IdentityProvider;
let service: TestService;
beforeAll(async () => {
  idp = await startIdentityProvider(`${origin}/console/signed-in`);
  service = await startTestService(idp.settings);
});
afterAll(async () => {
  await service.stop();
  await idp.close();
});

const list = `/v1/org/${seededOrg}/team`;
const entries = async () =>
  (
    await service.deps.db
      .selectFrom('audit_entry')
      .select('action')
      .where('action', '=', 'console.sign_in_refused')
      .execute()
  ).length;
const counted = async (outcome: string): Promise<number> =>
  Number(
    new RegExp(`svc_console_sign_ins_total{outcome="${outcome}"} (\\d+)`).exec(
      await registry.metrics(),
    )?.[1] ?? 0,
  );

it('an answer that the provider never gave is counted, but adds no entry to the audit log', async () => {
  const [before, failed, cancelled] = [await entries(), await counted('failed'), await counted('cancelled')];
  const cameBack = (query: string) => async () => {
    const browser = new Browser(service, idp);
    await browser.ask('/console/sign-in', {}, {});
    return (await browser.ask(`/console/signed-in?${query}`, {}, {})).headers.get('location');
  };
  for (const come of [cameBack('x'), cameBack('code=x&state=y'), cameBack('error=server_error')])
    assert.equal(await come(), '/console/?refused=failed');
  const browser = new Browser(service, idp);
  const start = await browser.ask('/console/sign-in', {}, {});
  const state = new URL(start.headers.get('location') ?? '').searchParams.get('state');
  const query = new URLSearchParams({ error: 'access_denied', state: state ?? '', iss: idp.url });
  const refused = await browser.ask(`/console/signed-in?${query}`, {}, {});
  assert.equal(refused.headers.get('location'), '/console/?refused=cancelled');
  assert.equal(await entries(), before);
  assert.equal(await counted('failed'), failed + 3);
  assert.equal(await counted('cancelled'), cancelled + 1);
  assert.match(service.logged(), /a sign-in to the console was refused/);
});

it('works at a provider that compares the credentials of HTTP Basic without decoding them', async () => {
  const strict = await startIdentityProvider(`${origin}/console/signed-in`, { rawSecret: 'a-secret_1.2~3' });
  const there = await startTestService(strict.settings);
  const browser = await new Browser(there, strict).signIn('view');
  assert.ok(await browser.session());
  await there.stop();
  await strict.close();
});

describe('the configuration of the provider', () => {
  it('is still used if it cannot be requested again, and the request is repeated', async () => {
    const signIn = service.deps.console.signIn ?? assert.fail();
    const mortal = await startIdentityProvider(`${origin}/console/signed-in`);
    const stale: unknown[] = [];
    const provider = createIdentityProvider({ ...signIn, issuer: mortal.url }, (error) => stale.push(error));
    const begin = () => provider.begin('a secret', `${origin}/console/signed-in`);
    const first = await begin();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(Date.now() + 3_500_000);
      await mortal.close();
      assert.deepEqual([(await begin()).href, stale.length], [first.href, 0]);
      vi.setSystemTime(Date.now() + 200_000);
      for (const times of [1, 2]) assert.deepEqual([(await begin()).href, stale.length], [first.href, times]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is needed for the first sign-in', async () => {
    const signIn = service.deps.console.signIn ?? assert.fail();
    const provider = createIdentityProvider({ ...signIn, issuer: 'http://127.0.0.1:9' }, () => assert.fail());
    await assert.rejects(provider.begin('a secret', `${origin}/console/signed-in`));
  });
});

it('a session does not count if people sign in at another provider', async () => {
  idp.person = { sub: 'ada', name: 'Ada Admin', groups: ['svc-own'] };
  const browser = await new Browser(service, idp).signIn('own');
  const headers = { cookie: browser.cookie, ...ownPage };
  const signIn = service.deps.console.signIn ?? assert.fail();
  const other = { ...signIn, issuer: 'https://login.example.com' };
  const elsewhere = createApp({ ...service.deps, console: { takesKeys: false, signIn: other } });
  assert.equal((await elsewhere.request(list, { headers })).status, 401);
  assert.equal((await service.app.request(list, { headers })).status, 200);
});

it('a start reports the organization in the settings if it does not exist', async () => {
  const orgId = randomUUID();
  await assert.rejects(startTestService({ ...idp.settings, CONSOLE_OIDC_ORG: orgId }), {
    name: 'BadSettings',
    message: new RegExp(`^CONSOLE_OIDC_ORG is ${orgId}, and there is no such organization: .*orgs list`),
  });
});
