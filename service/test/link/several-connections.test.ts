import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  createLinkToken,
  deleteUser,
  disconnectProvider,
  extendLinkToken,
  finishLink,
  isLinkTokenValid,
  listUserProviders,
  readLinkSession,
  readLinkState,
  startLink,
} from 'svc-link/contract';
import { tokenSeconds } from '../../src/link/sessions.js';
import { sandboxKeys } from '../../src/server/server.js';
import { errorType } from '../support/error-type.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;
const several = () => service.newLink({ multiple: true });
const state = async ({ token }: StartedLink) => (await service.call(readLinkState, { token })).body;
const report = async ({ sessionId }: StartedLink) =>
  (await service.call(readLinkSession, { params: { link_session_id: sessionId }, apiKey })).body;
const finish = ({ token }: StartedLink) => service.call(finishLink, { token });
const startAgain = ({ token }: StartedLink) => service.call(startLink, { body: { link_token: token } });
const connected = async ({ userId }: StartedLink) =>
  (await service.call(listUserProviders, { params: { user_id: userId }, apiKey })).body.providers.map(
    ({ slug }) => slug,
  );
const said = ({ status, detail }: { status: number; detail: unknown }) => [status, errorType(detail)];
const at = (provider: string) => ({ provider });

describe('a token for several connections', () => {
  it('connects one provider after another, until the person has finished', async () => {
    const link = await several();
    for (const [number, provider] of ['quartz_scale', 'tundra_watch'].entries()) {
      const { body } = await service.signIn(link, 'ok@example.com', at(provider));
      assert.deepEqual([body.state, body.attempt], ['success', number + 1]);
    }
    const { multiple, connections, attempt } = await state(link);
    assert.deepEqual([multiple, attempt], [true, 2]);
    assert.deepEqual(
      connections?.map(({ provider }) => provider),
      ['quartz_scale', 'tundra_watch'],
    );
    assert.equal((await startAgain(link)).status, 200);

    assert.equal((await finish(link)).status, 200);
    assert.deepEqual(said(await startAgain(link)), [401, 'token_consumed']);
    const late = await service.signIn(link, 'ok@example.com', at('umbra_sleep'));
    assert.equal(late.body.error_type, 'token_consumed');
    assert.deepEqual(await connected(link), ['quartz_scale', 'tundra_watch']);
    const end = await state(link);
    assert.deepEqual([end.state, end.provider, end.multiple], ['success', 'tundra_watch', false]);
  });

  it('reports each of them to the team’s server, and whether the user still has it', async () => {
    const link = await several();
    await service.signIn(link, 'ok@example.com');
    await service.signIn(link, 'ok@example.com', at('tundra_watch'));
    await service.call(disconnectProvider, {
      apiKey,
      params: { user_id: link.userId, provider: 'quartz_scale' },
    });
    const { connections } = await report(link);
    assert.deepEqual(
      connections.map(({ provider, connected: is }) => [provider, is]),
      [
        ['quartz_scale', false],
        ['tundra_watch', true],
      ],
    );
    assert.ok(connections.every(({ provider_id }) => provider_id.length > 0));
    assert.deepEqual(
      (await state(link)).connections?.map(({ provider }) => provider),
      ['tundra_watch'],
    );
  });

  it('has only the latest connection of each provider', async () => {
    const link = await several();
    await service.signIn(link, 'ok@example.com');
    await service.signIn(link, 'shared@example.com');
    const { connections } = await report(link);
    assert.equal(connections.length, 1);
    assert.equal(connections[0]?.connected, true);
  });

  it('sends the webhook of each connection', async () => {
    await service.hear();
    const link = await several();
    await service.signIn(link, 'ok@example.com');
    await service.signIn(link, 'ok@example.com', at('tundra_watch'));
    const events = await service.eventsOf(link.userId);
    const created = events.filter(({ event_type }) => event_type === 'provider.connection.created');
    assert.equal(created.length, 2);
  });

  it('continues after a failed try, whose error does not replace an earlier success', async () => {
    const link = await several();
    await service.signIn(link, 'ok@example.com');
    await service.signIn(link, 'error-provider_api_error@example.com', at('tundra_watch'));
    const failed = await state(link);
    assert.deepEqual([failed.state, failed.attempt, failed.connections?.length], ['error', 2, 1]);
    await finish(link);
    const end = await state(link);
    assert.deepEqual([end.state, end.provider, end.error_type], ['success', 'quartz_scale', null]);
  });

  it('makes no connection by a try that is answered after the person has finished', async () => {
    const link = await several();
    await service.signIn(link, 'ok@example.com');
    const late = service.signIn(link, 'slow@example.com', at('tundra_watch'));
    const { finish: answerNow } = await service.waiting();
    await finish(link);
    answerNow();
    const { status, body } = await late;
    assert.deepEqual([status, body.state, body.error_type], [200, 'error', 'token_consumed']);
    assert.deepEqual(await connected(link), ['quartz_scale']);
  });

  it('may finish twice, and stays usable if there was nothing to finish', async () => {
    const link = await several();
    assert.equal((await finish(link)).status, 200);
    assert.equal((await service.signIn(link, 'ok@example.com')).body.state, 'success');
    assert.deepEqual([(await finish(link)).status, (await finish(link)).status], [200, 200]);
  });

  it('ends when it expires, and its connections can still be read', async () => {
    const link = await several();
    await service.signIn(link, 'ok@example.com');
    await service.clock.advance(tokenSeconds + 1);
    assert.deepEqual(said(await startAgain(link)), [401, 'token_expired']);
    const { state: ended, multiple, connections } = await state(link);
    assert.deepEqual([ended, multiple, connections?.length], ['success', false, 1]);
  });

  it('can be extended between two connections', async () => {
    const link = await several();
    await service.signIn(link, 'ok@example.com');
    const { status } = await service.call(extendLinkToken, { apiKey, body: { link_token: link.token } });
    assert.equal(status, 200);
    const { body } = await service.call(isLinkTokenValid, { body: { token: link.token } });
    assert.equal(body.valid, true);
  });

  it('ends with its user, even after a success', async () => {
    const link = await several();
    await service.signIn(link, 'ok@example.com');
    await service.call(deleteUser, { apiKey, params: { user_id: link.userId } });
    const { body } = await service.signIn(link, 'ok@example.com', at('tundra_watch'));
    assert.match(body.error_type ?? '', /^token_/);
  });

  it('cannot be combined with a confirmation', async () => {
    const body = { user_id: await service.newUser(), multiple: true, confirm: 'host' as const };
    assert.deepEqual(said(await service.call(createLinkToken, { apiKey, body })), [
      422,
      'multiple_with_confirm',
    ]);
  });
});

describe('a token for one connection', () => {
  it('is used up by its connection, and has nothing to finish', async () => {
    const link = await service.newLink();
    assert.equal((await finish(link)).status, 200);
    await service.signIn(link, 'ok@example.com');
    assert.deepEqual(said(await startAgain(link)), [401, 'token_consumed']);
    const { multiple, manage, connections } = await state(link);
    assert.deepEqual([multiple, manage, connections], [false, false, null]);
    const made = (await report(link)).connections;
    assert.deepEqual(
      made.map(({ provider, connected: is }) => [provider, is]),
      [['quartz_scale', true]],
    );
  });
});
