// What the callback does with the answer of a provider that is not fictional, and what it then asks the provider.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { applicationOf, setCredentials } from '../../../src/credentials/store.js';
import { transact } from '../../../src/db/index.js';
import { openTokens } from '../../../src/grants/index.js';
import {
  findProvider,
  readProviderSettings,
  type RealProviderSettings,
} from '../../../src/providers/index.js';
import { seededTeam } from '../../../src/server/seed.js';
import {
  type AuthorizationServer,
  type Profile,
  startAuthorizationServer,
} from '../../support/authorization-server.js';
import {
  Browser,
  connectionOf,
  handed,
  newLink,
  oauthUrl,
  ours,
  sessionRow,
  startOauthService,
  type Link,
  type OauthService,
  type Shown,
} from '../../support/oauth-service.js';

// This provider's API names the account, and its codes are bound to a verifier.
const slug = 'google_health';
const provider = findProvider(slug) ?? assert.fail();

let service: OauthService;
let server: AuthorizationServer;
/** The form of each token request. */
let asked: URLSearchParams[];
/** Runs while the provider is asked for tokens. */
let meanwhile: AuthorizationServer['interfere'];
const tokenAnswer: Profile['tokenAnswer'] = (body) => ({ ...body, ...more });
let more: object;
let accounts = 0;
const real = new Map<string, RealProviderSettings>();
/** The service's application at the server. */
const setApplication = (id: string, secret: string): unknown =>
  real.set(slug, {
    client: { id, secret },
    enabled: true,
    where: { base: null, region: null },
    urls: server.urls,
    noticeSecret: undefined,
  });

beforeAll(async () => {
  const { fictional } = readProviderSettings({}, { embedded: true }, []);
  service = await startOauthService({ fictional, real });
  server = await startAuthorizationServer(
    { pkce: true, tokenAnswer },
    {
      scopes: [...provider.scopes.optional, 'offline'],
      redirectUris: [`${service.url}/v2/link/connect/${slug}`],
    },
  );
  server.interfere = (request) => {
    asked.push(request.form);
    return meanwhile(request);
  };
  server.data = (account) => ({ status: 200, body: { healthUserId: account } });
  setApplication(server.clientId, server.clientSecret);
});
afterAll(async () => {
  await server.close();
  await service.close();
});
beforeEach(() => {
  asked = [];
  more = {};
  meanwhile = () => undefined;
  accounts += 1;
});

interface Out {
  readonly link: Link;
  /** The address at the provider that the browser was sent to. */
  readonly left: URL;
  /** Returns with these parameters and the state. */
  readonly back: (params: Record<string, string>) => Promise<Shown>;
  /** Returns with a code, as after consent. */
  readonly agree: () => Promise<Shown>;
}

/** Sends a browser to the provider. */
async function out(): Promise<Out> {
  const link = await newLink(service);
  const browser = new Browser();
  const { location } = await browser.step(await oauthUrl(service, link, slug), undefined, ours);
  const left = new URL(String(location));
  const state = String(left.searchParams.get('state'));
  const back = (params: Record<string, string>): Promise<Shown> =>
    browser.step(
      `${service.url}/v2/link/connect/${slug}?${new URLSearchParams({ state, ...params }).toString()}`,
    );
  const agree = async (): Promise<Shown> => {
    const callback = await server.consent(left.href, `account ${accounts}`);
    return back({ code: String(callback.searchParams.get('code')) });
  };
  return { link, left, back, agree };
}

async function tokensOf(link: Link) {
  const { grant_id } = (await connectionOf(service, link)) ?? assert.fail();
  const grant = await service.deps.db
    .selectFrom('provider_grant')
    .selectAll()
    .where('id', '=', grant_id)
    .executeTakeFirstOrThrow();
  return openTokens(service.deps.secrets, grant);
}

describe('an answer of a real provider', () => {
  it('connects without an issuer, with the tokens of the exchange', async () => {
    const { link, left, agree } = await out();
    assert.equal(left.origin + left.pathname, server.urls.authorize);
    assert.equal(left.searchParams.get('client_id'), server.clientId);
    const end = await agree();
    assert.equal(handed(end.location)['state'], 'success');
    assert.equal(end.headers.get('cache-control'), 'no-store');
    assert.equal(end.headers.get('referrer-policy'), 'no-referrer');
    const [form = assert.fail()] = asked;
    const { code_verifier: verifier = '', code, ...rest } = Object.fromEntries(form);
    assert.match(verifier, /^[\w-]{43}$/);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    assert.equal(left.searchParams.get('code_challenge'), challenge);
    assert.ok(code);
    assert.deepEqual(rest, {
      grant_type: 'authorization_code',
      redirect_uri: `${service.url}/v2/link/connect/${slug}`,
      client_id: server.clientId,
      client_secret: server.clientSecret,
    });
    const { accessToken } = await tokensOf(link);
    assert.equal(await server.accountOf(accessToken), `account ${accounts}`);
    const connection = await connectionOf(service, link);
    assert.deepEqual(
      [connection?.provider_account, connection?.application, connection?.scopes_denied],
      [`account ${accounts}`, null, []],
    );
  });

  it('stores when its token expires', async () => {
    more = { expires_in: 1800 };
    const { link, agree } = await out();
    const earliest = Date.now() + 1_800_000;
    await agree();
    const latest = Date.now() + 1_800_000;
    const { expiresAt, refreshToken } = await tokensOf(link);
    assert.equal(await server.holderOf(refreshToken ?? ''), `account ${accounts}`);
    const at = Number(expiresAt);
    assert.ok(at >= earliest && at <= latest, `${earliest} ${at} ${latest}`);
  });

  it('asks the provider nothing if it has no code', async () => {
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
    it(`cannot set one of our errors: “${error}” is ${errorType}`, async () => {
      const { link, back } = await out();
      const end = await back({ error, code: 'c', svc_error_type: 'duplicate_connection' });
      assert.equal(handed(end.location)['error_type'], errorType);
      assert.equal((await sessionRow(service, link)).error_type, errorType);
      assert.deepEqual(asked, []);
    });

  it('connects nothing if the person began again while the provider was asked', async () => {
    const { link, agree } = await out();
    meanwhile = async () => {
      await oauthUrl(service, link, 'aurora_ring');
      return undefined;
    };
    const end = await agree();
    assert.deepEqual([end.status, end.location], [409, null]);
    assert.match(end.text, /You started again/);
    assert.equal(asked.length, 1);
    assert.equal(await connectionOf(service, link), undefined);
    const { state, attempt } = await sessionRow(service, link);
    assert.deepEqual([state, attempt], ['started', 2]);
  });

  it('is logged if it brings no tokens, without its content', async () => {
    meanwhile = () => ({ refuse: { status: 200, body: { error: 'what it held' } } });
    const { back } = await out();
    const earlier = service.logged().length;
    assert.equal(handed((await back({ code: 'c' })).location)['error_type'], 'provider_api_error');
    const line = service
      .logged()
      .slice(earlier)
      .split('\n')
      .find((each) => each.includes('a provider gave no tokens'));
    assert.ok(line);
    const { provider: named, err } = JSON.parse(line) as { provider: string; err: { type: string } };
    assert.deepEqual([named, err.type], [slug, 'LinkFailed']);
    assert.doesNotMatch(line, /what it held/);
  });
});

describe('a team with an application of its own', () => {
  // The server knows only the team's application.
  beforeEach(async () => {
    setApplication('shared', 'shared-secret');
    const own = { clientId: server.clientId, clientSecret: server.clientSecret };
    await transact(service.deps.db, (tx) => setCredentials(service.deps, tx, seededTeam, provider, own));
  });
  afterAll(() =>
    service.deps.db.deleteFrom('custom_credentials').where('team_id', '=', seededTeam).execute(),
  );

  it('links with it, and its connections store this', async () => {
    const { link, left, agree } = await out();
    assert.equal(left.searchParams.get('client_id'), server.clientId);
    assert.equal(handed((await agree()).location)['state'], 'success');
    const [form = assert.fail()] = asked;
    assert.deepEqual(
      [form.get('client_id'), form.get('client_secret')],
      [server.clientId, server.clientSecret],
    );
    assert.equal((await connectionOf(service, link))?.application, applicationOf(server.clientId));
  });

  it('is not shown a fault of ours as if it were the provider’s', async () => {
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
