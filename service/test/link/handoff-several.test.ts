// A phone in a link for several connections. It makes one connection, and is sent away as in any other link.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  endHandoff,
  linkWithPassword,
  listUserProviders,
  readLinkState,
  startOauth,
} from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import { errorType } from '../support/error-type.js';
import { goOnOnPhone, send } from '../support/phone.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Headers = Readonly<Record<string, string>>;
const signIn = (headers: Headers, provider: string) =>
  service.call(linkWithPassword, {
    headers,
    params: { provider },
    body: { username: 'ok@example.com', password: 'good-password' },
  });
const refusal = async (headers: Headers, provider = 'solstice_ring') =>
  (await signIn(headers, provider)).body.error_type;
const state = async ({ token }: StartedLink) => (await service.call(readLinkState, { token })).body;
const connected = async ({ userId }: StartedLink) =>
  (
    await service.call(listUserProviders, { params: { user_id: userId }, apiKey: sandboxKeys.apiKey })
  ).body.providers
    .map(({ slug }) => slug)
    .toSorted();

/** A link that has connected a provider on the computer and then continues on a phone. */
async function handedOver() {
  const link = await service.newLink({ multiple: true });
  await service.signIn(link, 'ok@example.com');
  return { link, ...(await goOnOnPhone(service, link)) };
}

describe('a phone in a link for several connections', () => {
  it('sees nothing of the computer’s connections, and makes one more', async () => {
    const { link, headers, session } = await handedOver();
    assert.deepEqual(
      [session.state, session.provider, session.connected, session.consent],
      ['started', null, false, null],
    );
    assert.equal((await signIn(headers, 'solstice_ring')).body.state, 'success');
    const { body } = await service.call(readLinkState, { headers });
    assert.deepEqual([body.state, body.provider], ['success', 'solstice_ring']);
    assert.deepEqual(await connected(link), ['quartz_scale', 'solstice_ring']);
  });

  it('can do nothing more after it was taken back, before its own try or during it', async () => {
    const idle = await handedOver();
    const { body } = await service.call(endHandoff, { token: idle.link.token });
    assert.deepEqual([body.handoff?.state, body.state], ['ended', 'success']);
    assert.equal(await refusal(idle.headers), 'invalid_token');
    assert.deepEqual(await connected(idle.link), ['quartz_scale']);

    const busy = await handedOver();
    const asked = service.call(linkWithPassword, {
      headers: busy.headers,
      params: { provider: 'solstice_ring' },
      body: { username: 'slow@example.com', password: 'good-password' },
    });
    const wait = await service.waiting();
    await service.call(endHandoff, { token: busy.link.token });
    wait.finish();
    assert.equal((await asked).status, 409);
    assert.deepEqual(await connected(busy.link), ['quartz_scale']);
  });

  it('shows as declined if its own person refused', async () => {
    const { link, headers } = await handedOver();
    await send(service, 'answer', { accept: false }, headers);
    assert.equal((await state(link)).handoff?.state, 'declined');
    assert.equal(await refusal(headers), 'invalid_token');
  });

  it('connects only once, also after the computer has gone on', async () => {
    const { link, headers } = await handedOver();
    await signIn(headers, 'solstice_ring');
    assert.equal(await refusal(headers, 'solstice_ring'), 'token_consumed');
    const params = { provider: 'aurora_ring' };
    const { status, detail } = await service.call(startOauth, { headers, params });
    assert.deepEqual([status, errorType(detail)], [401, 'token_consumed']);
    // It may still report the connection that it made.
    assert.equal((await service.call(endHandoff, { token: link.token })).body.state, 'success');
    assert.equal((await service.call(readLinkState, { headers })).body.state, 'success');
    await service.signIn(link, 'bad@example.com');
    assert.equal(await refusal(headers), 'invalid_token');
    assert.deepEqual(await connected(link), ['quartz_scale', 'solstice_ring']);
  });
});
