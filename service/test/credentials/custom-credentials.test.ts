import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { applicationOf, findTeamApplication } from '../../src/credentials/store.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import {
  Browser,
  connectionOf,
  consent,
  newLink,
  oauthUrl,
  startOauthService,
  type Json,
  type OauthService,
} from '../support/oauth-service.js';
import { recipeFor } from '../support/bulk-service.js';

const provider = 'cadence_cycle';

describe("a team's own application", () => {
  let service: OauthService;
  beforeAll(async () => {
    service = await startOauthService();
  });
  afterAll(() => service.close());

  const send = async (method: string, path: string, body?: object, apiKey = sandboxKeys.apiKey) => {
    const response = await fetch(service.url + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-svc-api-key': apiKey },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const set = (body: object, slug = provider) => send('PUT', `/v2/team/custom_credentials/${slug}`, body);
  const connect = async () => {
    const link = await newLink(service);
    const browser = new Browser();
    const shown = await consent(service, browser, await oauthUrl(service, link, provider), 'allow');
    return { link, browser, shown };
  };

  // spec 4.13.8
  it('is prepared with the values to register it with', async () => {
    const { status, body } = await send('POST', `/v2/team/custom_credentials/${provider}/prepare`);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      provider,
      redirect_uri: `${service.url}/v2/link/connect/${provider}`,
      scopes: {
        required: ['profile.read', 'menstrual_cycle.read'],
        optional: ['body_temperature.read'],
      },
      fields: ['client_id', 'client_secret'],
    });
  });

  // spec 4.13.8
  it('is used for new links, and their connections belong to it', async () => {
    const before = await connect();
    assert.equal((await connectionOf(service, before.link))?.application, null);

    const client_secret = `secret-${randomUUID()}`;
    const { status, body } = await set({ client_id: 'own-application', client_secret });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['provider', 'configured', 'updated_on']);
    const { link, browser } = await connect();
    const asked = browser.visited.find((url) => url.includes('/authorize?'));
    assert.equal(new URL(asked ?? '').searchParams.get('client_id'), 'own-application');
    assert.equal((await connectionOf(service, link))?.application, applicationOf('own-application'));
    // An earlier connection still belongs to the application that made it.
    assert.equal((await connectionOf(service, before.link))?.application, null);

    const [row] = await service.deps.db.selectFrom('custom_credentials').selectAll().execute();
    assert.equal(Buffer.from(row!.credentials).includes(client_secret), false);
    assert.equal(service.logged().includes(client_secret), false);
  });

  // spec 4.3.3, 4.13.8
  it('decides which exported connections can be imported', async () => {
    await set({ client_id: 'first', client_secret: 'one' });
    const { link } = await connect();
    const page = await send('POST', '/v2/link/bulk_export', { provider, user_ids: [link.userId] });
    const [recipe] = page.body['data'] as ReturnType<typeof recipeFor>[];
    assert.equal(recipe?.user_id, link.userId);
    const back = { provider, connections: [recipe], wait_for_completion: true };
    assert.deepEqual((await send('POST', '/v2/link/bulk_import', back)).body['user_ids_imported'], [
      link.userId,
    ]);
    await set({ client_id: 'second', client_secret: 'two' });
    assert.deepEqual((await send('POST', '/v2/link/bulk_import', back)).body['user_ids_failed'], [
      link.userId,
    ]);
  });

  it('is for providers with OAuth, and needs both fields', async () => {
    const both = { client_id: 'i', client_secret: 's' };
    assert.equal((await set(both, 'quartz_scale')).status, 422);
    assert.equal((await set({ client_id: 'i' })).status, 422);
    assert.equal((await set({ ...both, client_secret: '' })).status, 422);
    assert.equal((await send('POST', '/v2/team/custom_credentials/nothing/prepare')).status, 422);
    assert.equal((await send('PUT', `/v2/team/custom_credentials/${provider}`, both, 'unknown')).status, 401);
  });

  it('has a further key only if the provider requires one', async () => {
    const both = { client_id: 'i', client_secret: 's' };
    const prepared = await send('POST', '/v2/team/custom_credentials/suunto/prepare');
    assert.deepEqual(prepared.body['fields'], ['client_id', 'client_secret', 'api_key']);
    const api_key = `key-${randomUUID()}`;
    assert.equal((await set({ ...both, api_key }, 'suunto')).status, 200);
    const [row] = await service.deps.db
      .selectFrom('custom_credentials')
      .selectAll()
      .where('provider', '=', 'suunto')
      .execute();
    assert.equal(Buffer.from(row!.credentials).includes(api_key), false);
    const own = await findTeamApplication(service.deps, seededTeam, 'suunto');
    assert.equal(own?.apiKey, api_key);

    for (const [body, slug] of [
      [both, 'suunto'],
      [{ ...both, api_key: '' }, 'suunto'],
      [{ ...both, api_key }, 'oura'],
      [{ ...both, api_key }, provider],
    ] as const) {
      const refused = await set(body, slug);
      assert.equal(refused.status, 422, slug);
      assert.deepEqual((refused.body['detail'] as { loc: unknown }[])[0]?.loc, ['body', 'api_key']);
    }
    assert.equal(service.logged().includes(api_key), false);
  });
});
