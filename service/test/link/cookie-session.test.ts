import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { tokenSeconds } from '../../src/link/sessions.js';
import {
  completeMfa,
  isLinkTokenValid,
  linkWithPassword,
  listLinkProviders,
  readLinkState,
  startLink,
  startOauth,
  type BodyOf,
  type Endpoint,
} from 'svc-link/contract';
import { errorType } from '../support/error-type.js';
import {
  startTestService,
  type Answer,
  type Call,
  type StartedLink,
  type TestService,
} from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Headers = Readonly<Record<string, string>>;
type Asker = Pick<Call<Endpoint>, 'token' | 'headers'>;
type Start = BodyOf<typeof startLink>;

const start = (body: Start, headers: Headers = {}) => service.call(startLink, { body, headers });
const cookieOf = (answer: Answer<Endpoint>): string =>
  (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
/** What our own page sends in the browser that holds the cookie. */
const page = (link: StartedLink, cookie: string): Headers => ({
  cookie,
  'x-svc-link-session': link.sessionId,
});
const said = ({ status, detail }: Answer<Endpoint>) => [status, errorType(detail)];
const refusal = [401, 'invalid_token'];

async function bound(via: 'link' | 'page', request: Parameters<TestService['newToken']>[0] = {}) {
  const link = await service.newToken(request);
  const cookie = cookieOf(await start({ link_token: link.token, via }));
  return { link, cookie, headers: page(link, cookie) };
}

const calls: readonly (readonly [string, (asker: Asker) => Promise<Answer<Endpoint>>])[] = [
  ['start', (asker) => service.call(startLink, { body: {}, ...asker })],
  ['state', (asker) => service.call(readLinkState, asker)],
  ['providers', (asker) => service.call(listLinkProviders, asker)],
  ['oauth', (asker) => service.call(startOauth, { ...asker, params: { provider: 'aurora_ring' } })],
];
const password = (asker: Asker, username = 'sms@example.com') =>
  service.call(linkWithPassword, {
    ...asker,
    params: { provider: 'quartz_scale' },
    body: { username, password: 'good' },
  });
const mfa = (asker: Asker) =>
  service.call(completeMfa, {
    ...asker,
    params: { provider: 'quartz_scale' },
    body: { mfa_code: '123456' },
  });

describe('a browser that the session is bound to', () => {
  it('goes on without the token, to the end and after it', async () => {
    const { headers } = await bound('page');
    for (const [name, call] of calls) assert.equal((await call({ headers })).status, 200, name);
    assert.equal((await password({ headers })).body.state, 'pending_provider_mfa');
    assert.equal((await mfa({ headers })).body.state, 'success');
    assert.equal((await service.call(readLinkState, { headers })).body.state, 'success');
    assert.deepEqual(said(await start({}, headers)), [401, 'token_consumed']);
  });

  it('gets a code request like a caller with a token, even if it also sends its team’s key', async () => {
    const { headers } = await bound('page');
    await password({ headers });
    assert.equal((await mfa({ headers: { ...headers, 'x-svc-api-key': 'sk_other' } })).body.state, 'success');
  });

  it('shares its cookie between its tabs', async () => {
    const first = await bound('page');
    const link = await service.newToken();
    const again = await start({ link_token: link.token, via: 'link' }, { cookie: first.cookie });
    assert.equal(cookieOf(again), first.cookie);
    for (const one of [first.link, link])
      assert.equal((await service.call(readLinkState, { headers: page(one, first.cookie) })).status, 200);
  });

  it('is distinguished from any other, and from one that names another session', async () => {
    const { link, cookie } = await bound('page');
    const other = await bound('page');
    const unbound = await service.newLink();
    for (const headers of [
      { 'x-svc-link-session': link.sessionId },
      page(link, other.cookie),
      page(other.link, cookie),
      page(unbound, cookie),
      page(link, `svc-link-session=${'A'.repeat(43)}`),
      page(link, 'svc-link-session=short'),
      { cookie, 'x-svc-link-session': '' },
      { cookie, 'x-svc-link-session': 'me' },
      { cookie, 'x-svc-link-session': '11111111-1111-4111-8111-111111111111' },
      { cookie },
    ]) {
      for (const [name, call] of calls) {
        assert.deepEqual(said(await call({ headers })), refusal, `${name} ${JSON.stringify(headers)}`);
      }
      assert.equal((await password({ headers })).body.error_type, 'invalid_token');
      assert.equal((await mfa({ headers })).body.error_type, 'invalid_token');
    }
    assert.equal((await service.call(readLinkState, { token: link.token })).body.attempt, 0);
  });

  it('gets answers only on our own page', async () => {
    const { headers } = await bound('page');
    const ours = service.deps.publicUrl;
    for (const [from, status] of [
      [{ origin: ours }, 200],
      [{ 'sec-fetch-site': 'same-origin' }, 200],
      [{ origin: ours, 'sec-fetch-site': 'same-origin' }, 200],
      [{ 'sec-fetch-site': 'none' }, 200],
      [{ origin: 'https://evil.example' }, 401],
      [{ origin: 'null' }, 401],
      [{ origin: `${ours}.evil.example` }, 401],
      [{ origin: ours.replace('8801', '8802') }, 401],
      [{ 'sec-fetch-site': 'cross-site' }, 401],
      [{ 'sec-fetch-site': 'same-site' }, 401],
      [{ origin: ours, 'sec-fetch-site': 'cross-site' }, 401],
    ] as const) {
      for (const [name, call] of calls) {
        const answer = await call({ headers: { ...headers, ...from } });
        assert.equal(answer.status, status, `${name} ${JSON.stringify(from)}`);
      }
    }
  });

  it('cannot be used by a page of another origin: no preflight allows its header', async () => {
    for (const path of ['start', 'state', 'providers', 'provider/oauth/aurora_ring']) {
      const response = await service.app.request(`/v2/link/${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://evil.example',
          'access-control-request-headers': 'x-svc-link-session',
        },
      });
      assert.equal(response.headers.get('access-control-allow-headers'), 'content-type, x-svc-link-token');
      assert.equal(response.headers.get('access-control-allow-credentials'), null);
    }
  });

  it('is told that the token has expired', async () => {
    const { headers } = await bound('page');
    await service.clock.advance(tokenSeconds);
    for (const [name, call] of calls) {
      assert.deepEqual(said(await call({ headers })), [401, 'token_expired'], name);
    }
  });

  it('is told the way back from a token that cannot start, if the token says that errors lead there', async () => {
    const home = { redirect_url: 'https://acme.example/home?kept=1#here' };
    const old = await service.newToken({ ...home, on_error: 'redirect' });
    const mine = await bound('link', { ...home, on_error: 'redirect' });
    const used = await bound('link', { ...home, on_error: 'redirect' });
    const without = await service.newToken(home);
    assert.equal((await password({ headers: used.headers }, 'ok@example.com')).body.state, 'success');
    const wayBack = async (answer: ReturnType<typeof start>) => {
      const { status, detail } = await answer;
      assert.equal(status, 401);
      return typeof detail === 'object' && detail && 'redirect_url' in detail ? detail.redirect_url : null;
    };
    const address = (id: string, problem: string) =>
      `https://acme.example/home?kept=1&state=error&link_session_id=${id}&error_type=${problem}#here`;
    const consumed = address(used.link.sessionId, 'token_consumed');
    assert.equal(await wayBack(start({ link_token: used.link.token, via: 'link' })), consumed);
    await service.clock.advance(tokenSeconds);

    const expired = address(old.sessionId, 'token_expired');
    assert.equal(await wayBack(start({ link_token: old.token, via: 'link' })), expired);
    assert.equal(await wayBack(start({}, mine.headers)), address(mine.link.sessionId, 'token_expired'));
    // Any other caller reads only why, and so does a page whose token does not ask for it.
    assert.equal(await wayBack(start({ link_token: old.token })), null);
    const elsewhere = { origin: 'https://evil.example' };
    assert.equal(await wayBack(start({ link_token: old.token, via: 'link' }, elsewhere)), null);
    assert.equal(await wayBack(start({ link_token: without.token, via: 'link' })), null);
  });
});

describe('via: "page"', () => {
  it('binds the browser that asked last; the token still works', async () => {
    const { link, headers } = await bound('page');
    const second = cookieOf(await start({ link_token: link.token, via: 'page' }));
    assert.equal((await service.call(readLinkState, { headers: page(link, second) })).status, 200);
    assert.deepEqual(said(await service.call(readLinkState, { headers })), refusal);
    for (const [name, call] of calls) assert.equal((await call({ token: link.token })).status, 200, name);
    assert.equal((await password({ token: link.token }, 'ok@example.com')).body.state, 'success');
  });

  it('binds the browser of a session that a page started', async () => {
    const link = await service.newLink();
    const cookie = cookieOf(await start({ link_token: link.token, via: 'page' }));
    assert.equal((await service.call(listLinkProviders, { headers: page(link, cookie) })).status, 200);
  });

  it('does not take a session from the browser that started it from an address', async () => {
    const { link, cookie, headers } = await bound('link');
    assert.deepEqual(said(await start({ link_token: link.token, via: 'page' })), [401, 'token_consumed']);
    assert.equal((await service.call(readLinkState, { headers })).status, 200);
    assert.equal((await start({ link_token: link.token, via: 'page' }, { cookie })).status, 200);
    // The session stays bound as it was.
    assert.deepEqual(said(await start({ link_token: link.token })), [401, 'token_consumed']);
  });

  it('binds no browser for another page', async () => {
    const link = await service.newToken();
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      for (const via of ['page', 'link'] as const) {
        const answer = await start({ link_token: link.token, via }, headers);
        assert.deepEqual(said(answer), [403, 'origin_not_allowed']);
        assert.equal(answer.headers.get('set-cookie'), null);
      }
    }
    assert.equal((await service.call(readLinkState, { token: link.token })).body.state, 'created');
  });

  it('works in a window that our own page in a frame opened', async () => {
    const { token } = await service.newToken({ allowed_origins: ['https://app.example.com'] });
    const ours = service.deps.publicUrl;
    const from = (origin: string, sender?: string) =>
      start({ link_token: token, via: 'page', origin }, sender === undefined ? {} : { origin: sender });
    assert.equal((await from(ours, ours)).status, 200);
    // Another page or a program that claims this is not our page.
    assert.equal(
      (await start({ link_token: token, origin: ours }, { origin: 'https://evil.example' })).status,
      403,
    );
    assert.equal((await from(ours)).status, 403);
    assert.equal((await from('https://evil.example', ours)).status, 403);
  });
});

describe('a token from an address, once a browser started it', () => {
  it('reads the state and can do nothing else', async () => {
    const { link } = await bound('link');
    const { token } = link;
    for (const [name, call] of calls) {
      const answer = await call({ token });
      if (name === 'state') assert.equal(answer.status, 200);
      else assert.deepEqual(said(answer), [401, 'token_consumed'], name);
    }
    assert.equal((await password({ token })).body.error_type, 'token_consumed');
    assert.equal((await mfa({ token })).body.error_type, 'token_consumed');
    assert.equal((await service.call(readLinkState, { token })).body.attempt, 0);
    const { body } = await service.call(isLinkTokenValid, { body: { token } });
    assert.deepEqual([body.valid, body.state], [false, 'started']);
  });

  it('works in that browser, by its cookie or by the address again', async () => {
    const { link, cookie, headers } = await bound('link');
    assert.equal((await start({ link_token: link.token, via: 'link' }, { cookie })).status, 200);
    assert.equal((await start({}, headers)).status, 200);
    assert.equal((await password({ headers }, 'ok@example.com')).body.state, 'success');
  });

  it('works in the browser that our page was bound to before, and from then on in no other', async () => {
    const { link, cookie } = await bound('page');
    assert.deepEqual(said(await start({ link_token: link.token, via: 'link' })), [401, 'token_consumed']);
    assert.equal((await start({ link_token: link.token, via: 'link' }, { cookie })).status, 200);
    assert.deepEqual(said(await start({ link_token: link.token })), [401, 'token_consumed']);
  });
});
