import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  createLinkToken,
  isLinkTokenValid,
  linkWithPassword,
  readLinkState,
  startLink,
  type BodyOf,
} from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

describe('POST /v2/link/token with include: ["start"]', () => {
  let service: TestService;
  let userId: string;
  beforeAll(async () => {
    service = await startTestService();
    userId = await service.newUser();
  });
  afterAll(() => service.stop());

  const ask = async (more: Partial<BodyOf<typeof createLinkToken>> = {}) => {
    const { status, body, detail } = await service.call(createLinkToken, {
      apiKey: sandboxKeys.apiKey,
      body: { user_id: userId, include: ['start'], ...more },
    });
    assert.equal(status, 200, JSON.stringify(detail));
    assert.ok(body.start);
    return { ...body, start: body.start };
  };
  const start = (body: BodyOf<typeof startLink>) => service.call(startLink, { body });

  it('answers like a start, but nothing has started', async () => {
    const options = {
      redirect_url: 'https://app.example.com/done',
      on_close: 'redirect',
      app_name: 'Acme Health',
      user_label: 'ada@example.com',
      allowed_origins: ['https://app.example.com'],
      filter_on_providers: ['quartz_scale', 'aurora_ring'],
    } as const;
    const token = await ask({
      ...options,
      allowed_origins: [...options.allowed_origins],
      filter_on_providers: [...options.filter_on_providers],
    });
    const started = await start({ link_token: token.link_token, origin: 'https://app.example.com' });
    assert.equal(token.start.session.state, 'created');
    assert.deepEqual({ ...token.start, session: { ...token.start.session, state: 'started' } }, started.body);
    assert.equal(token.start.session.link_session_id, token.link_session_id);
    assert.equal(token.start.session.expires_at, token.expires_at);
  });

  it('marks the providers that the user has connected', async () => {
    const link = await service.newLink({ user_id: userId });
    await service.signIn(link, 'ok@example.com');
    const { start: given } = await ask();
    assert.deepEqual(
      given.providers.filter(({ connected }) => connected).map(({ slug }) => slug),
      ['quartz_scale'],
    );
  });

  it('starts nothing: connecting before a start is refused', async () => {
    const { link_token: token } = await ask();
    const state = await service.call(readLinkState, { token });
    assert.equal(state.body.state, 'created');
    const { body } = await service.call(isLinkTokenValid, { body: { token } });
    assert.deepEqual([body.valid, body.state], [true, 'created']);
    const signedIn = await service.call(linkWithPassword, {
      token,
      params: { provider: 'quartz_scale' },
      body: { username: 'ok@example.com', password: 'good-password' },
    });
    assert.equal(signedIn.body.error_type, 'token_not_validated');
  });

  it('does not replace the check of the origin', async () => {
    const { link_token } = await ask({ allowed_origins: ['https://app.example.com'] });
    const { status, detail } = await start({ link_token, origin: 'https://evil.example' });
    assert.deepEqual([status, (detail as { error_type: string }).error_type], [403, 'origin_not_allowed']);
  });

  it('uses up nothing: an address can still start once, in one browser', async () => {
    const { link_token } = await ask();
    const send = () =>
      service.call(startLink, {
        body: { link_token, via: 'link' },
        headers: { origin: service.deps.publicUrl, 'sec-fetch-site': 'same-origin' },
      });
    assert.equal((await send()).status, 200);
    const again = await send();
    assert.deepEqual(
      [again.status, (again.detail as { error_type: string }).error_type],
      [401, 'token_consumed'],
    );
  });

  it('is included only on request', async () => {
    for (const include of [undefined, null, []]) {
      const { body } = await service.call(createLinkToken, {
        apiKey: sandboxKeys.apiKey,
        body: { user_id: userId, ...(include !== undefined && { include }) },
      });
      assert.equal('start' in body, false);
    }
  });

  it('refuses what it cannot include, by name', async () => {
    const { status, detail } = await service.call(createLinkToken, {
      apiKey: sandboxKeys.apiKey,
      body: { user_id: userId, include: ['state'] as never },
    });
    assert.equal(status, 422);
    assert.deepEqual((detail as { loc: unknown[] }[])[0]!.loc, ['body', 'include', 0]);
  });
});
