// A provider accepts a code but cannot name the account at that moment. The person is not sent there again.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { readProviderSettings } from '../../../src/providers/index.js';
import { sandboxKeys } from '../../../src/server/server.js';
import { type AnswerServer, json, says, startAnswerServer } from '../../support/answer-server.js';
import {
  Browser,
  connectionOf,
  handed,
  type Json,
  type Link,
  newLink,
  oauthUrl,
  type OauthService,
  ours,
  sessionRow,
  startOauthService,
} from '../../support/oauth-service.js';
import { ask, onComputer, onPhone } from '../../support/oauth-phone.js';

let service: OauthService;
let server: AnswerServer;
/** The provider's answer when it is asked for the account of a token. */
let account: AnswerServer['answer'];

beforeAll(async () => {
  server = await startAnswerServer();
  const urls = { authorize: `${server.url}/authorize`, token: `${server.url}/token`, api: server.url };
  const PROVIDERS = JSON.stringify({ wahoo: { client_id: 'id', client_secret: 'secret', urls } });
  service = await startOauthService(readProviderSettings({ PROVIDERS }, { embedded: true }, []));
  const scope = 'user_read workouts_read offline_data';
  const tokens = json({ access_token: 'at', refresh_token: 'rt', expires_in: 7200, scope });
  server.answer = (request, response) => (request.url === '/token' ? tokens : account)(request, response);
});
afterAll(async () => {
  await service.close();
  server.close();
});
beforeEach(() => {
  server.asked.length = 0;
  account = says('', 503, { 'retry-after': '60' });
});

const redeemed = (): number => server.asked.filter(({ url }) => url === '/token').length;

const kept = () => service.deps.db.selectFrom('unnamed_tokens').selectAll().execute();
/** Asserts that the tokens of a session are kept no longer, so that they will be ended at the provider. */
async function assertGivenUp({ sessionId }: Link): Promise<void> {
  const row = (await kept()).find(({ session_id }) => session_id === sessionId);
  assert.ok(row && row.expires_at <= new Date());
}
/** A person who consented, but whose account the provider could not name. */
async function unnamed(token: Json = {}): Promise<{ readonly link: Link; readonly browser: Browser }> {
  const link = await newLink(service, token);
  const browser = new Browser();
  await allow(browser, await oauthUrl(service, link, 'wahoo'));
  return { link, browser };
}
async function allow(browser: Browser, url: string): Promise<void> {
  const { location } = await browser.step(url, undefined, ours);
  const state = String(new URL(String(location)).searchParams.get('state'));
  const back = `${service.url}/v2/link/connect/wahoo?${new URLSearchParams({ state, code: 'c' })}`;
  const end = handed((await browser.step(back)).location);
  assert.deepEqual([end['state'], end['error_type']], ['error', 'provider_api_error']);
  assert.equal(redeemed(), 1);
}
const again = async ({ link, browser }: { readonly link: Link; readonly browser: Browser }) =>
  (await browser.step(await oauthUrl(service, link, 'wahoo'), undefined, ours)).location;

it('the next try asks only for the account', async () => {
  const person = await unnamed();
  account = json({ id: 7 });
  assert.equal(handed(await again(person))['state'], 'success');
  assert.equal(redeemed(), 1);
  const connection = await connectionOf(service, person.link);
  assert.deepEqual([connection?.provider_account, connection?.status], ['7', 'connected']);
  assert.notEqual(connection?.grant_id, null);
  assert.equal((await sessionRow(service, person.link)).state, 'success');
  assert.deepEqual(await kept(), []);
});

it('the account is asked for as often as the person tries, and the tokens are kept meanwhile', async () => {
  const person = await unnamed();
  assert.equal(handed(await again(person))['error_type'], 'provider_api_error');
  account = json({ id: 8 });
  assert.equal(handed(await again(person))['state'], 'success');
  assert.equal(redeemed(), 1);
});

it('if the provider refuses permanently, the person signs in again', async () => {
  const person = await unnamed();
  account = json({}, 401);
  assert.equal(handed(await again(person))['state'], 'error');
  assert.match(String(await again(person)), /\/authorize\?/);
});

it('another session does not get the tokens', async () => {
  await unnamed();
  const link = await newLink(service);
  assert.match(String(await again({ link, browser: new Browser() })), /\/authorize\?/);
});

it('another browser of the session does not get the tokens, and they are given up', async () => {
  const person = await unnamed({ confirm: 'host' });
  account = json({ id: 10 });
  const other = { ...person, browser: new Browser() };
  assert.match(String(await again(other)), /\/authorize\?/);
  await assertGivenUp(person.link);
  assert.match(String(await again(person)), /\/authorize\?/);
  assert.notEqual((await sessionRow(service, person.link)).state, 'pending_confirmation');
});

it('tokens that an earlier version kept without a browser are given up', async () => {
  const person = await unnamed();
  const { db, secrets } = service.deps;
  const id = person.link.sessionId;
  const row = (await kept()).find(({ session_id }) => session_id === id) ?? assert.fail();
  // The format of the earlier version.
  const { by, ...rest } = JSON.parse(secrets.open('unnamed-grant', id, row.redeemed)) as Json;
  assert.ok(by);
  const before = secrets.seal('unnamed-grant', id, JSON.stringify(rest));
  await db.updateTable('unnamed_tokens').set({ redeemed: before }).where('session_id', '=', id).execute();
  account = json({ id: 11 });
  assert.match(String(await again(person)), /\/authorize\?/);
  await assertGivenUp(person.link);
});

describe('the tokens that a phone got', () => {
  const allowed = async () => {
    const link = await newLink(service, { confirm: 'host' });
    const phone = await onPhone(service, link);
    await allow(phone.browser, await phone.url('wahoo'));
    account = json({ id: 12 });
    return { link, phone };
  };

  it('are used when the phone continues', async () => {
    const { link, phone } = await allowed();
    const { location } = await phone.browser.step(await phone.url('wahoo'), undefined, ours);
    assert.equal(handed(location)['state'], 'success');
    assert.equal(redeemed(), 1);
    assert.equal((await sessionRow(service, link)).state, 'pending_confirmation');
  });

  it('are given up when the phone is taken back, even if the phone gets the link again', async () => {
    const { link } = await allowed();
    await ask(service, '/v2/link/handoff/end', onComputer(link), {});
    await assertGivenUp(link);
    const again = await onPhone(service, link);
    const { location } = await again.browser.step(await again.url('wahoo'), undefined, ours);
    assert.match(String(location), /\/authorize\?/);
  });

  it('are not for its browser once the computer continues', async () => {
    const { link, phone } = await allowed();
    assert.match(String(await again({ link, browser: phone.browser })), /\/authorize\?/);
    await assertGivenUp(link);
    assert.notEqual((await sessionRow(service, link)).state, 'pending_confirmation');
  });
});

it('another application does not get the tokens either, because it could not renew them', async () => {
  const person = await unnamed();
  const set = await fetch(`${service.url}/v2/team/custom_credentials/wahoo`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': sandboxKeys.apiKey },
    body: JSON.stringify({ client_id: 'of-the-team', client_secret: 'its own' }),
  });
  assert.equal(set.status, 200);
  account = json({ id: 9 });
  assert.match(String(await again(person)), /\/authorize\?.*client_id=of-the-team/);
});
