import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { deleteUser, extendLinkToken, isLinkTokenValid, readLinkState, startLink } from 'svc-link/contract';
import { errorType } from '../support/error-type.js';
import { Browser, newLink, oauthUrl, sessionRow, startOauthService } from '../support/oauth-service.js';
import { longestTokenSeconds, tokenSeconds } from '../../src/link/sessions.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;
const minutes = 60;
/** How often a token can be extended until its longest lifetime is reached. */
const extensions = Math.ceil(longestTokenSeconds / tokenSeconds) - 1;

describe('POST /v2/link/token/extend', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const extend = (token: string, key = apiKey) =>
    service.call(extendLinkToken, { apiKey: key, body: { link_token: token } });
  const refused = async (...asked: Parameters<typeof extend>) => {
    const { status, detail } = await extend(...asked);
    return [status, errorType(detail)];
  };
  /** The times of a link in seconds after it was made. */
  async function timesOf({ sessionId }: Pick<StartedLink, 'sessionId'>) {
    const { created_on } = await service.deps.db
      .selectFrom('link_session')
      .select('created_on')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    return (end: string) => (Date.parse(end) - created_on.getTime()) / 1000;
  }

  it('moves the end of a token by its lifetime, up to the limit after it was made', async () => {
    const link = await service.newLink();
    const after = await timesOf(link);
    const ends: number[] = [];
    for (let times = 0; times <= extensions; times++)
      ends.push(after((await extend(link.token)).body.expires_at));
    const before = Array.from({ length: extensions - 1 }, (_, times) => (times + 2) * tokenSeconds);
    assert.deepEqual(ends, [...before, longestTokenSeconds, longestTokenSeconds]);
  });

  it('keeps the session as it is, with its token', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    await service.clock.advance(tokenSeconds - 10 * minutes);
    const before = (await service.call(readLinkState, { token: link.token })).body;
    const { body } = await extend(link.token);
    const state = (await service.call(readLinkState, { token: link.token })).body;
    assert.deepEqual(state, { ...before, expires_at: body.expires_at });
    await service.clock.advance(20 * minutes);
    const { body: valid } = await service.call(isLinkTokenValid, { body: { token: link.token } });
    assert.deepEqual([valid.valid, valid.expires_at], [true, body.expires_at]);
    assert.equal((await service.signIn(link, 'ok@example.com')).body.state, 'success');
  });

  it('never extends a token past its longest lifetime', async () => {
    const link = await service.newLink();
    for (let times = 0; times < extensions; times++) await extend(link.token);
    await service.clock.advance(longestTokenSeconds - minutes);
    assert.equal((await extend(link.token)).status, 200);
    await service.clock.advance(minutes);
    assert.deepEqual(await refused(link.token), [401, 'token_expired']);
  });

  it('refuses a token that is used up or expired', async () => {
    const used = await service.newLink();
    await service.signIn(used, 'ok@example.com');
    assert.deepEqual(await refused(used.token), [401, 'token_consumed']);
    const waiting = await service.newLink({ confirm: 'host' });
    await service.signIn(waiting, 'ok@example.com');
    assert.deepEqual(await refused(waiting.token), [401, 'token_consumed']);
    const late = await service.newLink();
    await service.clock.advance(tokenSeconds);
    assert.deepEqual(await refused(late.token), [401, 'token_expired']);
  });

  it('extends a token that was not started, and a token whose last try failed', async () => {
    const fresh = await service.newToken();
    assert.equal((await extend(fresh.token)).status, 200);
    const failed = await service.newLink();
    await service.signIn(failed, 'error-provider_api_error@example.com');
    assert.equal((await extend(failed.token)).status, 200);
  });

  it('treats the tokens of other teams as unknown', async () => {
    const link = await service.newLink();
    const after = await timesOf(link);
    const another = await service.newTeam();
    assert.deepEqual(await refused(link.token, another.apiKey), [401, 'invalid_token']);
    assert.deepEqual(
      await extend(link.token, another.apiKey).then(({ detail }) => detail),
      (await extend('lt_unknown')).detail,
    );
    const { body } = await service.call(readLinkState, { token: link.token });
    assert.equal(after(String(body.expires_at)), tokenSeconds);
  });

  it('needs a team’s key, which is checked before the body', async () => {
    const { token } = await service.newLink();
    const send = (headers: Record<string, string>) =>
      service.app.request('/v2/link/token/extend', { method: 'POST', headers, body: 'not json' });
    assert.equal((await send({})).status, 401);
    assert.equal((await send({ 'x-svc-link-token': token })).status, 401);
    assert.equal((await send({ 'x-svc-api-key': sandboxKeys.managementKey })).status, 403);
    assert.equal((await send({ 'x-svc-api-key': apiKey })).status, 422);
  });

  it('does not bring back the link of a deleted user', async () => {
    const link = await service.newLink();
    await service.call(deleteUser, { apiKey, params: { user_id: link.userId } });
    assert.deepEqual(await refused(link.token), [401, 'token_expired']);
  });

  it('keeps the hosted page’s cookie for as long as a token can live', async () => {
    const { token } = await service.newToken();
    const { headers } = await service.call(startLink, { body: { link_token: token, via: 'page' } });
    assert.match(String(headers.get('set-cookie')), /; Max-Age=14400(?:;|$)/);
  });
});

describe('a token that is extended while its person is at a provider', () => {
  it('lets the person come back after its former end', async () => {
    const service = await startOauthService();
    try {
      const clock = service.deps.sandboxClock;
      const link = await newLink(service);
      await clock?.advance(tokenSeconds - 5 * minutes);
      const ticket = await oauthUrl(service, link, 'aurora_ring');
      const browser = new Browser();
      const page = await browser.depart(ticket, service);
      const { status } = await fetch(`${service.url}/v2/link/token/extend`, {
        method: 'POST',
        headers: { 'x-svc-api-key': apiKey },
        body: JSON.stringify({ link_token: link.token }),
      });
      assert.equal(status, 200);
      await clock?.advance(9 * minutes);
      const decided = await browser.press(page, 'allow');
      await browser.visit(String(decided.location), service);
      assert.equal((await sessionRow(service, link)).state, 'success');
    } finally {
      await service.close();
    }
  });
});
