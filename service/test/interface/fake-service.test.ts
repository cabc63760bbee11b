// What `createFakeService` of the package answers, beside what the service answers to the same requests.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createFakeService, type FakeToken } from 'svc-link/testing';
import { startTestService, type TestService } from '../support/test-service.js';

type Ask = readonly [method: 'GET' | 'POST' | 'DELETE', path: string, body?: object];
const state: Ask = ['GET', '/v2/link/state'];
const start: Ask = ['POST', '/v2/link/start', {}];
const signIn = (username: string, provider = 'quartz_scale', more: object = {}): Ask => [
  'POST',
  `/v2/link/provider/password/${provider}`,
  { username, password: 'good', ...more },
];
const code = (mfa_code: string, provider = 'quartz_scale'): Ask => [
  'POST',
  `/v2/link/provider/password/${provider}/complete_mfa`,
  { mfa_code },
];
const disconnect = (provider: string): Ask => ['DELETE', `/v2/link/connection/${provider}`];
const consent = { resources: ['body', 'profile'], text_version: 'test', language: 'en' };

const scenes: Readonly<Record<string, readonly Ask[]>> = {
  'a success': [start, signIn('ok@example.com'), state, start, signIn('ok@example.com')],
  'a success with consent': [start, signIn('ok@example.com', 'quartz_scale', { consent }), state],
  'a wrong password': [start, signIn('ok@example.com', 'quartz_scale', { password: 'bad' }), state],
  'an unknown name': [start, signIn('nobody@example.com'), signIn('constructor@example.com'), state],
  'one code': [start, signIn('sms@example.com'), state, code('000000'), state, code('123456'), state],
  'a code by email': [start, signIn('email@example.com'), code('123456')],
  'two codes': [start, signIn('twice@example.com'), code('123456'), state, code('654321'), state],
  'a code of an unknown kind': [start, signIn('carrier-pigeon@example.com'), code('123456')],
  'five wrong codes': [
    start,
    signIn('sms@example.com'),
    ...Array.from({ length: 5 }, () => code('1')),
    state,
  ],
  'a code that nobody asked for': [start, code('123456'), state],
  'a sign-in in place of a code': [start, signIn('sms@example.com'), signIn('ok@example.com'), state],
  'an error that is named': [start, signIn('error-provider_api_error@example.com'), state],
  'an error that nobody knows': [start, signIn('error-Sun.Spots@example.com'), state],
  'a status': [start, signIn('status-429@example.com'), signIn('status-503@example.com'), state],
  'a broken gateway': [start, signIn('status-502@example.com')],
  nonsense: [start, signIn('garbage@example.com')],
  'a region': [
    start,
    signIn('ok@example.com', 'xenon_pump', { region: 'us' }),
    signIn('ok@example.com', 'xenon_pump', { region: 'eu' }),
    state,
  ],
  'a provider by OAuth, asked for with a password': [start, signIn('ok@example.com', 'aurora_ring')],
};

/** What differs from one session to the next. */
const own = /^(?:link_session_id|provider_id|expires_at|at)$/;
/** What the team or the service says in words of its own, and what the fake one cannot do: phones need the hosted page. */
const words = /^(?:can_hand_off|app_name|brand|terms_url|privacy_url|error|error_message)$/;

/** With `true` in place of what is there but differs; fields that are null are as good as absent. */
function alike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(alike);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => field !== null && field !== false && !words.test(name))
      .map(([name, field]) => [name, own.test(name) ? true : alike(field)]),
  );
}

type Fetch = (url: string, init: RequestInit) => Promise<Response> | Response;

describe('the fake service answers as the service does', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  async function play(
    fetch: (url: string, init: RequestInit) => Promise<Response> | Response,
    base: string,
    token: string,
    asks: readonly Ask[],
  ) {
    const answers = [];
    for (const [method, path, body] of asks) {
      const response = await fetch(base + path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(path !== '/v2/link/start' && { 'x-svc-link-token': token }),
        },
        ...(body && {
          body: JSON.stringify(path === '/v2/link/start' ? { link_token: token, ...body } : body),
        }),
      });
      const text = await response.text();
      // Of the list only the service's own is compared below.
      const read = response.headers.get('content-type')?.includes('json')
        ? (JSON.parse(text) as { providers?: unknown })
        : text.includes('<');
      if (typeof read === 'object') delete read.providers;
      // The service says why in words of its own.
      const { status } = response;
      answers.push({
        status,
        again: response.headers.get('retry-after'),
        body: status >= 422 ? null : alike(read),
      });
    }
    return answers;
  }

  async function both(asks: readonly Ask[], more: FakeToken = {}) {
    const fake = createFakeService();
    const { token } = await service.newToken(more);
    return {
      real: await play((url, init) => service.app.request(url, init), 'http://localhost', token, asks),
      fake: await play(fake.fetch, fake.baseUrl, fake.newToken(more), asks),
    };
  }

  for (const [what, asks] of Object.entries(scenes))
    it(`to ${what}`, async () => {
      const { real, fake } = await both(asks);
      assert.deepEqual(fake, real);
    });

  it('to what a token may say', async () => {
    const { real, fake } = await both([start, signIn('ok@example.com'), state], {
      provider: 'quartz_scale',
      redirect_url: 'https://app.example.com/done',
      on_error: 'redirect',
      on_close: 'redirect',
    });
    assert.deepEqual(fake, real);
  });

  it('to a person who ends connections', async () => {
    const manage = { manage: true };
    for (const [asks, token] of [
      [[disconnect('quartz_scale'), start, disconnect('quartz_scale'), disconnect('no_such'), state], manage],
      [
        [start, disconnect('tundra_watch'), disconnect('quartz_scale')],
        { ...manage, provider: 'quartz_scale' },
      ],
      [[start, signIn('ok@example.com'), disconnect('quartz_scale'), state], manage],
      [[disconnect('quartz_scale'), start, disconnect('quartz_scale')], {}],
    ] as const) {
      const { real, fake } = await both(asks, token);
      assert.deepEqual(fake, real);
    }
  });

  it('with what the person has connected first, until they end it', async () => {
    const { userId } = await service.newLink();
    const link = await service.newLink({ user_id: userId });
    await service.signIn(link, 'ok@example.com', { provider: 'tundra_watch' });
    const real = await service.newToken({ manage: true, user_id: userId });
    const fake = createFakeService();
    const given = fake.newToken({ manage: true, connected: ['tundra_watch'] });
    const listed = async (fetch: Fetch, base: string, token: string) => {
      const body = JSON.stringify({ link_token: token });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${base}/v2/link/start`, { method: 'POST', headers, body });
      const { providers } = (await answer.json()) as { providers: { slug: string; connected: boolean }[] };
      return [providers[0]?.slug, providers.filter(({ connected }) => connected).map(({ slug }) => slug)];
    };
    const asked: Fetch = (url, init) => service.app.request(url, init);
    const both = async () => [
      await listed(fake.fetch, fake.baseUrl, given),
      await listed(asked, 'http://localhost', real.token),
    ];
    for (const one of await both()) assert.deepEqual(one, ['tundra_watch', ['tundra_watch']]);
    for (const [fetch, base, token] of [
      [fake.fetch, fake.baseUrl, given],
      [asked, 'http://localhost', real.token],
    ] as const)
      await fetch(`${base}/v2/link/connection/tundra_watch`, {
        method: 'DELETE',
        headers: { 'x-svc-link-token': token },
      });
    for (const [, left] of await both()) assert.deepEqual(left, []);
  });

  it('to a token that nobody made', async () => {
    const fake = createFakeService();
    const asks = [start, state, signIn('ok@example.com')];
    assert.deepEqual(
      await play(fake.fetch, fake.baseUrl, 'lt_unknown', asks),
      await play((url, init) => service.app.request(url, init), 'http://localhost', 'lt_unknown', asks),
    );
  });

  it('with providers that the service has, of the same kinds', async () => {
    const fake = createFakeService();
    const list = async (
      fetch: (url: string, init: RequestInit) => Promise<Response> | Response,
      base: string,
      token: string,
    ) =>
      (await (
        await fetch(`${base}/v2/link/providers`, { headers: { 'x-svc-link-token': token } })
      ).json()) as { slug: string; name: string; auth_type: string; regions: string[] }[];
    const { token } = await service.newLink();
    const real = await list((url, init) => service.app.request(url, init), 'http://localhost', token);
    for (const { slug, name, auth_type, regions } of await list(fake.fetch, fake.baseUrl, fake.newToken())) {
      const same = real.find((provider) => provider.slug === slug);
      assert.deepEqual([name, auth_type, regions], [same?.name, same?.auth_type, same?.regions]);
    }
  });
});
