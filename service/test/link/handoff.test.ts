// "Continue on your phone": how a link gets to the phone and back, and what somebody can do who has taken the address.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  completeMfa,
  endHandoff,
  linkWithPassword,
  listUserProviders,
  makeHandoff,
  readLinkState,
  startLink,
  startOauth,
} from 'svc-link/contract';
import { tokenSeconds } from '../../src/link/sessions.js';
import { sandboxKeys } from '../../src/server/server.js';
import { errorType } from '../support/error-type.js';
import { codeOf, goOnOnPhone, offer, openOnPhone, send } from '../support/phone.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const labelled = { app_name: 'Northwind Health', user_label: 'sam@example.com' };
const state = async ({ token }: StartedLink) => (await service.call(readLinkState, { token })).body;
const stateOn = async (headers: Readonly<Record<string, string>>) => {
  const { status, body, detail } = await service.call(readLinkState, { headers });
  return { status, body, refused: status === 200 ? undefined : errorType(detail) };
};
const signIn = (headers: Readonly<Record<string, string>>, username = 'ok@example.com') =>
  service.call(linkWithPassword, {
    headers,
    params: { provider: 'quartz_scale' },
    body: { username, password: 'good-password' },
  });
const connected = async ({ userId }: StartedLink) =>
  (
    await service.call(listUserProviders, { params: { user_id: userId }, apiKey: sandboxKeys.apiKey })
  ).body.providers.map(({ slug }) => slug);

describe('a link that goes on on a phone', () => {
  it('asks the person there, connects there, and is known on the computer', async () => {
    const link = await service.newLink(labelled);
    assert.equal((await state(link)).can_hand_off, true);
    const body = { provider: 'quartz_scale' };
    const origin = 'https://app.example.com';
    const made = await service.call(makeHandoff, { token: link.token, body, headers: { origin } });
    assert.match(made.body.handoff_url, /^http:\/\/127\.0\.0\.1:8801\/link\/#handoff=[\w-]{43}$/);
    assert.equal((await state(link)).handoff?.state, 'offered');

    const opened = await send(service, 'open', { code: codeOf(made.body.handoff_url) });
    const { app_name, user_label, handoff } = opened.session;
    assert.deepEqual([app_name, user_label], ['Northwind Health', 'sam@example.com']);
    assert.deepEqual([handoff?.['origin'], handoff?.['provider']], [origin, 'quartz_scale']);
    assert.equal((await state(link)).handoff?.state, 'opened');
    const headers = { cookie: opened.cookie, 'x-svc-link-session': opened.session.link_session_id };

    assert.equal(
      (await send(service, 'answer', { accept: true }, headers)).session.handoff?.state,
      'accepted',
    );
    assert.equal((await state(link)).handoff?.state, 'accepted');
    const started = await service.call(startLink, { headers, body: {} });
    assert.equal(started.status, 200);
    assert.ok(started.body.providers.length > 1);
    assert.equal((await signIn(headers)).body.state, 'success');

    const end = await state(link);
    assert.deepEqual([end.state, end.provider, end.connected], ['success', 'quartz_scale', true]);
    assert.deepEqual(await connected(link), ['quartz_scale']);
  });

  it('asks for a code there', async () => {
    const link = await service.newLink();
    const { headers } = await goOnOnPhone(service, link);
    assert.equal((await signIn(headers, 'sms@example.com')).body.state, 'pending_provider_mfa');
    const params = { provider: 'quartz_scale' };
    const done = await service.call(completeMfa, { headers, params, body: { mfa_code: '123456' } });
    assert.equal(done.body.state, 'success');
    assert.equal((await state(link)).state, 'success');
  });

  it('also goes on from a page that was opened by its address, which works in one browser only', async () => {
    const { token } = await service.newToken();
    const body = { link_token: token, via: 'link' } as const;
    const begun = await service.call(startLink, { body });
    const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
    const page = { cookie, 'x-svc-link-session': String(begun.body.session.link_session_id) };
    const made = await service.call(makeHandoff, { headers: page, body: {} });
    const opened = await send(service, 'open', { code: codeOf(made.body.handoff_url) });
    const headers = { cookie: opened.cookie, 'x-svc-link-session': opened.session.link_session_id };
    await send(service, 'answer', { accept: true }, headers);
    assert.equal((await service.call(startLink, { headers, body: {} })).status, 200);
    assert.equal((await signIn(headers)).body.state, 'success');
    assert.equal((await service.call(readLinkState, { headers: page })).body.state, 'success');
  });

  it('reads no more there than its start answers, and does not learn where the link leads', async () => {
    const link = await service.newLink({
      ...labelled,
      redirect_url: 'https://app.example.com/linked',
      on_error: 'redirect',
      on_close: 'redirect',
      allowed_origins: ['https://app.example.com'],
    });
    const { headers, session } = await goOnOnPhone(service, link);
    const { body: result } = await signIn(headers);
    const read = (await stateOn(headers)).body;
    for (const { on_error, on_close } of [session, read])
      assert.deepEqual([on_error, on_close], [null, null]);
    for (const told of [session, read, result]) {
      const text = JSON.stringify(told);
      for (const hidden of [
        link.sessionId,
        link.token,
        link.userId,
        'linked',
        'app.example.com',
        'confirm_code',
      ])
        assert.ok(!text.includes(hidden), `${hidden} in ${text}`);
      assert.equal(told.provider_id, null);
    }
    assert.equal((await stateOn(headers)).body.can_hand_off, false);
    assert.ok((await state(link)).provider_id);
  });

  it('does nothing there before its person has accepted', async () => {
    const link = await service.newLink();
    const { headers } = await openOnPhone(service, link);
    const before = [
      (await service.call(startLink, { headers, body: {} })).status,
      (await signIn(headers)).body.error_type,
      (await service.call(startOauth, { headers, params: { provider: 'aurora_ring' } })).status,
    ];
    assert.deepEqual(before, [401, 'invalid_token', 401]);
    assert.deepEqual(await connected(link), []);
  });

  it('cannot hand the link over again, or extend it', async () => {
    const link = await service.newLink();
    const { headers } = await goOnOnPhone(service, link);
    assert.equal((await service.call(makeHandoff, { headers, body: {} })).status, 401);
    assert.equal((await service.call(endHandoff, { headers })).status, 401);
    const extended = await service.app.request('/v2/link/extend', { method: 'POST', headers });
    assert.equal(extended.status, 401);
  });

  it('is neither offered nor accepted if the token forbids it', async () => {
    const link = await service.newLink({ handoff: false });
    assert.equal((await state(link)).can_hand_off, false);
    const { status, detail } = await service.call(makeHandoff, { token: link.token, body: {} });
    assert.deepEqual([status, errorType(detail)], [403, 'handoff_not_allowed']);
  });
});

describe('the address that a computer shows', () => {
  it('opens once, and then again only in the browser that opened it', async () => {
    const link = await service.newLink();
    const { code } = await offer(service, link);
    const first = await send(service, 'open', { code });
    assert.equal((await send(service, 'open', { code })).refused, 'handoff_used');
    const again = await send(service, 'open', { code }, { cookie: first.cookie });
    assert.equal(again.session.link_session_id, first.session.link_session_id);
  });

  it('opens for only one of many that try at the same time', async () => {
    const link = await service.newLink();
    const { code } = await offer(service, link);
    const all = await Promise.all(Array.from({ length: 6 }, () => send(service, 'open', { code })));
    assert.deepEqual(all.map(({ refused }) => refused ?? 'opened').toSorted(), [
      ...Array.from({ length: 5 }, () => 'handoff_used'),
      'opened',
    ]);
  });

  it('opens for five minutes, and the question can be answered for five more', async () => {
    const link = await service.newLink();
    const late = await offer(service, link);
    await service.clock.advance(301);
    assert.equal((await send(service, 'open', late)).refused, 'handoff_expired');
    assert.equal((await state(link)).handoff?.state, 'expired');
    const { headers } = await openOnPhone(service, link);
    await service.clock.advance(301);
    assert.equal((await send(service, 'answer', { accept: true }, headers)).refused, 'handoff_not_waiting');
  });

  it('ends with the next address, when it is taken back, and with its session', async () => {
    const link = await service.newLink();
    const [first, second] = [await offer(service, link), await offer(service, link)];
    assert.equal((await send(service, 'open', first)).refused, 'handoff_ended');
    await service.call(endHandoff, { token: link.token });
    assert.equal((await send(service, 'open', second)).refused, 'handoff_ended');
    const third = await offer(service, link);
    await service.signIn(link, 'ok@example.com');
    assert.equal((await send(service, 'open', third)).refused, 'handoff_ended');
    const other = await service.newLink();
    await service.clock.advance(tokenSeconds - 2 * 60);
    const last = await offer(service, other);
    await service.clock.advance(2 * 60);
    assert.equal((await send(service, 'open', last)).refused, 'handoff_ended');
  });

  it('is stored as a hash, and is in no log', async () => {
    const link = await service.newLink();
    const { code, headers } = await openOnPhone(service, link);
    const rows = JSON.stringify(await service.deps.db.selectFrom('link_handoff').selectAll().execute());
    const secret = headers.cookie.split('=')[1] ?? '';
    for (const hidden of [code, secret]) {
      assert.ok(hidden.length === 43);
      assert.ok(!rows.includes(hidden));
      assert.ok(!service.logged().includes(hidden));
    }
  });

  it('cannot be guessed: wrong codes count for their sender’s address, and addresses for their session', async () => {
    const limited = await startTestService({ RATE_LIMIT_PER_MINUTE: '20' });
    const statuses: number[] = [];
    for (let times = 0; times < 25; times++)
      statuses.push((await send(limited, 'open', { code: 'x'.repeat(43) })).status);
    assert.deepEqual([statuses[0], statuses.at(-1)], [409, 429]);
    await limited.stop();
    const link = await service.newLink();
    let made = 0;
    while (made < 40 && (await service.call(makeHandoff, { token: link.token, body: {} })).status === 200)
      made++;
    assert.equal(made, 30);
  });

  it('can be opened only by our own page', async () => {
    const link = await service.newLink();
    const { code } = await offer(service, link);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const { status, cookie } = await send(service, 'open', { code }, headers);
      assert.deepEqual([status, cookie], [403, ''], JSON.stringify(headers));
    }
    const { headers } = await openOnPhone(service, link);
    const forged = { ...headers, origin: 'https://evil.example' };
    assert.equal((await send(service, 'answer', { accept: true }, forged)).status, 401);
    const preflight = await service.app.request('/v2/link/handoff/open', { method: 'OPTIONS' });
    assert.equal(preflight.headers.get('access-control-allow-origin'), null);
  });

  it('is made only for pages that the token allows, and names no other page', async () => {
    const link = await service.newLink({ allowed_origins: ['https://app.example.com'] });
    const ask = (headers: Record<string, string>, body = {}) =>
      service.call(makeHandoff, { token: link.token, headers, body });
    assert.equal((await ask({ origin: 'https://evil.example' })).status, 403);
    const ours = { origin: service.deps.publicUrl };
    assert.equal((await ask(ours, { origin: 'https://evil.example' })).status, 403);
    assert.equal((await ask(ours, { origin: 'https://app.example.com' })).status, 200);
    const free = await service.newLink();
    // Only our own page may name another page.
    const lie = { origin: 'https://bank.example' };
    const made = await service.call(makeHandoff, {
      token: free.token,
      body: lie,
      headers: { origin: 'https://evil.example' },
    });
    const opened = await send(service, 'open', { code: codeOf(made.body.handoff_url) });
    assert.equal(opened.session.handoff?.['origin'], 'https://evil.example');
  });
});

describe('a phone that was sent away', () => {
  it('can do nothing more, even during a sign-in', async () => {
    const link = await service.newLink();
    const { headers } = await goOnOnPhone(service, link);
    assert.equal((await signIn(headers, 'sms@example.com')).body.state, 'pending_provider_mfa');
    const { body } = await service.call(endHandoff, { token: link.token });
    assert.deepEqual([body.state, body.handoff?.state], ['started', 'ended']);
    assert.equal((await stateOn(headers)).refused, 'invalid_token');
    const params = { provider: 'quartz_scale' };
    const late = await service.call(completeMfa, { headers, params, body: { mfa_code: '123456' } });
    assert.equal(late.body.error_type, 'invalid_token');
    assert.deepEqual(await connected(link), []);
    // The computer continues.
    assert.equal((await service.signIn(link, 'ok@example.com')).body.state, 'success');
  });

  it('makes no connection by a late answer of its provider', async () => {
    const link = await service.newLink();
    const { headers } = await goOnOnPhone(service, link);
    const asked = signIn(headers, 'slow@example.com');
    const wait = await service.waiting();
    await service.call(endHandoff, { token: link.token });
    wait.finish();
    assert.equal((await asked).status, 409);
    assert.deepEqual(await connected(link), []);
    assert.equal((await state(link)).state, 'started');
  });

  it('is also sent away when the computer tries by itself, even if that fails', async () => {
    const link = await service.newLink();
    const { headers } = await goOnOnPhone(service, link);
    const { body } = await service.signIn(link, 'nobody@example.com');
    assert.equal(body.error_type, 'provider_credential_error');
    assert.equal((await state(link)).handoff?.state, 'ended');
    assert.equal((await signIn(headers)).body.error_type, 'invalid_token');
    assert.deepEqual(await connected(link), []);
  });

  it('is also sent away if its own person refuses', async () => {
    const link = await service.newLink();
    const { headers } = await goOnOnPhone(service, link);
    await send(service, 'answer', { accept: false }, headers);
    assert.equal((await state(link)).handoff?.state, 'declined');
    assert.equal((await stateOn(headers)).status, 401);
  });

  it('keeps the connection that it made', async () => {
    const link = await service.newLink();
    const { headers } = await goOnOnPhone(service, link);
    await signIn(headers);
    assert.equal((await service.call(endHandoff, { token: link.token })).body.state, 'success');
    assert.equal((await stateOn(headers)).body.state, 'success');
  });

  it('works for its own session only', async () => {
    const [one, two] = [await service.newLink(), await service.newLink()];
    const [mine, other] = [await goOnOnPhone(service, one), await goOnOnPhone(service, two)];
    const mixed = { ...mine.headers, 'x-svc-link-session': other.headers['x-svc-link-session'] };
    assert.equal((await stateOn(mixed)).status, 401);
    const own = { ...mine.headers, 'x-svc-link-session': one.sessionId };
    assert.equal((await stateOn(own)).status, 401);
    const team = await service.newTeam();
    const foreign = await service.newLink({}, team.apiKey);
    const { headers } = await goOnOnPhone(service, foreign);
    await signIn(headers);
    assert.deepEqual([await connected(one), (await state(one)).state], [[], 'started']);
  });
});
