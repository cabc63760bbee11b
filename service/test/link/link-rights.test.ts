// Who may continue a link session, decided by the database alone.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { Hono } from 'hono';
import { after } from '../../src/work/clock.js';
import { transact } from '../../src/db/index.js';
import { ApiError, refusal } from '../../src/http/errors.js';
import { hash } from '../../src/crypto/hash.js';
import { countRequest, findByCredential, sessionIdOf } from '../../src/link/credential.js';
import { beginAttempt, findByToken, lockSession } from '../../src/link/sessions.js';
import { startSession, type Binding } from '../../src/link/start.js';
import { createRateLimiter, limitRate } from '../../src/http/rate-limit.js';
import { openLinkRows, refused, type LinkRows } from '../support/link-rows.js';
import type { Env } from '../../src/http/env.js';
import type { LinkSessionRow } from '../../src/link/session-row.js';

const now = new Date('2026-05-01T12:00:00Z');
let rows: LinkRows;
beforeAll(async () => {
  rows = await openLinkRows(now);
});
afterAll(() => rows.close());

const browser = 'B'.repeat(43);

describe('the session of a request', () => {
  const publicUrl = 'https://link.example';
  const ask = async (headers: Record<string, string>, more: { token?: string; perMinute?: number } = {}) => {
    const app = new Hono<Env>();
    if (more.perMinute !== undefined) app.use(limitRate(createRateLimiter(more.perMinute)));
    app.get('/', async (c) => {
      const tools = { db: rows.db, publicUrl };
      const asked = await ('token' in more
        ? findByCredential(c, tools, more.token)
        : findByCredential(c, tools));
      return c.json([asked.session?.id ?? null, asked.byBrowser, sessionIdOf(c) ?? null]);
    });
    app.onError((error) => {
      if (!(error instanceof ApiError)) throw error;
      return refusal(error.status, error.detail);
    });
    const answer = await app.request('/', { headers });
    const body = (await answer.json()) as { detail: { error_type: string; error_message: string } };
    return answer.status === 200 ? body : [answer.status, body.detail.error_type, body.detail.error_message];
  };
  const byToken = (token: string, origin?: string) => ({
    'x-svc-link-token': token,
    ...(origin !== undefined && { origin }),
  });
  const byCookie = (id: string, value = browser) => ({
    'x-svc-link-session': id,
    cookie: `__Host-svc-link-session=${value}`,
  });

  it('is the session of its token, which a header or the body contains', async () => {
    const { token, session } = await rows.newSession();
    const other = await rows.newSession();
    assert.deepEqual(await ask(byToken(token)), [session.id, false, null]);
    assert.deepEqual(await ask(byToken(other.token), { token }), [session.id, false, null]);
    assert.deepEqual(await ask({}, { token }), [session.id, false, null]);
    for (const none of [{}, byToken(''), byToken('lt_nothing'), byToken(session.id)])
      assert.deepEqual(await ask(none), [null, false, null]);
    assert.equal((await findByToken(rows.db, token))?.id, session.id);
    assert.equal(await findByToken(rows.db, undefined), undefined);
  });

  it('is for allowed pages only, as far as the browser names the page', async () => {
    const { token, session } = await rows.newSession({ allowed_origins: '["https://shop.example"]' });
    for (const origin of ['https://shop.example', publicUrl, undefined])
      assert.deepEqual(await ask(byToken(token, origin)), [session.id, false, null]);
    const said = [403, 'origin_not_allowed', 'The page is not one of the allowed_origins of the link token.'];
    for (const origin of ['https://evil.example', 'null'])
      assert.deepEqual(await ask(byToken(token, origin)), said);
    assert.deepEqual(await ask(byToken('lt_x', 'https://evil.example')), [null, false, null]);
    const free = await rows.newSession();
    assert.deepEqual(await ask(byToken(free.token, 'https://evil.example')), [free.session.id, false, null]);
  });

  it('is the session that our own page names, in the browser that the session is bound to', async () => {
    const { token, session } = await rows.newSession({ browser_hash: hash(browser) });
    const unbound = await rows.newSession();
    const { id } = session;
    for (const headers of [
      byCookie(id),
      { ...byCookie(id), origin: publicUrl, 'sec-fetch-site': 'same-origin' },
      { ...byCookie(id), ...byToken(unbound.token) },
    ])
      assert.deepEqual(await ask(headers), [id, true, id]);
    assert.deepEqual(await ask(byCookie(id.toUpperCase())), [id, true, id.toUpperCase()]);
    for (const headers of [
      byCookie(id, 'A'.repeat(43)),
      byCookie(unbound.session.id),
      { ...byCookie(id), cookie: '' },
      { ...byCookie(id), origin: 'https://evil.example' },
      { ...byCookie(id), 'sec-fetch-site': 'cross-site' },
      { ...byCookie(randomUUID()) },
      { ...byCookie('me') },
      { ...byCookie(''), ...byToken(token) },
    ])
      assert.deepEqual(await ask(headers), [null, true, headers['x-svc-link-session']]);
  });

  it('is counted; without a session its address is counted', async () => {
    const { token, session } = await rows.newSession({ browser_hash: hash(browser) });
    const known = [byToken(token), byCookie(session.id)];
    const unknown = [
      byToken('lt_x'),
      byCookie(session.id, 'A'.repeat(43)),
      byCookie('me'),
      byCookie(`phone-${session.id}`),
    ];
    for (const headers of [...known, ...unknown]) {
      const [status, type] = (await ask(headers, { perMinute: 0 })) as string[];
      assert.deepEqual([status, type], [429, 'rate_limited'], JSON.stringify(headers));
    }
    assert.deepEqual(await ask({}, { perMinute: 0 }), [null, false, null]);
    const counted: string[] = [];
    const limiter = {
      perMinute: 9,
      count: (caller: string) => (counted.push(caller), { remaining: 1, reset: 1 }),
    };
    const app = new Hono<Env>().use(limitRate(limiter)).get('/', (c) => {
      countRequest(session, true);
      countRequest(session, false);
      countRequest(undefined, true);
      countRequest(undefined, false);
      return c.text('');
    });
    await app.request('/');
    const [first, second, third, ...more] = counted;
    assert.deepEqual([first, second, more], [session.id, session.id, []]);
    assert.match(String(third), /^from /);
  });
});

describe('a start', () => {
  const start = (
    { id }: LinkSessionRow,
    binding: Binding | null = null,
    { byBrowser = false, at = now }: { byBrowser?: boolean; at?: Date } = {},
  ) => transact(rows.db, (tx) => startSession(tx, id, at, { byBrowser, binding }));
  const steps = ({ id }: LinkSessionRow) =>
    rows.db.selectFrom('link_step').select(['step', 'day']).where('session_id', '=', id).execute();
  const later = after(now, 60);

  it('begins a session once, and records this once', async () => {
    const { session } = await rows.newSession({ state: 'created', started_on: null });
    const started = await start(session, null, { at: later });
    assert.deepEqual(started, { ...session, state: 'started', started_on: later });
    assert.deepEqual(await start(session, null, { at: after(now, 120) }), started);
    assert.deepEqual(await rows.read(session.id), started);
    assert.deepEqual(await steps(session), [{ step: 'opened', day: '2026-05-01' }]);
  });

  it('binds the browser that sends it, and stores where that browser came from', async () => {
    const { session } = await rows.newSession({ state: 'created', started_on: null });
    const first = await start(session, { browser, via: 'page' });
    const bound = { browser_hash: hash(browser), started_via: 'page', comes_home: false, return_url: null };
    assert.deepEqual(first, { ...session, state: 'started', started_on: now, ...bound });
    const other = { browser: 'C'.repeat(43), via: 'page' } as const;
    const home = { returnUrl: 'https://shop.example/' };
    const second = await start(session, { ...other, home }, { at: later });
    assert.deepEqual(second, {
      ...first,
      browser_hash: hash(other.browser),
      comes_home: true,
      return_url: home.returnUrl,
    });
    const third = await start(session, { ...other, home: { returnUrl: null } });
    assert.deepEqual([third.comes_home, third.return_url], [true, null]);
    assert.equal((await start(session, other)).comes_home, false);
    assert.equal((await steps(session)).length, 1);
  });

  it('from an address works in one browser only, forever', async () => {
    const { session } = await rows.newSession({ state: 'created', started_on: null });
    const mine = { browser, via: 'link' } as const;
    assert.equal((await start(session, mine)).started_via, 'link');
    assert.equal((await start(session, mine)).started_via, 'link');
    assert.equal((await start(session, { browser, via: 'page' })).started_via, 'link');
    assert.equal((await start(session, null, { byBrowser: true })).started_via, 'link');
    for (const binding of [
      null,
      { browser: 'C'.repeat(43), via: 'link' },
      { browser: 'C'.repeat(43), via: 'page' },
    ] as const)
      await assert.rejects(start(session, binding), refused(401, 'token_consumed'));
    assert.deepEqual((await rows.read(session.id)).browser_hash, hash(browser));
  });

  it('from an address cannot take over a session that a page has started, except in its own browser', async () => {
    const { session } = await rows.newSession();
    await assert.rejects(start(session, { browser, via: 'link' }), refused(401, 'token_consumed'));
    await start(session, { browser, via: 'page' });
    assert.equal((await start(session, { browser, via: 'link' })).started_via, 'link');
  });

  it('is refused if the token no longer works', async () => {
    const { session } = await rows.newSession();
    await assert.rejects(start(session, null, { at: session.expires_at }), refused(401, 'token_expired'));
    const used = await rows.newSession({ state: 'success' });
    await assert.rejects(start(used.session, { browser, via: 'page' }), refused(401, 'token_consumed'));
  });
});

describe('a try', () => {
  const begin = (id: string, at = now) =>
    transact(rows.db, async (tx) => beginAttempt(tx, await lockSession(tx, id), 'quartz_scale', at, null));
  const addAttempt = (session_id: string) =>
    rows.db
      .insertInto('oauth_attempt')
      .values({
        id: randomUUID(),
        session_id,
        provider: 'aurora_ring',
        ticket_hash: createHash('sha256').update(randomUUID()).digest(),
        attempt: 1,
        created_on: now,
        expires_at: now,
      })
      .execute();
  const superseded = async (session_id: string) =>
    (
      await rows.db
        .selectFrom('oauth_attempt')
        .select('superseded')
        .where('session_id', '=', session_id)
        .execute()
    ).map((attempt) => attempt.superseded);

  it('supersedes everything before it in its session', async () => {
    const { session } = await rows.newSession({
      state: 'pending_provider_mfa',
      provider: 'aurora_ring',
      attempt: 7,
      error_type: 'x',
      challenge: Buffer.from('x'),
      challenge_expires_at: now,
      wrong_codes: 3,
    });
    const other = await rows.newSession();
    for (const { id } of [session, session, other.session]) await addAttempt(id);
    const begun = await begin(session.id);
    assert.deepEqual(begun, {
      ...session,
      state: 'started',
      provider: 'quartz_scale',
      attempt: 8,
      error_type: null,
      challenge: null,
      challenge_expires_at: null,
      wrong_codes: 0,
    });
    assert.deepEqual(await rows.read(session.id), begun);
    assert.deepEqual(await rows.read(other.session.id), other.session);
    assert.deepEqual(await superseded(session.id), [true, true]);
    assert.deepEqual(await superseded(other.session.id), [false]);
    const noted = await rows.db
      .selectFrom('link_step')
      .select(['step', 'provider'])
      .where('session_id', '=', session.id)
      .execute();
    assert.deepEqual(noted, [{ step: 'provider_chosen', provider: 'quartz_scale' }]);
  });

  it('is limited to a hundred, and refused if the token cannot connect', async () => {
    const last = await rows.newSession({ attempt: 99 });
    assert.equal((await begin(last.session.id)).attempt, 100);
    await assert.rejects(begin(last.session.id, after(now, 3590)), refused(429, 'rate_limited', '10'));
    const fresh = await rows.newSession({ state: 'created' });
    await assert.rejects(begin(fresh.session.id), refused(401, 'token_not_validated'));
    const old = await rows.newSession({ expires_at: now });
    await assert.rejects(begin(old.session.id), refused(401, 'token_expired'));
    assert.deepEqual(await rows.read(old.session.id), old.session);
  });
});
