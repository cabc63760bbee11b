// What comes back from a provider that is not one of ours, and what is asked of it then.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { applicationOf, setCredentials } from '../../../src/credentials/store.js';
import { transact } from '../../../src/db/index.js';
import { findProvider, type ProviderClient, type ProviderEntry } from '../../../src/providers/index.js';
import { seededTeam } from '../../../src/server/seed.js';
import {
  Browser,
  connectionOf,
  handed,
  newLink,
  oauthUrl,
  ours,
  sessionRow,
  startOauthService,
  type Json,
  type Link,
  type OauthService,
  type Shown,
} from '../../support/oauth-service.js';

const provider = findProvider('ember_scale')!;
// As if the catalogue named an application at a provider of the world.
const entry: { -readonly [Key in keyof ProviderEntry]: ProviderEntry[Key] } = provider;

let service: OauthService;
let server: Server;
let asked: { readonly headers: IncomingMessage['headers']; readonly form: Json }[];
let tokens: Json;
/** What happens while the provider is asked. */
let meanwhile: () => Promise<unknown>;
let accounts = 0;

beforeAll(async () => {
  service = await startOauthService();
  server = createServer((request, response) => {
    void text(request).then(async (body) => {
      asked.push({ headers: request.headers, form: Object.fromEntries(new URLSearchParams(body)) });
      await meanwhile();
      response.setHeader('content-type', 'application/json').end(JSON.stringify(tokens));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client: ProviderClient = {
    authorizationUrl: 'https://provider.example/authorize',
    tokenUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    clientId: 'shared',
    clientSecret: 'shared-secret',
    clientAuthentication: 'body',
    pkce: true,
    responseMode: 'query',
    scopeSeparator: ' ',
    accountField: 'user_id',
  };
  entry.client = client;
});
afterAll(async () => {
  delete entry.client;
  server.closeAllConnections();
  server.close();
  await service.close();
});
beforeEach(() => {
  asked = [];
  meanwhile = () => Promise.resolve();
  accounts += 1;
  tokens = { access_token: 'at', user_id: `${service.url} ${accounts}` };
});

interface Out {
  readonly link: Link;
  /** What the provider was asked by the browser's address. */
  readonly left: URL;
  readonly back: (params: Record<string, string>) => Promise<Shown>;
}

/** A browser that was sent to the provider. */
async function out(): Promise<Out> {
  const link = await newLink(service);
  const browser = new Browser();
  const { location } = await browser.step(await oauthUrl(service, link, 'ember_scale'), undefined, ours);
  const left = new URL(String(location));
  const state = String(left.searchParams.get('state'));
  const back = (params: Record<string, string>): Promise<Shown> =>
    browser.step(
      `${service.url}/v2/link/connect/ember_scale?${new URLSearchParams({ state, ...params }).toString()}`,
    );
  return { link, left, back };
}

async function credentialsOf(link: Link): Promise<unknown> {
  const connection = await connectionOf(service, link);
  assert.ok(connection);
  return JSON.parse(service.deps.secrets.open('connection', connection.id, connection.credentials));
}

describe('an answer of a provider of the world', () => {
  it('connects without an issuer, by what the exchange gave', async () => {
    const { link, left, back } = await out();
    assert.equal(left.origin + left.pathname, 'https://provider.example/authorize');
    assert.equal(left.searchParams.get('client_id'), 'shared');
    const end = await back({ code: 'the-code' });
    assert.equal(handed(end.location)['state'], 'success');
    assert.equal(end.headers.get('cache-control'), 'no-store');
    assert.equal(end.headers.get('referrer-policy'), 'no-referrer');
    const [{ form } = assert.fail()] = asked;
    const { code_verifier: verifier, ...rest } = form;
    assert.match(String(verifier), /^[\w-]{43}$/);
    assert.deepEqual(rest, {
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: `${service.url}/v2/link/connect/ember_scale`,
      client_id: 'shared',
      client_secret: 'shared-secret',
    });
    assert.deepEqual(await credentialsOf(link), { accessToken: 'at', refreshToken: null, expiresAt: null });
    assert.equal((await connectionOf(service, link))?.application, null);
  });

  it('says until when its token serves', async () => {
    tokens = { ...tokens, refresh_token: 'rt', expires_in: 3600 };
    const { link, back } = await out();
    const earliest = service.deps.clock.now().getTime() + 3_600_000;
    await back({ code: 'c' });
    const latest = service.deps.clock.now().getTime() + 3_600_000;
    const { expiresAt, ...rest } = (await credentialsOf(link)) as { expiresAt: number };
    assert.deepEqual(rest, { accessToken: 'at', refreshToken: 'rt' });
    assert.ok(expiresAt >= earliest && expiresAt <= latest, `${earliest} ${expiresAt} ${latest}`);
  });

  it('asks the provider nothing where it brings no code', async () => {
    for (const params of [{}, { code: '' }]) {
      const { back } = await out();
      assert.equal(handed((await back(params)).location)['error_type'], 'provider_api_error');
    }
    assert.deepEqual(asked, []);
  });

  for (const [error, errorType] of [
    ['access_denied', 'user_cancelled'],
    ['server_error', 'provider_api_error'],
    ['', 'provider_api_error'],
  ] as const)
    it(`names no error of ours: “${error}” is ${errorType}`, async () => {
      const { link, back } = await out();
      const end = await back({ error, code: 'c', svc_error_type: 'duplicate_connection' });
      assert.equal(handed(end.location)['error_type'], errorType);
      assert.equal((await sessionRow(service, link)).error_type, errorType);
      assert.deepEqual(asked, []);
    });

  it('connects nothing where the person began anew while the provider was asked', async () => {
    const { link, back } = await out();
    meanwhile = () => oauthUrl(service, link, 'aurora_ring');
    const end = await back({ code: 'c' });
    assert.deepEqual([end.status, end.location], [409, null]);
    assert.match(end.text, /You started again/);
    assert.equal(asked.length, 1);
    assert.equal(await connectionOf(service, link), undefined);
    const { state, attempt } = await sessionRow(service, link);
    assert.deepEqual([state, attempt], ['started', 2]);
  });

  it('is logged where it brings no tokens, without what it held', async () => {
    tokens = { error: 'what it held' };
    const { back } = await out();
    const earlier = service.logged().length;
    assert.equal(handed((await back({ code: 'c' })).location)['error_type'], 'provider_api_error');
    const line = service
      .logged()
      .slice(earlier)
      .split('\n')
      .find((each) => each.includes('a provider gave no tokens'));
    assert.ok(line);
    const { provider: slug, err } = JSON.parse(line) as { provider: string; err: { type: string } };
    assert.deepEqual([slug, err.type], ['ember_scale', 'LinkFailed']);
    assert.doesNotMatch(line, /what it held/);
  });
});

describe('a team with an application of its own', () => {
  const own = { clientId: 'own', clientSecret: 'own-secret' };
  beforeEach(async () => {
    await transact(service.deps.db, (tx) => setCredentials(service.deps, tx, seededTeam, provider, own));
  });
  afterAll(() =>
    service.deps.db.deleteFrom('custom_credentials').where('team_id', '=', seededTeam).execute(),
  );

  it('links by it, and its connections say so', async () => {
    const { link, left, back } = await out();
    assert.equal(left.searchParams.get('client_id'), 'own');
    assert.equal(handed((await back({ code: 'c' })).location)['state'], 'success');
    const [{ form } = assert.fail()] = asked;
    assert.deepEqual([form['client_id'], form['client_secret']], ['own', 'own-secret']);
    assert.equal((await connectionOf(service, link))?.application, applicationOf('own'));
  });

  it('is told of no fault of ours as of one of the provider', async () => {
    const { link, back } = await out();
    await service.deps.db
      .updateTable('custom_credentials')
      .set({ credentials: Buffer.from('not sealed here') })
      .where('team_id', '=', seededTeam)
      .execute();
    const end = await back({ code: 'c' });
    assert.deepEqual([end.status, end.location], [500, null]);
    assert.deepEqual(asked, []);
    assert.equal((await sessionRow(service, link)).error_type, null);
  });
});
