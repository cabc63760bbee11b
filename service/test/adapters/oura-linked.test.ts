// Oura's two authorization servers, through the whole service: the newer one names itself in the
// callback, and the earlier one refuses its applications in the ways that users have reported.
import assert from 'node:assert/strict';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, it } from 'vitest';
import { oura } from '../../src/adapters/oura.js';
import { type OauthAdapter, openTokens } from '../../src/grants/index.js';
import { revokeDue } from '../../src/grants/revoke-due.js';
import type { RealProviderSettings } from '../../src/providers/index.js';
import {
  askTeam,
  type Link,
  newLink,
  type OauthService,
  startOauthService,
} from '../support/oauth-service.js';
import { rows } from './matrix/rows.js';
import { connected, type MatrixScene, startMatrixScene } from './matrix/scene.js';
import { listen } from './simulators/listen.js';

const real = new Map<string, RealProviderSettings>();
const newer = 'https://moi.ouraring.com/oauth/v2/ext/oauth-anonymous';
let service: OauthService;
let scene: MatrixScene;
let earlier: Awaited<ReturnType<typeof listen>>;
let earlierUrls: RealProviderSettings['urls'];
/** The requests to the earlier server: the grant types of those for tokens, and `revoke`. */
let asked: string[];
let issuer: string;
/** Whether the newer server refuses the application. */
let isRefused = false;

const earlierServer = new Hono()
  .post('/token', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    asked.push(form.get('grant_type') ?? '');
    return form.has('refresh_token')
      ? c.json({ error: 'invalid_request' }, 400)
      : c.json({ error: 'invalid_client' }, 401);
  })
  .post('/revoke', (c) => {
    asked.push('revoke');
    return c.body(null, 200);
  });

beforeAll(async () => {
  service = await startOauthService({ fictional: new Set(), real });
  const row = rows.find(({ slug }) => slug === 'oura') ?? assert.fail();
  earlier = await listen({ app: earlierServer });
  scene = await startMatrixScene(
    service,
    real,
    {
      ...row,
      profile: {
        callback: (scopes) => ({ scope: scopes.join(' '), iss: issuer }),
        tokenRefusal: () => ({ status: 400, body: { error: 'invalid_request' } }),
      },
    },
    // People sign in on Oura's own page.
    oura as OauthAdapter,
  );
  const { urls } = scene.server;
  scene.server.interfere = () =>
    isRefused ? { refuse: { status: 401, body: { error: 'invalid_client' } } } : undefined;
  const said = real.get('oura') ?? assert.fail();
  earlierUrls = { ...said.urls, token: `${earlier.url}/token`, revoke: `${earlier.url}/revoke` };
  real.set('oura', {
    ...said,
    urls: { ...earlierUrls, newer_token: urls.token, newer_revoke: urls.revoke },
  });
});
beforeEach(() => {
  asked = [];
  issuer = newer;
  isRefused = false;
});
afterAll(async () => {
  await scene.close();
  await earlier.stop();
  await service.close();
});

const grantOf = async (link: Link) => {
  const { grant_id } = await connected(service, link);
  return service.deps.db
    .selectFrom('provider_grant')
    .selectAll()
    .where('id', '=', grant_id)
    .executeTakeFirstOrThrow();
};
const tokensOf = async (link: Link) => openTokens(service.deps.secrets, await grantOf(link));
const renew = async (link: Link): Promise<void> => {
  const { id } = await grantOf(link);
  await service.deps.db
    .updateTable('provider_grant')
    .set({ access_until: new Date(0) })
    .where('id', '=', id)
    .execute();
  await scene.keeper().withToken(id, () => Promise.resolve());
};
const disconnect = async (link: Link): Promise<void> => {
  assert.equal((await askTeam(service, 'DELETE', `/v2/user/${link.userId}/oura`)).status, 200);
  await revokeDue(scene.revoking);
};

it('links, renews and ends what the newer server gives, without asking the earlier one', async () => {
  const link = await newLink(service, { provider: 'oura' });
  assert.equal((await scene.send(link, '51'))['state'], 'success');
  const before = await tokensOf(link);
  await renew(link);
  const after = await tokensOf(link);
  assert.notEqual(after.accessToken, before.accessToken);
  await renew(link);
  assert.equal(await scene.server.accountOf(after.accessToken), '51');
  const { accessToken } = await tokensOf(link);
  await disconnect(link);
  assert.equal(await scene.server.accountOf(accessToken), undefined);
  assert.deepEqual(asked, []);
});

it('renews at the newer server what is not known to be from it, and keeps to that', async () => {
  issuer = 'https://elsewhere.example';
  const link = await newLink(service, { provider: 'oura' });
  assert.equal((await scene.send(link, '52'))['state'], 'success');
  assert.deepEqual(asked, ['authorization_code']);
  // Stored as before the application was moved.
  const { id } = await grantOf(link);
  const tokens = { ...(await tokensOf(link)), isNewer: undefined };
  const credentials = service.deps.secrets.seal('provider-grant', id, JSON.stringify(tokens));
  await service.deps.db.updateTable('provider_grant').set({ credentials }).where('id', '=', id).execute();
  await renew(link);
  assert.deepEqual(asked, ['authorization_code', 'refresh_token']);
  await renew(link);
  assert.equal(asked.length, 2);
  assert.equal((await connected(service, link)).status, 'connected');
});

it('asks the earlier server too if the newer one refuses a code', async () => {
  isRefused = true;
  const link = await newLink(service, { provider: 'oura' });
  assert.equal((await scene.send(link, '53'))['state'], 'error');
  assert.deepEqual(asked, ['authorization_code']);
});

it('asks the address alone that the settings name, whatever the callback says', async () => {
  const said = real.get('oura') ?? assert.fail();
  real.set('oura', { ...said, urls: earlierUrls });
  const link = await newLink(service, { provider: 'oura' });
  assert.equal((await scene.send(link, '54'))['state'], 'error');
  assert.deepEqual(asked, ['authorization_code']);
  real.set('oura', said);
});
