import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { advanceClock, completeMfa } from 'svc-link/contract';
import { challengeSeconds } from '../../src/link/challenge.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';
import { connectionsOf, rowOf, stateOf } from './link-reads.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const provider = 'quartz_scale';
const sendCode = (link: StartedLink, mfa_code: string, slug = provider) =>
  service.call(completeMfa, { params: { provider: slug }, token: link.token, body: { mfa_code } });

describe('a code', () => {
  // spec 2.12.3, 2.12.4, 3.2.1, 4.10.4
  it('comes by SMS or email, with a hint, and connects', async () => {
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
        provider_id: (await rowOf(service, link)).provider_account,
        redirect_url: null,
        link_session_id: link.sessionId,
        attempt: 1,
        error_type: null,
        error: null,
        consent: null,
      });
      assert.equal((await connectionsOf(service, link.userId)).length, 1);
      assert.equal((await rowOf(service, link)).challenge, null);
    }
  });

  // spec 3.2.2, 7.5
  it('can be tried again if it is wrong', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    const wrong = await sendCode(link, '000000');
    assert.deepEqual([wrong.body.state, wrong.body.error_type], ['error', 'incorrect_mfa_code']);
    assert.match(String(wrong.body.error), /\w/);
    assert.equal((await stateOf(service, link)).state, 'pending_provider_mfa');
    assert.equal((await sendCode(link, '123456')).body.state, 'success');
  });

  it('ends the challenge when it is wrong for the fifth time', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    const answers = await Promise.all(['1', '2', '3', '4', '5'].map((code) => sendCode(link, code)));
    // PostgreSQL returns them in any order.
    assert.deepEqual(answers.map(({ body }) => body.error_type).sort(), [
      ...Array<string>(4).fill('incorrect_mfa_code'),
      'provider_credential_error',
    ]);
    assert.equal((await rowOf(service, link)).challenge, null);
    assert.equal((await sendCode(link, '123456')).body.error_type, 'provider_credential_error');
    assert.equal((await stateOf(service, link)).error_type, 'provider_credential_error');
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
    assert.equal((await stateOf(service, link)).provider_mfa?.method, 'email');
    assert.equal((await sendCode(link, '123456')).body.error_type, 'incorrect_mfa_code');
    assert.equal((await sendCode(link, '654321')).body.state, 'success');
  });

  it('may come by a method that no client knows', async () => {
    const link = await service.newLink();
    const { body } = await service.signIn(link, 'carrier-pigeon@example.com');
    assert.equal(body.provider_mfa?.method, 'carrier-pigeon');
    assert.equal((await sendCode(link, '123456')).body.state, 'success');
  });

  it('is accepted for ten minutes, and then the credentials are deleted', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    assert.ok((await rowOf(service, link)).challenge);
    await service.call(advanceClock, { body: { advance_seconds: challengeSeconds - 5 } });
    assert.equal((await stateOf(service, link)).state, 'pending_provider_mfa');
    await service.call(advanceClock, { body: { advance_seconds: 6 } });
    const session = await stateOf(service, link);
    assert.deepEqual([session.state, session.error_type], ['error', 'provider_credential_error']);
    assert.equal((await rowOf(service, link)).challenge, null);
    assert.equal((await sendCode(link, '123456')).body.error_type, 'provider_credential_error');
  });

  it('has only the rest of the ten minutes if it is a further one', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'twice@example.com');
    await service.clock.advance(challengeSeconds - 5);
    assert.equal((await sendCode(link, '123456')).body.provider_mfa?.method, 'email');
    await service.clock.advance(6);
    assert.equal((await sendCode(link, '654321')).body.error_type, 'provider_credential_error');
    assert.equal((await rowOf(service, link)).challenge, null);
    // A new sign-in starts the ten minutes again.
    await service.signIn(link, 'twice@example.com');
    await sendCode(link, '123456');
    assert.equal((await sendCode(link, '654321')).body.state, 'success');
  });

  it('is refused when it comes too late, even before the sweep has run', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    await service.clock.advance(challengeSeconds + 1);
    assert.equal((await sendCode(link, '123456')).body.error_type, 'provider_credential_error');
    assert.equal((await rowOf(service, link)).challenge, null);
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
    assert.equal((await connectionsOf(service, link.userId)).length, 1);
  });

  // spec 4.10.2, 5.1, 5.8
  it('needs a link token, and an API key is not accepted', async () => {
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
  it('refuses a body that does not follow the schema', async () => {
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
