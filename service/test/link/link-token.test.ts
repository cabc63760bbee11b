import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createLinkToken, isLinkTokenValid, startLink } from 'svc-link/contract';
import { longestTokenSeconds, tokenSeconds } from '../../src/link/sessions.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

describe('POST /v2/link/token', () => {
  let service: TestService;
  let userId: string;
  beforeAll(async () => {
    service = await startTestService();
    userId = await service.newUser();
  });
  afterAll(() => service.stop());

  const ask = (body: object, apiKey: string | undefined = sandboxKeys.apiKey) =>
    service.call(createLinkToken, { apiKey, body: { user_id: userId, ...body } });
  const places = (detail: unknown) => (detail as { loc: unknown[] }[]).map(({ loc }) => loc);

  it('returns a token, a session and the address of the hosted page', async () => {
    const { status, body } = await ask({});
    assert.equal(status, 200);
    assert.match(body.link_token, /^lt_[\w-]{43}$/);
    assert.equal(body.link_web_url, `${service.deps.publicUrl}/link/#link_token=${body.link_token}`);
    const life = Date.parse(body.expires_at) - service.clock.now().getTime();
    assert.ok(Math.abs(life - tokenSeconds * 1000) < 5000, `lives ${life} ms`);
  });

  it('states the lifetime of a token in words, the same in every place', () => {
    const [minutes, hours] = [tokenSeconds / 60, longestTokenSeconds / 3600];
    const inWords = ['', 'one', 'two', 'three', 'four', 'five', 'six'][hours];
    for (const [file, ...says] of [
      ['docs/server.md', `It lasts ${minutes} minutes, and up to ${inWords} hours`],
      ['docs/server.md', `the end ${minutes} minutes later, and at most ${inWords} hours`],
      ['docs/security.md', `for ${minutes} minutes; ${inWords} hours at most`],
      [
        'docs/security.md',
        `more than the ${minutes} minutes`,
        `at most ${inWords} hours after the link was made`,
      ],
      [
        'docs/errors.md',
        `${minutes} minutes have passed since the token was made`,
        `up to ${inWords} hours if`,
      ],
      ['src/contract/link-token.ts', `The token lives ${minutes} minutes`],
      ['src/contract/link-token.ts', `it expires ${minutes} minutes later, but at most ${hours} hours`],
      [
        'service/src/openapi/operations/link-tokens.ts',
        `${minutes} minutes later, and at most ${hours} hours`,
      ],
      ['service/src/link-figures/count-days.ts', `A session lives for ${inWords} hours`],
      ['docs/security.md', `move the end, up to ${inWords} hours`],
      ['docs/console.md', `The address works for ${minutes} minutes, opens in one browser`],
      ['src/client/link-calls.ts', `${minutes} more minutes, up to ${hours} hours after it was made`],
      ['src/contract/provider-health.ts', `ISO 8601: ${minutes} minutes from now`],
      ['src/testing/fake-token.ts', `ISO 8601, ${minutes} minutes from now`],
      ['src/testing/fake-session.ts', `Date.now() + ${minutes} * 60_000`],
      ['test/e2e/waiting.ts', `tokenSeconds = ${minutes} * 60`, `longestTokenSeconds = ${hours} * 3600`],
      ['docs/accessibility.md', `After ${inWords} hours a link ends for good`],
      ['docs/accessibility.md', `fewer than ten times its ${minutes} minutes`],
      [
        'docs/decisions/0010-more-time-by-the-cookie.md',
        `the same ${minutes} minutes`,
        `the same ${inWords} hours`,
      ],
    ] as const) {
      const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').replace(
        /\n\s*(?:\* *)?|\s+/g,
        ' ',
      );
      for (const words of says) assert.ok(text.includes(words), `${file} does not say: ${words}`);
    }
  });

  it('stores only the hash of the token', async () => {
    const { body } = await ask({});
    const row = await service.deps.db
      .selectFrom('link_session')
      .selectAll()
      .where('id', '=', body.link_session_id)
      .executeTakeFirstOrThrow();
    const text = Object.values(row)
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
      .join();
    assert.ok(!text.includes(body.link_token.slice(3)));
  });

  it('needs a team’s key, which is checked before the body', async () => {
    const send = (headers: Record<string, string>) =>
      service.app.request('/v2/link/token', { method: 'POST', headers, body: 'not json' });
    assert.equal((await send({})).status, 401);
    assert.equal((await send({ 'x-svc-api-key': 'sk_unknown' })).status, 401);
    assert.equal((await send({ 'x-svc-api-key': sandboxKeys.managementKey })).status, 403);
    assert.equal((await send({ 'x-svc-api-key': sandboxKeys.apiKey })).status, 422);
  });

  it('knows only the users of its own team', async () => {
    const another = await service.newTeam();
    assert.equal((await ask({}, another.apiKey)).status, 404);
    assert.equal((await ask({ user_id: '11111111-1111-4111-8111-111111111111' })).status, 404);
    const malformed = await ask({ user_id: 'me' });
    assert.equal(malformed.status, 422);
    assert.deepEqual(places(malformed.detail), [['body', 'user_id']]);
  });

  it('H7 applies the rule of redirect URLs, and names it', async () => {
    assert.equal((await ask({ redirect_url: 'https://app.example.com/done?a=1#here' })).status, 200);
    const { status, detail } = await ask({ redirect_url: 'javascript:alert(1)' });
    assert.equal(status, 422);
    const { error_type, rule } = detail as Record<string, unknown>;
    assert.deepEqual([error_type, rule], ['redirect_url_not_allowed', 'scheme']);
  });

  it('keeps origins exact and normalized', async () => {
    const allowed_origins = [
      'https://App.Example.com:443/',
      'https://app.example.com',
      'http://localhost:5173',
    ];
    const { body } = await ask({ allowed_origins });
    const started = await service.call(startLink, {
      body: { link_token: body.link_token, origin: 'https://app.example.com' },
    });
    assert.deepEqual(started.body.session.allowed_origins, [
      'https://app.example.com',
      'http://localhost:5173',
    ]);
  });

  it('names the texts that are not origins', async () => {
    const { status, detail } = await ask({ allowed_origins: ['*', 'https://ok.example', 'null'] });
    assert.equal(status, 422);
    assert.deepEqual(places(detail), [
      ['body', 'allowed_origins', 0],
      ['body', 'allowed_origins', 2],
    ]);
  });

  it('names the unknown providers', async () => {
    const { status, detail } = await ask({ filter_on_providers: ['fjord_band', 'nobody', 'no_one'] });
    assert.equal(status, 422);
    assert.deepEqual(places(detail), [
      ['body', 'filter_on_providers', 1],
      ['body', 'filter_on_providers', 2],
    ]);
    assert.equal((await ask({ provider: 'nobody' })).status, 422);
    assert.equal((await ask({ provider: 'fjord_band', filter_on_providers: ['iris_sleep'] })).status, 422);
    assert.equal((await ask({ provider: 'fjord_band', filter_on_providers: ['fjord_band'] })).status, 200);
  });

  it('refuses values that do not follow the schema', async () => {
    for (const body of [
      { on_error: 'reload' },
      { on_close: true },
      { confirm: 'nobody' },
      { reject_duplicate_connection: 'yes' },
      { allowed_origins: 'https://a.example' },
      { app_name: 'a'.repeat(201) },
      { user_label: 'a'.repeat(201) },
      { app_name: 'a\0b' },
    ]) {
      assert.equal((await ask(body)).status, 422, JSON.stringify(body));
    }
  });

  it('ignores unknown fields and nulls', async () => {
    assert.equal((await ask({ colour: 'blue', provider: null, allowed_origins: null })).status, 200);
  });

  it('tells whether a token can be used', async () => {
    const valid = async (token: string) => (await service.call(isLinkTokenValid, { body: { token } })).body;
    const { token } = await service.newToken();
    assert.deepEqual([(await valid(token)).valid, (await valid(token)).state], [true, 'created']);
    assert.deepEqual(await valid('lt_unknown'), { valid: false, state: null, expires_at: null });
    assert.equal((await service.call(isLinkTokenValid, { body: {} as never })).status, 422);

    const used = await service.newLink();
    await service.signIn(used, 'ok@example.com');
    assert.deepEqual([(await valid(used.token)).valid, (await valid(used.token)).state], [false, 'success']);

    await service.clock.advance(tokenSeconds);
    assert.deepEqual([(await valid(token)).valid, (await valid(token)).state], [false, 'created']);
  });
});
