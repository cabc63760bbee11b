import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { listLinkProviders, readLinkSession, readLinkState, startLink, type BodyOf } from 'svc-link/contract';
import { tokenSeconds } from '../../src/link/sessions.js';
import { fictionalProviders } from '../../src/providers/catalogue.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const start = (body: BodyOf<typeof startLink>, headers: Record<string, string> = {}, token?: string) =>
  service.call(startLink, { body, headers, ...(token && { token }) });
const code = (detail: unknown) => (detail as { error_type: string }).error_type;

describe('POST /v2/link/start', () => {
  // spec 4.13.1
  it('returns the session and its providers in one answer', async () => {
    const link = await service.newToken({
      redirect_url: 'https://app.example.com/done',
      on_error: 'redirect',
      app_name: 'Acme <b>Health</b>',
      user_label: 'ada@example.com',
    });
    const { status, body } = await start({ link_token: link.token, version: '0.1.0' });
    assert.equal(status, 200);
    assert.deepEqual(
      { ...body.session, expires_at: undefined },
      {
        state: 'started',
        link_session_id: link.sessionId,
        provider: null,
        provider_id: null,
        connected: false,
        attempt: 0,
        reconnect: null,
        provider_mfa: null,
        redirect_url: 'https://app.example.com/done',
        on_error: 'redirect',
        on_close: null,
        error_type: null,
        consent: null,
        expires_at: undefined,
        can_extend: false,
        can_hand_off: true,
        handoff: null,
        multiple: false,
        manage: false,
        connections: null,
        app_name: 'Acme <b>Health</b>',
        user_label: 'ada@example.com',
        allowed_origins: null,
        terms_url: 'https://example.com/terms',
        privacy_url: 'https://example.com/privacy',
        brand: { name: 'Example Health', color: null, logo: null },
      },
    );
    assert.deepEqual(
      body.providers.map(({ slug }) => slug),
      fictionalProviders.map(({ slug }) => slug),
    );
    assert.equal(body.providers.length, 28);
  });

  it('accepts the token from the header too, with or without a body', async () => {
    const { token } = await service.newToken();
    assert.equal((await start({}, {}, token)).status, 200);
    const bare = await service.app.request('/v2/link/start', {
      method: 'POST',
      headers: { 'x-svc-link-token': token },
    });
    assert.equal(bare.status, 200);
  });

  it('may be repeated', async () => {
    const { token } = await service.newToken();
    assert.equal((await start({ link_token: token })).status, 200);
    assert.equal((await start({ link_token: token })).body.session.state, 'started');
  });

  it('refuses an unknown, an expired and a used token', async () => {
    assert.deepEqual(await refusal('lt_unknown'), [401, 'invalid_token']);
    assert.deepEqual(await refusal(undefined), [401, 'invalid_token']);

    const used = await service.newLink();
    await service.signIn(used, 'ok@example.com');
    assert.deepEqual(await refusal(used.token), [401, 'token_consumed']);

    const old = await service.newToken();
    await service.clock.advance(tokenSeconds);
    assert.deepEqual(await refusal(old.token), [401, 'token_expired']);

    async function refusal(token: string | undefined) {
      const { status, detail } = await start(token === undefined ? {} : { link_token: token });
      return [status, code(detail)];
    }
  });

  it('starts only for the allowed origins, as the browser and the hosted page report them', async () => {
    const { token } = await service.newToken({ allowed_origins: ['https://app.example.com'] });
    const ours = service.deps.publicUrl;
    for (const [origin, sender, status] of [
      ['https://app.example.com', undefined, 200],
      ['https://app.example.com', 'https://app.example.com', 200],
      ['https://app.example.com', ours, 200],
      [undefined, 'https://app.example.com', 200],
      [undefined, ours, 200],
      ['https://evil.example', undefined, 403],
      ['https://evil.example', ours, 403],
      ['https://app.example.com', 'https://evil.example', 403],
      [undefined, 'https://evil.example', 403],
      ['null', undefined, 403],
      [undefined, 'null', 403],
      ['https://app.example.com.evil.example', undefined, 403],
      ['http://app.example.com', undefined, 403],
      ['', undefined, 403],
    ] as const) {
      const answer = await start(
        { link_token: token, ...(origin !== undefined && { origin }) },
        sender === undefined ? {} : { origin: sender },
      );
      const told = `${origin} from ${sender}`;
      assert.equal(answer.status, status, told);
      if (status === 403) assert.equal(code(answer.detail), 'origin_not_allowed', told);
    }
  });

  it('starts a token from an address once, for one browser', async () => {
    const { token } = await service.newToken();
    const first = await start({ link_token: token, via: 'link' });
    assert.equal(first.status, 200);
    const cookie = first.headers.get('set-cookie') ?? '';
    assert.match(cookie, /^svc-link-session=[\w-]{43}; Max-Age=14400; Path=\/; HttpOnly; SameSite=Lax$/);

    const mine = { cookie: cookie.split(';')[0]! };
    assert.equal((await start({ link_token: token, via: 'link' }, mine)).status, 200);
    const other = await start({ link_token: token, via: 'link' });
    assert.deepEqual([other.status, code(other.detail)], [401, 'token_consumed']);
  });

  it('gives a token from an address to only one of two browsers at the same moment', async () => {
    const { token } = await service.newToken();
    const answers = await Promise.all([1, 2, 3].map(() => start({ link_token: token, via: 'link' })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401]);
  });

  it('does not start a token from an address if a page has started it', async () => {
    const { token } = await service.newLink();
    assert.equal(code((await start({ link_token: token, via: 'link' })).detail), 'token_consumed');
  });

  it('refuses a body that does not follow the schema', async () => {
    for (const body of [
      '',
      'x',
      '[]',
      '"lt"',
      '{"link_token": 7}',
      '{"via": "mail"}',
      '{"link_token": "a\\u0000"}',
    ]) {
      const response = await service.app.request('/v2/link/start', { method: 'POST', body });
      assert.equal(response.status, body === '' ? 401 : 422, body);
    }
  });
});

describe('GET /v2/link/state', () => {
  const read = (token?: string) => service.call(readLinkState, token === undefined ? {} : { token });

  it('shows the state of a session through its life', async () => {
    const link = await service.newToken();
    assert.equal((await read(link.token)).body.state, 'created');
    await start({ link_token: link.token });
    assert.equal((await read(link.token)).body.state, 'started');

    await service.signIn(link, 'error-provider_api_error@example.com');
    const failed = (await read(link.token)).body;
    assert.deepEqual([failed.state, failed.error_type, failed.attempt], ['error', 'provider_api_error', 1]);

    await service.signIn(link, 'email@example.com', { provider: 'zephyr_bed' });
    const pending = (await read(link.token)).body;
    assert.deepEqual(
      [pending.state, pending.provider, pending.error_type, pending.attempt, pending.provider_mfa?.method],
      ['pending_provider_mfa', 'zephyr_bed', null, 2, 'email'],
    );

    const { body: result } = await service.signIn(link, 'ok@example.com');
    const done = (await read(link.token)).body;
    assert.deepEqual(
      [done.state, done.provider, done.connected, done.provider_id, done.attempt, done.provider_mfa],
      ['success', 'quartz_scale', true, result.provider_id, 3, null],
    );
  });

  it('answers after the token is consumed, even if it would have expired', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'ok@example.com');
    await service.clock.advance(7200);
    assert.equal((await read(link.token)).body.state, 'success');
  });

  it('refuses a missing, an unknown and an expired token', async () => {
    const link = await service.newLink();
    await service.clock.advance(tokenSeconds);
    for (const [token, type] of [
      [undefined, 'invalid_token'],
      ['lt_unknown', 'invalid_token'],
      [link.token, 'token_expired'],
    ] as const) {
      const { status, detail } = await read(token);
      assert.deepEqual([status, code(detail)], [401, type]);
    }
  });
});

describe('GET /v2/link/providers', () => {
  const list = async (token: string) => service.call(listLinkProviders, { token });

  it('shows every provider with the fields that the picker needs', async () => {
    const { token } = await service.newLink();
    const { body } = await list(token);
    assert.equal(body.length, 28);
    for (const provider of body) {
      assert.ok(provider.name && provider.description && provider.resources?.length, provider.slug);
      assert.match(provider.logo ?? '', /^http:\/\/127\.0\.0\.1:8801\/providers\/\w+\/logo\.svg/);
      assert.equal(provider.connected, false);
    }
    assert.deepEqual(body.find(({ slug }) => slug === 'xenon_pump')?.regions, ['us', 'eu', 'ca', 'au']);
  });

  it('keeps the order of filter_on_providers', async () => {
    const { token } = await service.newLink({
      filter_on_providers: ['zephyr_bed', 'aurora_ring', 'zephyr_bed'],
    });
    assert.deepEqual(
      (await list(token)).body.map(({ slug }) => slug),
      ['zephyr_bed', 'aurora_ring'],
    );
  });

  it('shows only the provider of a token that names one', async () => {
    const { token } = await service.newLink({ provider: 'quartz_scale' });
    assert.deepEqual(
      (await list(token)).body.map(({ slug }) => slug),
      ['quartz_scale'],
    );
  });

  it('marks the providers that the user has connected', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'ok@example.com');
    const again = await service.newLink({ user_id: link.userId });
    const connected = (await list(again.token)).body.filter((provider) => provider.connected);
    assert.deepEqual(
      connected.map(({ slug }) => slug),
      ['quartz_scale'],
    );
  });

  it('refuses a bad token', async () => {
    const { status, detail } = await list('lt_unknown');
    assert.deepEqual([status, code(detail)], [401, 'invalid_token']);
  });
});

describe('GET /v2/link/session/{link_session_id}', () => {
  const read = (sessionId: string, apiKey = sandboxKeys.apiKey) =>
    service.call(readLinkSession, { params: { link_session_id: sessionId }, apiKey });

  it('shows the team how its session ended, and for which user', async () => {
    const link = await service.newLink({ redirect_url: 'https://app.example.com/' });
    const { body: result } = await service.signIn(link, 'ok@example.com');
    const { body } = await read(link.sessionId);
    assert.deepEqual(
      {
        ...{ ...body, created_on: '', expires_at: '' },
        connections: body.connections.map((made) => ({ ...made, connected_on: '' })),
      },
      {
        link_session_id: link.sessionId,
        state: 'success',
        user_id: link.userId,
        provider: 'quartz_scale',
        connected: true,
        provider_id: result.provider_id,
        error_type: null,
        redirect_url: 'https://app.example.com/',
        consent: null,
        created_on: '',
        expires_at: '',
        connections: [
          {
            provider: 'quartz_scale',
            provider_id: result.provider_id,
            consent: null,
            connected: true,
            connected_on: '',
          },
        ],
      },
    );
  });

  it('hides the sessions of another team, and does not accept a link token instead of a key', async () => {
    const link = await service.newLink();
    const another = await service.newTeam();
    assert.equal((await read(link.sessionId, another.apiKey)).status, 404);
    assert.equal((await read('11111111-1111-4111-8111-111111111111')).status, 404);
    assert.equal((await read('not-an-id')).status, 422);
    assert.equal((await read(link.sessionId, link.token)).status, 401);
    assert.equal((await read(link.sessionId, sandboxKeys.managementKey)).status, 403);
  });
});
