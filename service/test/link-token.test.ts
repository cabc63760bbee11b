import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLinkToken, isLinkTokenValid, startLink } from 'svc-link/contract';
import { normalizeOrigin } from '../src/link-token-rules.js';
import { sandboxKeys } from '../src/server.js';
import { startTestService, type TestService } from './test-service.js';

describe('POST /v2/link/token', () => {
  let service: TestService;
  let userId: string;
  before(async () => {
    service = await startTestService();
    userId = await service.newUser();
  });
  after(() => service.stop());

  const ask = (body: object, apiKey: string | undefined = sandboxKeys.apiKey) =>
    service.call(createLinkToken, { apiKey, body: { user_id: userId, ...body } });
  const places = (detail: unknown) => (detail as { loc: unknown[] }[]).map(({ loc }) => loc);

  it('answers a token, a session and the address of the hosted page', async () => {
    const { status, body } = await ask({});
    assert.equal(status, 200);
    assert.match(body.link_token, /^lt_[\w-]{43}$/);
    assert.equal(body.link_web_url, `${service.deps.publicUrl}/link/#link_token=${body.link_token}`);
    const life = Date.parse(body.expires_at) - service.clock.now().getTime();
    assert.ok(Math.abs(life - 3_600_000) < 5000, `lives ${life} ms`);
  });

  it('stores the token as a hash only', async () => {
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

  it('is for a key of a team, checked before the body', async () => {
    const send = (headers: Record<string, string>) =>
      service.app.request('/v2/link/token', { method: 'POST', headers, body: 'not json' });
    assert.equal((await send({})).status, 401);
    assert.equal((await send({ 'x-svc-api-key': 'sk_unknown' })).status, 401);
    assert.equal((await send({ 'x-svc-api-key': sandboxKeys.managementKey })).status, 403);
    assert.equal((await send({ 'x-svc-api-key': sandboxKeys.apiKey })).status, 422);
  });

  it('knows the users of its own team only', async () => {
    const another = await service.newTeam();
    assert.equal((await ask({}, another.apiKey)).status, 404);
    assert.equal((await ask({ user_id: '11111111-1111-4111-8111-111111111111' })).status, 404);
    const malformed = await ask({ user_id: 'me' });
    assert.equal(malformed.status, 422);
    assert.deepEqual(places(malformed.detail), [['body', 'user_id']]);
  });

  it('H7 takes the redirect URLs that a browser may be sent to', async () => {
    for (const redirect_url of [
      'https://app.example.com/done?a=1#here',
      'http://localhost:3000/done',
      'http://127.0.0.1/',
      'http://[::1]:8080/x',
      'com.example.app:/linked',
      'com.example.app://linked?x=1',
      'HTTPS://app.example.com/done',
      'https://xn--bcher-kva.example/caf%C3%A9',
      'https://app.example.com/?next=javascript:alert(1)',
    ]) {
      assert.equal((await ask({ redirect_url })).status, 200, redirect_url);
    }
  });

  it('H7 names the rule that a redirect URL breaks', async () => {
    for (const [redirect_url, rule] of [
      ['http://app.example.com/', 'loopback'],
      ['http://127.0.0.1.example.com/', 'loopback'],
      ['http://localhost.example.com/', 'loopback'],
      ['http://localhost@evil.example/', 'user_info'],
      ['http://127.0.0.1@evil.example/', 'user_info'],
      ['http://10.0.0.1/', 'loopback'],
      ['javascript:alert(1)', 'scheme'],
      ['JaVaScRiPt:alert(1)', 'scheme'],
      ['javascript://app.example.com/%0aalert(1)', 'scheme'],
      ['\tjavascript:alert(1)', 'absolute'],
      ['java\tscript:alert(1)', 'absolute'],
      ['javascript&colon;alert(1)', 'absolute'],
      ['DATA:text/html,x', 'scheme'],
      ['view-source:https://app.example.com/', 'scheme'],
      ['filesystem:https://app.example.com/x', 'scheme'],
      ['ws://app.example.com/', 'scheme'],
      ['ftp://app.example.com/', 'scheme'],
      ['INTENT://x#Intent;scheme=https;end', 'scheme'],
      ['tel:112', 'app_scheme'],
      ['market://details', 'app_scheme'],
      ['data:text/html,x', 'scheme'],
      ['blob:https://app.example.com/1', 'scheme'],
      ['file:///etc/passwd', 'scheme'],
      ['intent://x#Intent;end', 'scheme'],
      ['vbscript:x', 'scheme'],
      ['about:blank', 'scheme'],
      ['myapp://linked', 'app_scheme'],
      ['https://user:secret@app.example.com/', 'user_info'],
      ['com.example.app://user:secret@linked', 'user_info'],
      ['https://app.example.com@evil.example/', 'user_info'],
      ['https://@evil.example/', 'absolute'],
      ['//evil.example/', 'absolute'],
      ['\\\\evil.example\\', 'absolute'],
      ['https:\\\\evil.example', 'absolute'],
      ['https://app.example.com\\@evil.example/', 'absolute'],
      ['https://', 'absolute'],
      ['/done', 'absolute'],
      ['', 'absolute'],
      ['https://app.example.com/a b', 'absolute'],
      ['java\nscript:alert(1)', 'absolute'],
      ['https:app.example.com', 'absolute'],
      ['https:///app.example.com', 'absolute'],
      ['https://app.example.com/caf\u00e9', 'ascii'],
      ['https://b\u00fccher.example/', 'ascii'],
      ['https://app.example.com/\u0001', 'ascii'],
      [`https://app.example.com/${'a'.repeat(2048)}`, 'length'],
    ]) {
      const { status, detail } = await ask({ redirect_url });
      assert.equal(status, 422, redirect_url);
      const { error_type, rule: named } = detail as Record<string, unknown>;
      assert.deepEqual([error_type, named], ['redirect_url_not_allowed', rule], redirect_url);
    }
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

  it('names the rule that an origin breaks', async () => {
    for (const [origin, rule] of [
      ['*', 'wildcard'],
      ['https://*', 'wildcard'],
      ['https://*.example.com', 'wildcard'],
      ['https://app.example.com:*', 'wildcard'],
      ['null', 'opaque'],
      ['', 'absolute'],
      ['/', 'absolute'],
      ['app.example.com', 'absolute'],
      ['//app.example.com', 'absolute'],
      ['https:app.example.com', 'absolute'],
      ['https:/app.example.com', 'absolute'],
      ['https:///app.example.com', 'absolute'],
      ['https:\\\\app.example.com', 'absolute'],
      ['https://', 'absolute'],
      ['capacitor://', 'absolute'],
      [' https://app.example.com', 'absolute'],
      ['https://app.example.com https://b.example', 'absolute'],
      ['https://a\n.example', 'absolute'],
      ['https://app.example.com:99999', 'absolute'],
      ['https://app.example.com:1x', 'absolute'],
      ['https://[::1', 'absolute'],
      ['https://a.example/path', 'path'],
      ['https://a.example//', 'path'],
      ['https://a.example?x', 'path'],
      ['https://a.example?', 'path'],
      ['https://a.example/#', 'path'],
      ['https://u:p@a.example', 'user_info'],
      ['https://@a.example', 'user_info'],
      ['javascript:1', 'scheme'],
      ['JavaScript://a.example', 'scheme'],
      ['data:text/html,x', 'scheme'],
      ['blob:https://a.example/1', 'scheme'],
      ['about:blank', 'scheme'],
      ['file:///x', 'scheme'],
      ['ws://a.example', 'scheme'],
      ['https://a.example;script-src', 'host'],
      ["capacitor://a';x", 'host'],
      ['capacitor://a,b', 'host'],
    ] as const) {
      const { status, detail } = await ask({ allowed_origins: ['https://ok.example', origin] });
      assert.equal(status, 422, origin);
      const [place] = detail as { loc: unknown[]; type: string }[];
      assert.deepEqual(
        [place?.loc, place?.type],
        [['body', 'allowed_origins', 1], `origin_${rule}`],
        JSON.stringify(origin),
      );
      assert.equal(normalizeOrigin(origin), undefined);
    }
    const { detail } = await ask({ allowed_origins: ['*', 'https://ok.example', 'null'] });
    assert.deepEqual(places(detail), [
      ['body', 'allowed_origins', 0],
      ['body', 'allowed_origins', 2],
    ]);
    assert.equal(
      (await ask({ allowed_origins: Array.from({ length: 51 }, (_, n) => `https://a${n}.example`) })).status,
      422,
    );
  });

  it('takes an origin as browsers write it', () => {
    for (const [text, origin] of [
      ['https://B\u00fccher.example', 'https://xn--bcher-kva.example'],
      ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
      ['http://[0:0::1]:5173', 'http://[::1]:5173'],
      ['http://127.0.0.1:80/', 'http://127.0.0.1'],
      ['https://my_app.example:8443', 'https://my_app.example:8443'],
      ['capacitor://localhost', 'capacitor://localhost'],
      ['ionic://localhost:8100', 'ionic://localhost:8100'],
    ] as const)
      assert.equal(normalizeOrigin(text), origin);
  });

  it('names the providers that it does not know', async () => {
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

  it('refuses values that are not of the schema', async () => {
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

  it('ignores fields that it does not know, and nulls', async () => {
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

    await service.clock.advance(3600);
    assert.deepEqual([(await valid(token)).valid, (await valid(token)).state], [false, 'created']);
  });
});
