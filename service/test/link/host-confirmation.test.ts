import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  advanceClock,
  confirmLinkSession,
  listUserProviders,
  readLinkSession,
  readLinkState,
  startLink,
} from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import { errorType } from '../support/error-type.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;
const confirm = (link: StartedLink, confirm_code: string, key: string = apiKey) =>
  service.call(confirmLinkSession, {
    params: { link_session_id: link.sessionId },
    apiKey: key,
    body: { confirm_code },
  });
const said = ({ status, detail }: { status: number; detail: unknown }) => [status, errorType(detail)];
const state = async ({ token }: StartedLink) => (await service.call(readLinkState, { token })).body;
const report = async ({ sessionId }: StartedLink) =>
  (await service.call(readLinkSession, { params: { link_session_id: sessionId }, apiKey })).body;
const connected = async ({ userId }: StartedLink) =>
  (await service.call(listUserProviders, { params: { user_id: userId }, apiKey })).body.providers.map(
    ({ slug }) => slug,
  );
const wait = (seconds: number) => service.call(advanceClock, { body: { advance_seconds: seconds } });

/** A link whose sign-in the provider accepted, and the code that the browser brought back. */
async function waiting(request: Parameters<TestService['newLink']>[0] = {}, username = 'ok@example.com') {
  const link = await service.newLink({ ...request, confirm: 'host' });
  const { body } = await service.signIn(link, username);
  return { link, result: body, code: body.confirm_code ?? '' };
}
const wrongCode = [400, 'confirm_code_wrong'];
const notWaiting = [409, 'not_waiting_for_confirmation'];

describe('a connection that its team has to confirm', () => {
  it('is made with the code, once', async () => {
    const { link, result, code } = await waiting();
    assert.deepEqual([result.state, result.connected, result.provider_id], ['success', false, null]);
    assert.match(code, /^[\w-]{43}$/);
    assert.equal((await state(link)).state, 'pending_confirmation');
    assert.deepEqual(await connected(link), []);

    const { status, body } = await confirm(link, code);
    assert.deepEqual([status, body.state, body.connected, body.user_id], [200, 'success', true, link.userId]);
    assert.deepEqual(await connected(link), ['quartz_scale']);
    assert.deepEqual(said(await confirm(link, code)), notWaiting);
  });

  it('is not made with a wrong code, nor with another session’s code', async () => {
    const [one, two] = [await waiting(), await waiting()];
    for (const code of [
      '',
      'guess',
      two.code,
      one.code.slice(1),
      `${one.code} `,
      one.code.toLowerCase() + 'x',
    ]) {
      assert.deepEqual(said(await confirm(one.link, code)), wrongCode, code);
    }
    assert.deepEqual(said(await confirm(two.link, one.code)), wrongCode);
    assert.deepEqual([...(await connected(one.link)), ...(await connected(two.link))], []);
    assert.equal((await confirm(one.link, one.code)).status, 200);
  });

  it('can be confirmed by its own team only', async () => {
    const { link, code } = await waiting();
    for (const [key, status] of [
      [(await service.newTeam()).apiKey, 404],
      [sandboxKeys.managementKey, 403],
      ['sk_nobody', 401],
      [link.token, 401],
      ['', 401],
    ] as const)
      assert.equal((await confirm(link, code, key)).status, status);
    assert.deepEqual(await connected(link), []);
  });

  it('is deleted after a minute, with its code', async () => {
    const { link, code } = await waiting();
    await wait(61);
    assert.deepEqual(said(await confirm(link, code)), notWaiting);
    const { state: ended, error_type } = await state(link);
    assert.deepEqual([ended, error_type], ['error', 'user_cancelled']);
    const row = await service.deps.db
      .selectFrom('link_session')
      .select(['pending_connection', 'confirm_hash'])
      .where('id', '=', link.sessionId)
      .executeTakeFirstOrThrow();
    assert.deepEqual(row, { pending_connection: null, confirm_hash: null });
    assert.deepEqual(await connected(link), []);
  });

  it('needs the code of the latest try', async () => {
    const { link, code } = await waiting();
    await wait(61);
    const again = await service.signIn(link, 'ok@example.com');
    assert.deepEqual(said(await confirm(link, code)), wrongCode);
    assert.equal((await confirm(link, again.body.confirm_code ?? '')).status, 200);
  });

  it('does not wait before the provider has accepted, nor if the token does not ask for it', async () => {
    const link = await service.newLink({ confirm: 'host' });
    assert.deepEqual(said(await confirm(link, 'guess')), notWaiting);
    const plain = await service.newLink();
    const { body } = await service.signIn(plain, 'ok@example.com');
    assert.ok(!('confirm_code' in body));
    assert.deepEqual(said(await confirm(plain, 'guess')), notWaiting);
  });

  it('is refused at the confirmation if another user linked the account meanwhile', async () => {
    const username = 'shared@example.com';
    const { link, code } = await waiting({ reject_duplicate_connection: true }, username);
    await service.signIn(await service.newLink(), username);
    const { body } = await confirm(link, code);
    assert.deepEqual([body.state, body.error_type], ['error', 'duplicate_connection']);
    assert.deepEqual(await connected(link), []);
  });

  it('has a code that only the browser that finished gets', async () => {
    const { link, code } = await waiting({ redirect_url: 'https://app.example.com/done' });
    const seen = JSON.stringify([await state(link), await report(link)]);
    assert.ok(!seen.includes(code));
    assert.doesNotMatch(seen, /confirm_(?:code|hash)/);
    assert.ok(!service.logged().includes(code));
  });
});

describe('a link that one person made and another opened', () => {
  it('connects nothing, even if the first person knows its token, its session and its redirect', async () => {
    // The link is for the first person's user. The second person signs in at the provider with their own account.
    const { link, code } = await waiting({ redirect_url: 'https://app.example.com/done' });

    // The redirect led the second person to the team, where they are signed in as another user.
    const secondUser = await service.newUser();
    assert.notEqual((await report(link)).user_id, secondUser);

    // The first person repeats the redirect with everything that they can know.
    const { link_session_id, provider } = await state(link);
    for (const guess of [link_session_id, provider ?? '', link.token, 'success', ''])
      assert.deepEqual(said(await confirm(link, guess)), wrongCode, guess);
    assert.deepEqual(said(await service.call(startLink, { body: { link_token: link.token } })), [
      401,
      'token_consumed',
    ]);

    await wait(61);
    assert.deepEqual(said(await confirm(link, code)), notWaiting);
    assert.deepEqual(await connected(link), []);
    assert.deepEqual(await connected({ ...link, userId: secondUser }), []);
  });
});
