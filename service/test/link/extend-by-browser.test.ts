import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { deleteUser, extendLinkToken, readLinkState, startLink } from 'svc-link/contract';
import { longestTokenSeconds, tokenSeconds } from '../../src/link/sessions.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

const minutes = 60;
/** How often a token can be extended until its longest lifetime is reached. */
const extensions = Math.ceil(longestTokenSeconds / tokenSeconds) - 1;
type Headers = Readonly<Record<string, string>>;

describe('more time for the hosted page', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  /** A page that a browser opened. `headers` are those that the page sends. */
  async function opened(via: 'link' | 'page' = 'link', request: Parameters<TestService['newToken']>[0] = {}) {
    const link = await service.newToken(request);
    const { headers, body } = await service.call(startLink, { body: { link_token: link.token, via } });
    const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return { link, cookie, session: body.session, headers: { cookie, 'x-svc-link-session': link.sessionId } };
  }

  async function extend(headers: Headers) {
    const answer = await service.app.request('/v2/link/extend', { method: 'POST', headers });
    const { detail, expires_at } = (await answer.json()) as {
      detail?: { error_type: string };
      expires_at?: string;
    };
    return { status: answer.status, refused: detail?.error_type, expires_at };
  }
  const state = async (headers: Headers) => (await service.call(readLinkState, { headers })).body;

  it('moves the end by the lifetime of a token, up to the limit after the link was made, and returns it', async () => {
    for (const via of ['link', 'page'] as const) {
      const { headers, session } = await opened(via);
      const first = Date.parse(String(session.expires_at));
      assert.equal(session.can_extend, true);
      const ends: unknown[] = [];
      for (let times = 0; times <= extensions; times++) {
        const { expires_at } = await extend(headers);
        const seen = await state(headers);
        assert.equal(seen.expires_at, expires_at);
        ends.push([(Date.parse(String(expires_at)) - first) / 1000, seen.can_extend]);
      }
      const longest = longestTokenSeconds - tokenSeconds;
      assert.deepEqual(ends, [
        ...Array.from({ length: extensions - 1 }, (_, times) => [(times + 1) * tokenSeconds, true]),
        [longest, false],
        [longest, false],
      ]);
    }
  });

  it('lets a person go on after the first end, and never after the last one', async () => {
    const { headers } = await opened();
    for (let times = 1; times <= extensions; times++) {
      await service.clock.advance(tokenSeconds - minutes);
      assert.equal((await extend(headers)).status, 200);
    }
    await service.clock.advance(longestTokenSeconds - extensions * (tokenSeconds - minutes) - minutes);
    assert.equal((await state(headers)).state, 'started');
    await service.clock.advance(minutes);
    assert.equal((await extend(headers)).refused, 'token_expired');
  });

  it('is only for the browser that the session is bound to', async () => {
    const { link, cookie, headers, session } = await opened('page');
    const other = await opened('page');
    for (const shown of [
      {},
      { cookie },
      { 'x-svc-link-session': link.sessionId },
      { cookie: other.cookie, 'x-svc-link-session': link.sessionId },
      { ...headers, origin: 'https://evil.example' },
      { ...headers, 'sec-fetch-site': 'cross-site' },
      { ...headers, 'sec-fetch-site': 'same-site' },
      // A link token also works in a window, but it cannot extend itself.
      { 'x-svc-link-token': link.token },
      { 'x-svc-link-token': link.token, cookie },
      { 'x-svc-api-key': sandboxKeys.apiKey },
    ]) {
      const { status, refused } = await extend(shown as Headers);
      assert.deepEqual([status, refused], [401, 'invalid_token'], JSON.stringify(shown));
    }
    assert.equal((await state(headers)).expires_at, session.expires_at);
    const byToken = await service.call(readLinkState, { token: link.token });
    assert.equal(byToken.body.can_extend, false);
  });

  it('is refused for a link that is used up, waits for its team, has expired or lost its user', async () => {
    for (const [request, ends] of [
      [{}, 'token_consumed'],
      [{ confirm: 'host' }, 'token_consumed'],
    ] as const) {
      const { headers, link } = await opened('page', request);
      await service.signIn(link, 'ok@example.com');
      assert.equal((await extend(headers)).refused, ends);
      assert.equal((await state(headers)).can_extend, false);
    }
    const gone = await opened();
    await service.call(deleteUser, { apiKey: sandboxKeys.apiKey, params: { user_id: gone.link.userId } });
    assert.equal((await extend(gone.headers)).refused, 'token_expired');
    const late = await opened();
    await service.clock.advance(tokenSeconds);
    assert.equal((await extend(late.headers)).refused, 'token_expired');
  });

  it('shares its limit with the team', async () => {
    const { headers, link } = await opened('page');
    for (let times = 1; times < extensions; times++) {
      const body = { link_token: link.token };
      await service.call(extendLinkToken, { apiKey: sandboxKeys.apiKey, body });
    }
    const { expires_at } = await extend(headers);
    assert.deepEqual(await extend(headers), { status: 200, refused: undefined, expires_at });
  });
});
