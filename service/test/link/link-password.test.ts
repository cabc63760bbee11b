import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { linkErrorTypes, linkWithPassword, listProviders } from 'svc-link/contract';
import { tokenSeconds } from '../../src/link/sessions.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';
import { connectionsOf, rowOf, stateOf } from './link-reads.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const provider = 'quartz_scale';
const post = async (link: StartedLink, username: string, signal?: AbortSignal) =>
  service.app.request(`/v2/link/provider/password/${provider}`, {
    method: 'POST',
    headers: { 'x-svc-link-token': link.token },
    body: JSON.stringify({ username, password: 'good-password' }),
    ...(signal && { signal }),
  });

describe('a password', () => {
  // spec 2.12.1, 2.12.2, 2.12.7
  it('ok@ connects and uses up the token', async () => {
    const link = await service.newLink({ redirect_url: 'https://app.example.com/done' });
    const { status, body } = await service.signIn(link, 'ok@example.com');
    assert.equal(status, 200);
    const [connection] = await connectionsOf(service, link.userId);
    assert.equal(connection?.slug, provider);
    assert.equal(connection?.status, 'connected');
    assert.deepEqual(body, {
      state: 'success',
      provider,
      connected: true,
      provider_id: (await rowOf(service, link)).provider_account,
      redirect_url: 'https://app.example.com/done',
      link_session_id: link.sessionId,
      attempt: 1,
      error_type: null,
      error: null,
      consent: null,
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
    assert.equal((await connectionsOf(service, link.userId)).length, 1);
  });

  // spec 2.12.1, 2.12.2, 2.12.3, 2.12.7, 7.5
  it('that is wrong, or an unknown user name, is provider_credential_error and keeps the token', async () => {
    const redirect_url = 'https://app.example.com/done';
    const link = await service.newLink({ redirect_url });
    let attempt = 0;
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
          attempt: ++attempt,
          error_type: 'provider_credential_error',
          error: '',
          consent: null,
        },
        username,
      );
    }
    assert.equal((await service.signIn(link, 'ok@example.com')).body.state, 'success');
  });

  // spec 2.12.5
  it('error-NAME@ answers with that error, whether it is known or not', async () => {
    service.allowed.add('moon_phase_wrong');
    for (const name of [...linkErrorTypes, 'moon_phase_wrong']) {
      const link = await service.newLink();
      const { status, body } = await service.signIn(link, `error-${name}@example.com`);
      assert.deepEqual([status, body.state, body.error_type], [200, 'error', name]);
      const session = await stateOf(service, link);
      assert.deepEqual([session.state, session.error_type, session.attempt], ['error', name, 1]);
    }
  });

  it('status-NNN@ answers with that status', async () => {
    for (const status of [400, 401, 403, 404, 409, 422, 429, 500, 503]) {
      const link = await service.newLink();
      const answer = await service.signIn(link, `status-${status}@example.com`);
      assert.equal(answer.status, status);
      assert.equal(typeof answer.detail, 'string');
      assert.equal(answer.headers.get('retry-after'), status === 429 ? '30' : null);
      assert.equal((await stateOf(service, link)).state, 'started');
    }
  });

  it('status-502@ answers with a page', async () => {
    const response = await post(await service.newLink(), 'status-502@example.com');
    assert.equal(response.status, 502);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(await response.text(), /<h1>/);
  });

  it('garbage@ answers with something that is not a link result', async () => {
    const response = await post(await service.newLink(), 'garbage@example.com');
    assert.equal(response.status, 200);
    assert.equal(linkWithPassword.response.safeParse(await response.json()).success, false);
  });

  it('slow@ takes 20 seconds, and its result is stored even if the client has left', async () => {
    const link = await service.newLink();
    const leaving = new AbortController();
    const answer = post(link, 'slow@example.com', leaving.signal);
    const wait = await service.waiting();
    assert.equal(wait.milliseconds, 20_000);
    assert.equal((await stateOf(service, link)).state, 'started');
    leaving.abort();
    wait.finish();
    await answer;
    const session = await stateOf(service, link);
    assert.deepEqual([session.state, session.attempt], ['success', 1]);
  });

  it('hang@ never answers, and ends when the client leaves', async () => {
    const link = await service.newLink();
    const leaving = new AbortController();
    const answer = post(link, 'hang@example.com', leaving.signal);
    let answered = false;
    void answer.then(() => (answered = true));
    while ((await stateOf(service, link)).attempt === 0);
    assert.equal(answered, false);
    leaving.abort();
    assert.equal((await answer).status, 503);
    assert.equal((await service.signIn(link, 'ok@example.com')).body.state, 'success');
  });

  it('shared@ is always the same account, which is refused if the token rejects duplicates', async () => {
    const first = await service.newLink({ reject_duplicate_connection: true });
    assert.equal((await service.signIn(first, 'shared@example.com')).body.state, 'success');

    const strict = await service.newLink({ reject_duplicate_connection: true });
    const refused = await service.signIn(strict, 'shared@example.com');
    assert.deepEqual([refused.body.state, refused.body.error_type], ['error', 'duplicate_connection']);
    assert.deepEqual(await connectionsOf(service, strict.userId), []);

    const same = await service.newLink({ user_id: first.userId, reject_duplicate_connection: true });
    assert.equal((await service.signIn(same, 'shared@example.com')).body.state, 'success');
    const lenient = await service.newLink();
    assert.equal((await service.signIn(lenient, 'shared@example.com')).body.state, 'success');
  });

  it('works in one region if the provider has regions', async () => {
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

  // spec 7.5
  it('answers a bad token with a link result', async () => {
    const created = await service.newToken();
    const old = await service.newLink();
    assert.equal((await service.signIn(created, 'ok@example.com')).body.error_type, 'token_not_validated');
    await service.clock.advance(tokenSeconds);
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

  it('works only for password providers that the token offers', async () => {
    const link = await service.newLink({ filter_on_providers: ['zephyr_bed'] });
    const to = async (slug: string) =>
      (await service.signIn(link, 'ok@example.com', { provider: slug })).status;
    assert.deepEqual(
      [await to('aurora_ring'), await to('nobody'), await to('quartz_scale'), await to('zephyr_bed')],
      [422, 422, 404, 200],
    );
  });

  it('refuses a body that does not follow the schema', async () => {
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
    assert.equal((await stateOf(service, link)).attempt, 0);
  });

  it('answers an earlier try that the token is used up, if a later one has connected', async () => {
    const link = await service.newLink();
    const slow = service.signIn(link, 'slow@example.com');
    const wait = await service.waiting();
    await service.signIn(link, 'ok@example.com', { provider: 'zephyr_bed' });
    wait.finish();
    const { status, body } = await slow;
    assert.deepEqual(
      [status, body.state, body.provider, body.error_type, body.connected],
      [200, 'error', provider, 'token_consumed', false],
    );
    assert.equal((await stateOf(service, link)).provider, 'zephyr_bed');
  });

  it('completes only the later of two tries, whichever answer comes first', async () => {
    const link = await service.newLink();
    const slow = service.signIn(link, 'slow@example.com');
    const wait = await service.waiting();
    const { body } = await service.signIn(link, 'sms@example.com', { provider: 'zephyr_bed' });
    assert.equal(body.state, 'pending_provider_mfa');
    wait.finish();
    const late = await slow;
    assert.equal(late.status, 409);
    assert.equal((late.detail as { error_type: string }).error_type, 'attempt_superseded');
    const session = await stateOf(service, link);
    assert.deepEqual(
      [session.state, session.provider, session.attempt],
      ['pending_provider_mfa', 'zephyr_bed', 2],
    );
    assert.deepEqual(await connectionsOf(service, link.userId), []);
    // The answer came too late, but it was not a refusal.
    const { refused_sign_ins } = await service.deps.db
      .selectFrom('link_session')
      .select('refused_sign_ins')
      .where('id', '=', link.sessionId)
      .executeTakeFirstOrThrow();
    assert.equal(refused_sign_ins, 0);
  });
});
