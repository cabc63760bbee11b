// Connections of each real provider that a team moves between services: exported from one, imported into the other, and
// used to read data.
import assert from 'node:assert/strict';
import { bulkExport, bulkImport, type Endpoint, type ResponseOf } from 'svc-link/contract';
import { afterAll, beforeAll, it } from 'vitest';
import { grantResolver } from '../../src/applications/index.js';
import { createTokenKeeper, isOauth, type OauthAdapter } from '../../src/grants/index.js';
import { findProvider, type RealProviderSettings } from '../../src/providers/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { dayOf } from '../../src/work/index.js';
import { rows } from '../adapters/matrix/rows.js';
import { setApplication, startMatrixScene } from '../adapters/matrix/scene.js';
import { connectionOf, newLink, type OauthService, startOauthService } from '../support/oauth-service.js';

const [realThere, realHere] = [
  new Map<string, RealProviderSettings>(),
  new Map<string, RealProviderSettings>(),
];
let there: OauthService;
let here: OauthService;
beforeAll(async () => {
  there = await startOauthService({ fictional: new Set(), real: realThere });
  here = await startOauthService({ fictional: new Set(), real: realHere });
});
afterAll(async () => {
  await there.close();
  await here.close();
});

async function call<E extends Endpoint>(
  { url }: OauthService,
  endpoint: E,
  body: object,
): Promise<ResponseOf<E>> {
  const response = await fetch(url + endpoint.path, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', 'x-svc-api-key': sandboxKeys.apiKey },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${response.status}`);
  // The contract defines this type.
  return (await response.json()) as ResponseOf<E>;
}

it.each(rows.map((row) => [row.slug, row] as const))('of %s', async (slug, row) => {
  const { adapter } = findProvider(slug) ?? assert.fail();
  assert.ok(adapter && isOauth(adapter));
  const scene = await startMatrixScene(there, realThere, row, adapter);
  try {
    realHere.set(slug, realThere.get(slug) ?? assert.fail());
    for (const service of [there, here]) await setApplication(service, row, scene.server);
    const account = '4711';
    const link = await newLink(there, { provider: slug });
    await scene.send(link, account);
    const { data } = await call(there, bulkExport, { provider: slug });
    assert.equal(data.length, 1);
    const { userId } = await newLink(here);
    const connections = data.map((recipe) => ({ ...recipe, user_id: userId }));
    const imported = { provider: slug, connections, wait_for_completion: true };
    assert.deepEqual(await call(here, bulkImport, imported), {
      user_ids_imported: [userId],
      user_ids_failed: [],
    });
    const [before, after] = [await connectionOf(there, link), await connectionOf(here, { ...link, userId })];
    assert.equal(after?.provider_account, before?.provider_account);
    assert.deepEqual(after?.scopes_granted, before?.scopes_granted);
    await readData(adapter, after?.grant_id ?? assert.fail(), account);
    if (!adapter.signIn.readImportedAccount) return;
    // Whoever says that tokens belong to another account does not get that account.
    const { accessToken, refreshToken } = await scene.server.issue(account);
    const { userId: other } = await newLink(here);
    const tokens = { access_token: accessToken, refresh_token: adapter.signIn.refresh ? refreshToken : '' };
    const claimed = connections.map((recipe) => ({ ...recipe, ...tokens, user_id: other, provider_id: '1' }));
    await call(here, bulkImport, { ...imported, connections: claimed });
    const made = await connectionOf(here, { ...link, userId: other });
    // Polar answers only for the named person, and a token does not tell who that is.
    assert.equal(made?.provider_account ?? 'nobody', slug === 'polar' ? 'nobody' : account);
  } finally {
    await scene.close();
  }
});

/** Reads some data of the account with the imported tokens. */
async function readData(adapter: OauthAdapter, grantId: string, account: string): Promise<void> {
  const keeper = createTokenKeeper({ ...here.deps, resolve: grantResolver(here.deps) });
  const collection = Object.values(adapter.collections)[0] ?? assert.fail();
  const today = dayOf(new Date());
  await keeper.withApi(grantId, 'days', async (api) => {
    await api.send(collection.request({ window: { from: today, until: today }, account, cursor: null }));
  });
}
