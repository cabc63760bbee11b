// What the caller of a session may do, decided by the row alone; and the cookie that identifies a browser.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { Hono } from 'hono';
import { bindBrowser, readBrowser } from '../../src/link/browser-cookie.js';
import { cookieName } from '../../src/http/secret-cookie.js';
import { ApiError } from '../../src/http/errors.js';
import { hash, isHashOf, mint } from '../../src/crypto/hash.js';
import { requireSession, sessionFor, tryProblem, useProblem } from '../../src/link/credential.js';
import { connectProblem, isConsumed, usageProblem } from '../../src/link/sessions.js';
import type { LinkSessionRow } from '../../src/link/session-row.js';

const now = new Date('2026-05-01T12:00:00Z');
const later = new Date(now.getTime() + 1);

const row = (more: Partial<LinkSessionRow> = {}): LinkSessionRow =>
  // Only the columns that decide.
  ({
    state: 'started',
    started_via: null,
    expires_at: later,
    comes_home: false,
    redirect_url: null,
    return_url: null,
    on_error: 'stay',
    on_close: 'stay',
    ...more,
  }) as LinkSessionRow;

describe('a session', () => {
  for (const [name, session, use, connect] of [
    ['that there is none of', undefined, 'invalid_token', 'invalid_token'],
    ['that was made', row({ state: 'created' }), undefined, 'token_not_validated'],
    ['that was started', row(), undefined, undefined],
    ['that waits for a code', row({ state: 'pending_provider_mfa' }), undefined, undefined],
    ['whose try failed', row({ state: 'error' }), undefined, undefined],
    ['that connected', row({ state: 'success' }), 'token_consumed', 'token_consumed'],
    ['to be confirmed', row({ state: 'pending_confirmation' }), 'token_consumed', 'token_consumed'],
    ['that ends now', row({ expires_at: now }), 'token_expired', 'token_expired'],
    ['that ended unused', row({ state: 'created', expires_at: now }), 'token_expired', 'token_expired'],
    [
      'that connected and ended',
      row({ state: 'success', expires_at: now }),
      'token_consumed',
      'token_consumed',
    ],
  ] as const)
    it(`${name} answers ${use ?? 'its state'}, and ${connect ?? 'connects'}`, () => {
      assert.equal(usageProblem(session, now), use);
      assert.equal(connectProblem(session, now), connect);
      for (const byBrowser of [true, false]) {
        assert.equal(useProblem({ session, byBrowser }, now), use);
        assert.equal(tryProblem({ session, byBrowser }, now), connect);
      }
      assert.equal(session !== undefined && isConsumed(session), use === 'token_consumed');
    });

  it('from an address works only in the browser that started it', () => {
    const session = row({ started_via: 'link' });
    for (const problemOf of [useProblem, tryProblem]) {
      assert.equal(problemOf({ session, byBrowser: false }, now), 'token_consumed');
      assert.equal(problemOf({ session, byBrowser: true }, now), undefined);
      const onPage = row({ started_via: 'page' });
      assert.equal(problemOf({ session: onPage, byBrowser: false }, now), undefined);
    }
    const ended = row({ started_via: 'link', expires_at: now });
    assert.equal(useProblem({ session: ended, byBrowser: false }, now), 'token_expired');
  });

  it('is returned if the caller has no problem, and is 401 otherwise', () => {
    const session = row({ state: 'created' });
    const asked = { session, byBrowser: false };
    assert.equal(requireSession(asked, useProblem, now), session);
    for (const [given, problemOf, code] of [
      [asked, tryProblem, 'token_not_validated'],
      [{ session: undefined, byBrowser: true }, useProblem, 'invalid_token'],
      [{ session: undefined, byBrowser: true }, () => undefined, 'invalid_token'],
    ] as const)
      assert.throws(
        () => requireSession(given, problemOf, now),
        (error: unknown) => {
          assert.ok(error instanceof ApiError);
          const { error_type } = error.detail as unknown as { error_type: string };
          assert.deepEqual([error.status, error_type], [401, code]);
          return true;
        },
      );
  });

  it('returns to the page in the browser that a form brought here, and in no other', () => {
    const home = { on_error: 'redirect', on_close: 'redirect' } as const;
    const posted = row({ comes_home: true, return_url: 'https://shop.example/' });
    assert.deepEqual(sessionFor({ byBrowser: true }, posted), {
      ...posted,
      ...home,
      redirect_url: 'https://shop.example/',
    });
    const named = { ...posted, redirect_url: 'https://app.example/' };
    assert.deepEqual(sessionFor({ byBrowser: true }, named), { ...named, ...home });
    assert.equal(sessionFor({ byBrowser: false }, posted), posted);
    const stays = row({ return_url: 'https://shop.example/' });
    assert.equal(sessionFor({ byBrowser: true }, stays), stays);
  });
});

describe('a secret', () => {
  it('matches its own hash, and no other', () => {
    const secret = mint('sk_');
    assert.match(secret, /^sk_[\w-]{43}$/);
    assert.notEqual(mint('sk_'), secret);
    assert.equal(hash('abc')[0], 0xba);
    assert.ok(isHashOf(secret, hash(secret)));
    for (const kept of [null, new Uint8Array(), hash(secret).subarray(1), hash('other')])
      assert.ok(!isHashOf(secret, kept));
  });
});

describe('the cookie of a browser', () => {
  const [https, http] = ['https://link.example', 'http://127.0.0.1:8787'];
  const kept = 'A'.repeat(43);
  const app = (publicUrl: string) =>
    new Hono()
      .get('/read', (c) => c.text(readBrowser(c, publicUrl, 'svc-link-session') ?? 'none'))
      .get('/bind', (c) => c.text(bindBrowser(c, publicUrl, 'svc-link-session')));
  const ask = async (path: string, publicUrl: string, cookie?: string) => {
    const answer = await app(publicUrl).request(path, { headers: cookie === undefined ? {} : { cookie } });
    return { text: await answer.text(), cookie: answer.headers.get('set-cookie') };
  };

  it('is bound to the exact host if it is Secure', () => {
    assert.equal(cookieName(https, 'svc-link-oauth'), '__Host-svc-link-oauth');
    assert.equal(cookieName(http, 'svc-link-oauth'), 'svc-link-oauth');
    assert.equal(cookieName('http://a.example/?https:', 'svc-link-oauth'), 'svc-link-oauth');
  });

  it('is read only if it is one of ours', async () => {
    assert.equal((await ask('/read', http, `svc-link-session=${kept}`)).text, kept);
    assert.equal((await ask('/read', https, `__Host-svc-link-session=${kept}`)).text, kept);
    for (const cookie of [
      undefined,
      `svc-link-oauth=${kept}`,
      `__Host-svc-link-session=${kept}`,
      `svc-link-session=${kept}A`,
      `svc-link-session=${kept.slice(1)}`,
      `svc-link-session=.${kept}`,
      `svc-link-session=${kept}.`,
      `svc-link-session=${kept.replace('A', '.')}`,
    ])
      assert.equal((await ask('/read', http, cookie)).text, 'none', cookie);
    assert.equal((await ask('/read', https, `svc-link-session=${kept}`)).text, 'none');
  });

  it('is given to a browser that has none, and its time is renewed if there is one', async () => {
    const rest = 'Max-Age=14400; Path=/; HttpOnly';
    const { text, cookie } = await ask('/bind', http);
    assert.match(text, /^[\w-]{43}$/);
    assert.equal(cookie, `svc-link-session=${text}; ${rest}; SameSite=Lax`);
    const again = await ask('/bind', http, `svc-link-session=${kept}`);
    assert.deepEqual(again, { text: kept, cookie: `svc-link-session=${kept}; ${rest}; SameSite=Lax` });
    const secure = await ask('/bind', https);
    assert.equal(secure.cookie, `__Host-svc-link-session=${secure.text}; ${rest}; Secure; SameSite=Lax`);
  });
});
