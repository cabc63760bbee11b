// A phone with `confirm: "host"`. Its person types six digits on the computer, and only the computer's page gets the code.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  advanceClock,
  confirmLinkSession,
  linkWithPassword,
  listUserProviders,
  readLinkState,
  sendHandoffNumber,
} from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import { errorType } from '../support/error-type.js';
import { openOnPhone, send } from '../support/phone.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;
const state = async ({ token }: StartedLink) => (await service.call(readLinkState, { token })).body;
const type = async ({ token }: StartedLink, number: string) => {
  const { status, detail, body } = await service.call(sendHandoffNumber, { token, body: { number } });
  return { status, refused: status === 200 ? undefined : errorType(detail), body };
};
const signIn = (headers: Readonly<Record<string, string>>) =>
  service.call(linkWithPassword, {
    headers,
    params: { provider: 'quartz_scale' },
    body: { username: 'ok@example.com', password: 'good-password' },
  });
const codesOf = async ({ sessionId }: StartedLink) =>
  (
    await service.deps.db
      .selectFrom('link_handoff')
      .select('confirm_code')
      .where('session_id', '=', sessionId)
      .execute()
  ).map(({ confirm_code }) => confirm_code);
const wrongOf = (number: string) => String((Number(number) + 1) % 1_000_000).padStart(6, '0');

describe('a phone whose connection the team confirms', () => {
  it('goes on only after its number was typed on the computer', async () => {
    const link = await service.newLink({ confirm: 'host' });
    const { headers, number } = await openOnPhone(service, link);
    assert.match(number, /^\d{6}$/);
    const seen = await state(link);
    assert.equal(seen.handoff?.needs_number, true);
    assert.ok(!JSON.stringify(seen).includes(number));
    const accepted = await send(service, 'answer', { accept: true }, headers);
    assert.equal(accepted.refused, 'handoff_number_needed');
    assert.equal((await signIn(headers)).body.error_type, 'invalid_token');
    assert.deepEqual(await type(link, wrongOf(number)), {
      status: 400,
      refused: 'handoff_number_wrong',
      body: undefined,
    });
    assert.equal(
      (await type(link, `${number.slice(0, 3)} ${number.slice(3)}`)).body.handoff?.state,
      'accepted',
    );
    assert.equal((await type(link, number)).refused, 'handoff_not_waiting');
    assert.equal((await signIn(headers)).body.state, 'success');
  });

  it('is sent away after three wrong numbers', async () => {
    const link = await service.newLink({ confirm: 'host' });
    const { headers, number } = await openOnPhone(service, link);
    for (let times = 0; times < 3; times++)
      assert.equal((await type(link, wrongOf(number))).refused, 'handoff_number_wrong');
    assert.equal((await type(link, number)).refused, 'handoff_not_waiting');
    assert.equal((await state(link)).handoff?.state, 'ended');
    assert.equal((await service.call(readLinkState, { headers })).status, 401);
  });

  it('gives its code to the page that handed the link over, and to nobody else', async () => {
    const link = await service.newLink({ confirm: 'host' });
    const { headers, number } = await openOnPhone(service, link);
    await type(link, number);
    const result = (await signIn(headers)).body;
    const onPhone = (await service.call(readLinkState, { headers })).body;
    for (const told of [result, onPhone]) assert.equal(told.confirm_code, undefined);
    assert.deepEqual([result.state, result.connected], ['success', false]);
    const { confirm_code, state: ended } = await state(link);
    assert.equal(ended, 'pending_confirmation');
    assert.match(confirm_code ?? '', /^[\w-]{43}$/);
    const stored = JSON.stringify(await service.deps.db.selectFrom('link_handoff').selectAll().execute());
    assert.ok(!stored.includes(confirm_code ?? ''));
    const params = { link_session_id: link.sessionId };
    const body = { confirm_code: confirm_code ?? '' };
    assert.equal((await service.call(confirmLinkSession, { apiKey, params, body })).status, 200);
    assert.equal((await state(link)).confirm_code, undefined);
    const { providers } = (
      await service.call(listUserProviders, { apiKey, params: { user_id: link.userId } })
    ).body;
    assert.deepEqual(
      providers.map(({ slug }) => slug),
      ['quartz_scale'],
    );
  });

  it('loses its code once the computer has gone on', async () => {
    const link = await service.newLink({ confirm: 'host' });
    const { headers, number } = await openOnPhone(service, link);
    await type(link, number);
    await signIn(headers);
    const { confirm_code: old } = await state(link);
    assert.match(old ?? '', /^[\w-]{43}$/);
    // The team's server did not confirm in time.
    await service.call(advanceClock, { body: { advance_seconds: 61 } });
    assert.equal((await state(link)).state, 'error');
    assert.deepEqual(await codesOf(link), [null]);
    // An earlier version kept the code.
    const { secrets, db } = service.deps;
    const { id } = await db
      .selectFrom('link_handoff')
      .select('id')
      .where('session_id', '=', link.sessionId)
      .executeTakeFirstOrThrow();
    const confirm_code = secrets.seal('handoff-confirm', id, old ?? '');
    const keep = () => db.updateTable('link_handoff').set({ confirm_code }).where('id', '=', id).execute();
    await keep();
    const { body } = await service.signIn(link, 'ok@example.com');
    assert.deepEqual(await codesOf(link), [null]);
    await keep();
    const { state: now, ...seen } = await state(link);
    assert.deepEqual([now, seen.confirm_code], ['pending_confirmation', undefined]);
    assert.notEqual(body.confirm_code, old);
  });

  it('leaves no code behind after its team has confirmed', async () => {
    const link = await service.newLink({ confirm: 'host' });
    const { headers, number } = await openOnPhone(service, link);
    await type(link, number);
    await signIn(headers);
    const confirm_code = (await state(link)).confirm_code ?? '';
    assert.equal((await codesOf(link)).length, 1);
    assert.notDeepEqual(await codesOf(link), [null]);
    const params = { link_session_id: link.sessionId };
    await service.call(confirmLinkSession, { apiKey, params, body: { confirm_code } });
    assert.deepEqual(await codesOf(link), [null]);
  });

  it('leaves the code of another browser to that browser', async () => {
    const link = await service.newLink({ confirm: 'host' });
    const { number } = await openOnPhone(service, link);
    await type(link, number);
    // Another person has the token, but not the phone.
    const { body } = await service.signIn(link, 'ok@example.com');
    assert.match(body.confirm_code ?? '', /^[\w-]{43}$/);
    assert.equal((await state(link)).confirm_code, undefined);
  });
});
