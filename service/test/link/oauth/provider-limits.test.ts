// Links and the limits of their provider: their requests count, and a person who waits comes before the data of others.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { findProvider, readProviderSettings } from '../../../src/providers/index.js';
import { ProviderFailure, type Purpose } from '../../../src/provider-http/index.js';
import { type AnswerServer, json, says, startAnswerServer } from '../../support/answer-server.js';
import { codesOfUser, mostOfToken } from '../../../src/link/sign-in-tries.js';
import {
  askOauth,
  Browser,
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

const { adapter = assert.fail() } = findProvider('wahoo')!;
let service: OauthService;
let server: AnswerServer;
/** The provider's answers to a code, and to a request for the account of a token. */
let answers: { token: AnswerServer['answer']; account: AnswerServer['answer'] };
let accounts = 0;

beforeAll(async () => {
  server = await startAnswerServer();
  const urls = { authorize: `${server.url}/authorize`, token: `${server.url}/token`, api: server.url };
  const PROVIDERS = JSON.stringify({ wahoo: { client_id: 'id', client_secret: 'secret', urls } });
  service = await startOauthService(readProviderSettings({ PROVIDERS }, { embedded: true }, []));
  server.answer = (request, response) =>
    answers[request.url === '/token' ? 'token' : 'account'](request, response);
});
afterAll(async () => {
  await service.close();
  server.close();
});
beforeEach(async () => {
  server.asked.length = 0;
  await service.deps.db.deleteFrom('provider_budget').execute();
  const scope = 'user_read workouts_read offline_data';
  answers = {
    token: json({ access_token: 'at', refresh_token: 'rt', expires_in: 7200, scope }),
    account: json({ id: ++accounts }),
  };
});

/** Sends a person to the provider. Returns how they come back. If nothing has to be asked, they are back at once. */
async function go(link: Link, browser: Browser): Promise<() => Promise<Record<string, string>>> {
  const { location } = await browser.step(await oauthUrl(service, link, 'wahoo'), undefined, ours);
  const away = new URL(String(location));
  if (away.pathname !== '/authorize') return async () => handed(location);
  const back = new URLSearchParams({ state: String(away.searchParams.get('state')), code: 'c' });
  return async () => handed((await browser.step(`${service.url}/v2/link/connect/wahoo?${back}`)).location);
}
/** A person who consents, and may try again. Each try resolves with the result for the page. */
async function person(
  given?: Link,
): Promise<(() => Promise<Record<string, string>>) & { readonly link: Link }> {
  const link = given ?? (await newLink(service));
  const browser = new Browser();
  return Object.assign(async () => (await go(link, browser))(), { link });
}
const budgets = () => service.deps.db.selectFrom('provider_budget').selectAll().orderBy('seconds').execute();
/** Sends requests until the limit refuses them. */
async function useUp(purpose: Purpose): Promise<void> {
  const gate = service.deps.budgets.gateFor(
    { adapter, application: { id: null, budget: '' }, grant: null },
    purpose,
  );
  const answer = { status: 200, headers: new Headers(), body: {} };
  try {
    for (;;) await gate.through(() => Promise.resolve({ answer, failure: undefined }));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
  }
}
const asked = () => server.asked.map(({ url }) => url);
/** Wahoo's answer if its limit for an hour is reached. It lists the longest window first. */
const tooMany = says('{}', 429, { 'x-ratelimit-remaining': '3000, 0, 100', 'x-ratelimit-reset': '120' });

it('the requests of a link are counted, also for the code', async () => {
  const tries = await person();
  assert.equal((await tries())['state'], 'success');
  assert.deepEqual(asked(), ['/token', '/v1/user']);
  assert.deepEqual(
    (await budgets()).map(({ seconds, linking, history, days }) => [seconds, linking, history + days]),
    [
      [300, 2, 0],
      [3600, 2, 0],
      [86_400, 2, 0],
    ],
  );
});

it('data requests that have used up their share do not delay a link', async () => {
  await useUp('history');
  await useUp('days');
  const tries = await person();
  assert.equal((await tries())['state'], 'success');
});

it('at the limit a code is still redeemed, and the account is requested later', async () => {
  for (const purpose of ['history', 'days', 'linking'] as const) await useUp(purpose);
  const tries = await person();
  const { state, error_type } = await tries();
  assert.deepEqual([state, error_type], ['error', 'provider_api_error']);
  assert.deepEqual(asked(), ['/token']);
  await service.deps.db
    .updateTable('provider_budget')
    .set({ window_end: sql<Date>`now()` })
    .execute();
  assert.equal((await tries())['state'], 'success');
  assert.deepEqual(asked(), ['/token', '/v1/user']);
});

for (const at of ['token', 'account'] as const)
  it(`too many requests at the ${at} block the limit that the provider names, and are not the person’s fault`, async () => {
    answers[at] = tooMany;
    const tries = await person();
    const { state, error_type } = await tries();
    assert.deepEqual([state, error_type], ['error', 'provider_api_error']);
    const blocked = (await budgets()).filter(({ blocked_until }) => blocked_until !== null);
    assert.deepEqual(
      blocked.map(({ seconds }) => seconds),
      [3600],
    );
    const wait = Number(blocked[0]?.blocked_until) - Date.now();
    assert.ok(wait > 115_000 && wait <= 132_000, String(wait));
    assert.equal(asked().filter((url) => url !== '/token').length, at === 'token' ? 0 : 1);
  });

describe('codes that the provider refuses', () => {
  beforeEach(() => {
    answers.token = json({ error: 'invalid_grant' }, 400);
  });
  const isTold = async (link: Link): Promise<boolean> => {
    const { status, body } = await askOauth(service, link, 'wahoo');
    const detail = body['detail'] as Json | undefined;
    return status === 429 && detail?.['error_type'] === 'rate_limited';
  };
  const another = ({ userId }: Link) => newLink(service, {}, { userId });

  it('are limited to ten of a user in an hour over all tokens: then no request is sent, and the next try says so', async () => {
    const tries = await person();
    const [second, third] = [await person(await another(tries.link)), await another(tries.link)];
    // This one began earlier; a user could begin many like it.
    const late = await go(third, new Browser());
    for (let n = 0; n < codesOfUser.most; n++)
      assert.equal((await (n % 2 ? tries : second)())['error_type'], 'provider_api_error');
    assert.equal(asked().length, codesOfUser.most);
    const counted = (await budgets()).map(({ linking }) => linking);
    assert.equal((await late())['error_type'], 'provider_api_error');
    assert.equal(asked().length, codesOfUser.most);
    assert.deepEqual(
      (await budgets()).map(({ linking }) => linking),
      counted,
    );
    for (const link of [tries.link, third, await another(third)]) assert.ok(await isTold(link));
    // A page that posts a form learns it from a page of ours.
    const form = new URLSearchParams({ link_token: third.token, provider: 'wahoo' });
    const told = await new Browser().step(`${service.url}/link/`, form, { origin: 'https://shop.example' });
    assert.deepEqual([told.status, told.text.includes('<h1>Too many tries</h1>')], [429, true]);
    const wait = Number(told.headers.get('retry-after'));
    assert.ok(wait > codesOfUser.seconds - 60 && wait <= codesOfUser.seconds, String(wait));
    assert.match(told.text, /\b60 minutes\b/);
    answers.token = json({ access_token: 'at', refresh_token: 'rt', expires_in: 7200 });
    assert.equal((await (await person())())['state'], 'success');
  });

  it('do not count if the provider is away or accepts the code, but a token cannot try forever', async () => {
    answers.token = says('', 503);
    const tries = await person();
    for (let n = 0; n <= codesOfUser.most; n++) await tries();
    const { db } = service.deps;
    const row = () => sessionRow(service, tries.link);
    assert.equal((await row()).refused_sign_ins, codesOfUser.most + 1);
    await db
      .updateTable('link_session')
      .set({ refused_sign_ins: mostOfToken })
      .where('id', '=', tries.link.sessionId)
      .execute();
    assert.ok(await isTold(tries.link));
    const next = await person(await another(tries.link));
    answers.token = json({ access_token: 'at', refresh_token: 'rt', expires_in: 7200 });
    assert.equal((await next())['state'], 'success');
    assert.equal((await sessionRow(service, next.link)).refused_sign_ins, 0);
  });
});
