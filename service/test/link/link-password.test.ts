import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  advanceClock,
  completeMfa,
  linkErrorTypes,
  linkWithPassword,
  listProviders,
  listUserProviders,
  readLinkState,
} from 'svc-link/contract';
import { challengeSeconds } from '../../src/link/challenge.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const provider = 'quartz_scale';
const sendCode = (link: StartedLink, mfa_code: string, slug = provider) =>
  service.call(completeMfa, { params: { provider: slug }, token: link.token, body: { mfa_code } });
const state = async (link: StartedLink) => (await service.call(readLinkState, { token: link.token })).body;
const connections = async (userId: string) =>
  (await service.call(listUserProviders, { params: { user_id: userId }, apiKey: sandboxKeys.apiKey })).body
    .providers;
const row = (link: StartedLink) =>
  service.deps.db
    .selectFrom('link_session')
    .selectAll()
    .where('id', '=', link.sessionId)
    .executeTakeFirstOrThrow();

describe('a password', () => {
  // spec 2.12.1, 2.12.2, 2.12.7
  it('ok@ connects, and the token is used', async () => {
    const link = await service.newLink({ redirect_url: 'https://app.example.com/done' });
    const { status, body } = await service.signIn(link, 'ok@example.com');
    assert.equal(status, 200);
    const [connection] = await connections(link.userId);
    assert.equal(connection?.slug, provider);
    assert.equal(connection?.status, 'connected');
    assert.deepEqual(body, {
      state: 'success',
      provider,
      connected: true,
      provider_id: (await row(link)).provider_account,
      redirect_url: 'https://app.example.com/done',
      link_session_id: link.sessionId,
      error_type: null,
      error: null,
    });
    const again = await service.signIn(link, 'ok@example.com');
    assert.deepEqual(
      [again.status, again.body.state, again.body.error_type],
      [200, 'error', 'token_consumed'],
    );
  });

  it('ok@ again replaces the connection', async () => {
    const link = await service.newLink();
    const connectionIds = () =>
      service.deps.db.selectFrom('connection').select('id').where('user_id', '=', link.userId).execute();
    await service.signIn(link, 'ok@example.com');
    const [first] = await connectionIds();
    const again = await service.newLink({ user_id: link.userId });
    await service.signIn(again, 'ok@example.com');
    const [second, ...more] = await connectionIds();
    assert.notEqual(second?.id, first?.id);
    assert.deepEqual(more, []);
    assert.equal((await connections(link.userId)).length, 1);
  });

  // spec 2.12.1, 2.12.2, 2.12.3, 2.12.7, 7.5
  it('that is wrong, or a name that is unknown, is provider_credential_error and keeps the token', async () => {
    const redirect_url = 'https://app.example.com/done';
    const link = await service.newLink({ redirect_url });
    for (const [username, password] of [
      ['ok@example.com', 'bad'],
      ['ok@example.com', ''],
      ['nobody@example.com', 'good'],
      ['ok', 'good'],
      ['', 'good'],
      ['constructor@example.com', 'good'],
    ] as const) {
      const { status, body } = await service.signIn(link, username, { password });
      assert.equal(status, 200);
      assert.match(String(body.error), /^The provider refused/);
      assert.deepEqual(
        { ...body, error: '' },
        {
          state: 'error',
          provider,
          connected: false,
          provider_id: null,
          redirect_url,
          link_session_id: link.sessionId,
          error_type: 'provider_credential_error',
          error: '',
        },
        username,
      );
    }
    assert.equal((await service.signIn(link, 'ok@example.com')).body.state, 'success');
  });

  // spec 2.12.5
  it('error-NAME@ answers that error, whether it is known or not', async () => {
    service.allowed.add('moon_phase_wrong');
    for (const name of [...linkErrorTypes, 'moon_phase_wrong']) {
      const link = await service.newLink();
      const { status, body } = await service.signIn(link, `error-${name}@example.com`);
      assert.deepEqual([status, body.state, body.error_type], [200, 'error', name]);
      const session = await state(link);
      assert.deepEqual([session.state, session.error_type, session.attempt], ['error', name, 1]);
    }
  });

  it('status-NNN@ answers that status', async () => {
    for (const status of [400, 401, 403, 404, 409, 422, 429, 500, 503]) {
      const link = await service.newLink();
      const answer = await service.signIn(link, `status-${status}@example.com`);
      assert.equal(answer.status, status);
      assert.equal(typeof answer.detail, 'string');
      assert.equal(answer.headers.get('retry-after'), status === 429 ? '30' : null);
      assert.equal((await state(link)).state, 'started');
    }
  });

  it('status-502@ answers a page', async () => {
    const response = await post(await service.newLink(), 'status-502@example.com');
    assert.equal(response.status, 502);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(await response.text(), /<h1>/);
  });

  it('garbage@ answers what is no link result', async () => {
    const response = await post(await service.newLink(), 'garbage@example.com');
    assert.equal(response.status, 200);
    assert.equal(linkWithPassword.response.safeParse(await response.json()).success, false);
  });

  it('slow@ takes 20 seconds, and its answer is stored though its client has left', async () => {
    const link = await service.newLink();
    const leaving = new AbortController();
    const answer = post(link, 'slow@example.com', leaving.signal);
    const wait = await service.waiting();
    assert.equal(wait.milliseconds, 20_000);
    assert.equal((await state(link)).state, 'started');
    leaving.abort();
    wait.finish();
    await answer;
    const session = await state(link);
    assert.deepEqual([session.state, session.attempt], ['success', 1]);
  });

  it('hang@ answers nothing, and lets go of a client that leaves', async () => {
    const link = await service.newLink();
    const leaving = new AbortController();
    const answer = post(link, 'hang@example.com', leaving.signal);
    let answered = false;
    void answer.then(() => (answered = true));
    while ((await state(link)).attempt === 0);
    assert.equal(answered, false);
    leaving.abort();
    assert.equal((await answer).status, 503);
    assert.equal((await service.signIn(link, 'ok@example.com')).body.state, 'success');
  });

  it('shared@ is one account: refused where the token rejects it', async () => {
    const first = await service.newLink({ reject_duplicate_connection: true });
    assert.equal((await service.signIn(first, 'shared@example.com')).body.state, 'success');

    const strict = await service.newLink({ reject_duplicate_connection: true });
    const refused = await service.signIn(strict, 'shared@example.com');
    assert.deepEqual([refused.body.state, refused.body.error_type], ['error', 'duplicate_connection']);
    assert.deepEqual(await connections(strict.userId), []);

    const same = await service.newLink({ user_id: first.userId, reject_duplicate_connection: true });
    assert.equal((await service.signIn(same, 'shared@example.com')).body.state, 'success');
    const lenient = await service.newLink();
    assert.equal((await service.signIn(lenient, 'shared@example.com')).body.state, 'success');
  });

  it('works in one region of the providers that have regions', async () => {
    for (const [slug, region, expected] of [
      ['xenon_pump', 'eu', 'success'],
      ['xenon_pump', 'us', 'unsupported_region'],
      ['xenon_pump', undefined, 'unsupported_region'],
      ['yarrow_meter', 'us', 'success'],
      ['yarrow_meter', 'eu', 'unsupported_region'],
      ['yarrow_meter', 'au', 'unsupported_region'],
    ] as const) {
      const link = await service.newLink();
      const { body } = await service.signIn(link, 'ok@example.com', {
        provider: slug,
        ...(region && { region }),
      });
      assert.equal(body.error_type ?? body.state, expected, `${slug} ${region}`);
    }
  });

  it('connects every password provider', async () => {
    const { body } = await service.call(listProviders, { apiKey: sandboxKeys.apiKey });
    const slugs = body.filter(({ auth_type }) => auth_type === 'password').map(({ slug }) => slug);
    assert.equal(slugs.length, 12);
    for (const slug of slugs) {
      const link = await service.newLink();
      const region = { xenon_pump: 'eu', yarrow_meter: 'us' }[slug];
      const { body: result } = await service.signIn(link, 'ok@example.com', {
        provider: slug,
        ...(region && { region }),
      });
      assert.deepEqual([result.state, result.provider], ['success', slug]);
    }
  });

  it('answers a bad token as a link result', async () => {
    const created = await service.newToken();
    const old = await service.newLink();
    assert.equal((await service.signIn(created, 'ok@example.com')).body.error_type, 'token_not_validated');
    await service.clock.advance(3600);
    assert.equal((await service.signIn(old, 'ok@example.com')).body.error_type, 'token_expired');
    const unknown = await service.signIn({ ...old, token: 'lt_unknown' }, 'ok@example.com');
    assert.deepEqual(
      [unknown.status, unknown.body.state, unknown.body.error_type, unknown.body.link_session_id],
      [200, 'error', 'invalid_token', null],
    );
    const missing = await service.call(linkWithPassword, {
      params: { provider },
      body: { username: 'ok@example.com', password: 'good' },
    });
    assert.deepEqual([missing.status, missing.body.error_type], [200, 'invalid_token']);
  });

  it('goes to the providers that sign in so and that the token offers', async () => {
    const link = await service.newLink({ filter_on_providers: ['zephyr_bed'] });
    const to = async (slug: string) =>
      (await service.signIn(link, 'ok@example.com', { provider: slug })).status;
    assert.deepEqual(
      [await to('aurora_ring'), await to('nobody'), await to('quartz_scale'), await to('zephyr_bed')],
      [422, 422, 403, 200],
    );
  });

  it('refuses a body that is not of the schema', async () => {
    const link = await service.newLink();
    for (const body of [
      '',
      '{',
      '{}',
      '{"username":"a","password":1}',
      '{"username":"a\\u0000","password":"good"}',
    ]) {
      const response = await service.app.request(`/v2/link/provider/password/${provider}`, {
        method: 'POST',
        headers: { 'x-svc-link-token': link.token },
        body,
      });
      assert.equal(response.status, 422, body);
    }
    assert.equal((await state(link)).attempt, 0);
  });

  it('answers for the latest of two tries, whatever comes first', async () => {
    const link = await service.newLink();
    const slow = service.signIn(link, 'slow@example.com');
    const wait = await service.waiting();
    const { body } = await service.signIn(link, 'sms@example.com', { provider: 'zephyr_bed' });
    assert.equal(body.state, 'pending_provider_mfa');
    wait.finish();
    const late = await slow;
    assert.equal(late.status, 409);
    assert.equal((late.detail as { error_type: string }).error_type, 'attempt_superseded');
    const session = await state(link);
    assert.deepEqual(
      [session.state, session.provider, session.attempt],
      ['pending_provider_mfa', 'zephyr_bed', 2],
    );
    assert.deepEqual(await connections(link.userId), []);
  });
});

describe('a code', () => {
  // spec 2.12.3, 2.12.4, 3.2.1, 4.10.4
  it('comes by sms or email, with a hint, and connects', async () => {
    for (const method of ['sms', 'email']) {
      const link = await service.newLink();
      const { body } = await service.signIn(link, `${method}@example.com`);
      assert.equal(body.state, 'pending_provider_mfa');
      assert.equal(body.provider_mfa?.method, method);
      assert.ok(body.provider_mfa?.hint);
      assert.deepEqual([body.error_type, body.error], [null, null]);
      const { body: done } = await sendCode(link, '123456');
      assert.deepEqual(done, {
        state: 'success',
        provider,
        connected: true,
        provider_id: (await row(link)).provider_account,
        redirect_url: null,
        link_session_id: link.sessionId,
        error_type: null,
        error: null,
      });
      assert.equal((await connections(link.userId)).length, 1);
      assert.equal((await row(link)).challenge, null);
    }
  });

  // spec 3.2.2
  it('that is wrong can be tried again', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    const wrong = await sendCode(link, '000000');
    assert.deepEqual([wrong.body.state, wrong.body.error_type], ['error', 'incorrect_mfa_code']);
    assert.match(String(wrong.body.error), /\w/);
    assert.equal((await state(link)).state, 'pending_provider_mfa');
    assert.equal((await sendCode(link, '123456')).body.state, 'success');
  });

  it('that is wrong for the fifth time ends the challenge', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    const answers = await Promise.all(['1', '2', '3', '4', '5'].map((code) => sendCode(link, code)));
    // PostgreSQL answers them in an order of its own.
    assert.deepEqual(answers.map(({ body }) => body.error_type).sort(), [
      ...Array<string>(4).fill('incorrect_mfa_code'),
      'provider_credential_error',
    ]);
    assert.equal((await row(link)).challenge, null);
    assert.equal((await sendCode(link, '123456')).body.error_type, 'provider_credential_error');
    assert.equal((await state(link)).error_type, 'provider_credential_error');
    await service.signIn(link, 'sms@example.com');
    assert.equal((await sendCode(link, '123456')).body.state, 'success');
  });

  // spec 3.2.3
  it('is asked for twice by twice@', async () => {
    const link = await service.newLink();
    assert.equal((await service.signIn(link, 'twice@example.com')).body.provider_mfa?.method, 'sms');
    for (const wrong of ['1', '2', '3', '4']) await sendCode(link, wrong);
    const second = await sendCode(link, '123456');
    assert.deepEqual(
      [second.body.state, second.body.provider_mfa?.method],
      ['pending_provider_mfa', 'email'],
    );
    assert.equal((await state(link)).provider_mfa?.method, 'email');
    assert.equal((await sendCode(link, '123456')).body.error_type, 'incorrect_mfa_code');
    assert.equal((await sendCode(link, '654321')).body.state, 'success');
  });

  it('may come in a way that no client knows', async () => {
    const link = await service.newLink();
    const { body } = await service.signIn(link, 'carrier-pigeon@example.com');
    assert.equal(body.provider_mfa?.method, 'carrier-pigeon');
    assert.equal((await sendCode(link, '123456')).body.state, 'success');
  });

  it('is waited for ten minutes, and then the credentials are gone', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    assert.ok((await row(link)).challenge);
    await service.call(advanceClock, { body: { advance_seconds: challengeSeconds - 5 } });
    assert.equal((await state(link)).state, 'pending_provider_mfa');
    await service.call(advanceClock, { body: { advance_seconds: 6 } });
    const session = await state(link);
    assert.deepEqual([session.state, session.error_type], ['error', 'provider_credential_error']);
    assert.equal((await row(link)).challenge, null);
    assert.equal((await sendCode(link, '123456')).body.error_type, 'provider_credential_error');
  });

  it('that comes too late is refused before the sweep has come by', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    await service.clock.advance(challengeSeconds + 1);
    assert.equal((await sendCode(link, '123456')).body.error_type, 'provider_credential_error');
    assert.equal((await row(link)).challenge, null);
  });

  it('belongs to the latest challenge', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    await service.signIn(link, 'sms@example.com', { provider: 'zephyr_bed' });
    assert.equal((await sendCode(link, '123456')).body.error_type, 'provider_credential_error');
    assert.equal((await sendCode(link, '123456', 'zephyr_bed')).body.state, 'success');
  });

  it('connects once, however often it is sent', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    const answers = await Promise.all([1, 2, 3].map(() => sendCode(link, '123456')));
    assert.deepEqual(answers.map(({ body }) => body.error_type ?? body.state).sort(), [
      'success',
      'token_consumed',
      'token_consumed',
    ]);
    assert.equal((await connections(link.userId)).length, 1);
  });

  // spec 4.10.2, 5.1, 5.8
  it('needs a link token; an API key is none', async () => {
    const send = (headers: object) =>
      service.call(completeMfa, { params: { provider }, body: { mfa_code: '1' }, ...headers });
    const missing = await send({});
    assert.deepEqual([missing.status, missing.body.error_type], [200, 'invalid_token']);
    const withKey = await send({ apiKey: sandboxKeys.apiKey });
    assert.equal(withKey.status, 422);
    assert.deepEqual((withKey.detail as { loc: unknown }[])[0]?.loc, ['header', 'x-svc-link-token']);
    assert.equal((await send({ apiKey: 'sk_unknown' })).status, 401);
    assert.equal((await send({ apiKey: sandboxKeys.managementKey })).status, 403);

    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    const inAddress = await service.app.request(
      `/v2/link/provider/password/${provider}/complete_mfa?link_token=${link.token}`,
      { method: 'POST', body: '{"mfa_code": "123456"}' },
    );
    assert.equal(((await inAddress.json()) as { error_type: string }).error_type, 'invalid_token');
    const both = await send({ token: link.token, apiKey: 'sk_unknown', body: { mfa_code: '123456' } });
    assert.equal(both.body.state, 'success');
  });

  // spec 4.10.3
  it('refuses a body that is not of the schema', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    for (const body of [{}, { mfa_code: null }, { mfa_code: 123456 }]) {
      const { status, detail } = await service.call(completeMfa, {
        params: { provider },
        token: link.token,
        body: body as never,
      });
      assert.deepEqual(
        [status, (detail as { loc: unknown }[])[0]?.loc],
        [422, ['body', 'mfa_code']],
        JSON.stringify(body),
      );
    }
    assert.equal((await sendCode(link, '123456')).body.state, 'success');
  });
});

const post = async (link: StartedLink, username: string, signal?: AbortSignal) =>
  service.app.request(`/v2/link/provider/password/${provider}`, {
    method: 'POST',
    headers: { 'x-svc-link-token': link.token },
    body: JSON.stringify({ username, password: 'good-password' }),
    ...(signal && { signal }),
  });
