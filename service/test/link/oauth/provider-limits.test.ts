// Links and the limits of their provider: they count, and a person who waits comes before the data of others.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, it } from 'vitest';
import { findProvider, readProviderSettings } from '../../../src/providers/index.js';
import { ProviderFailure, type Purpose } from '../../../src/provider-http/index.js';
import { type AnswerServer, json, says, startAnswerServer } from '../../support/answer-server.js';
import {
  Browser,
  handed,
  newLink,
  oauthUrl,
  type OauthService,
  ours,
  startOauthService,
} from '../../support/oauth-service.js';

const { adapter = assert.fail() } = findProvider('wahoo')!;
let service: OauthService;
let server: AnswerServer;
/** What the provider answers to a code, and when it is asked whose token it is. */
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

/** A person who agrees, and may try again. Each try resolves with what the page is told. */
async function person(): Promise<() => Promise<Record<string, string>>> {
  const link = await newLink(service);
  const browser = new Browser();
  return async () => {
    const { location } = await browser.step(await oauthUrl(service, link, 'wahoo'), undefined, ours);
    const away = new URL(String(location));
    if (away.pathname !== '/authorize') return handed(location);
    const back = new URLSearchParams({ state: String(away.searchParams.get('state')), code: 'c' });
    return handed((await browser.step(`${service.url}/v2/link/connect/wahoo?${back}`)).location);
  };
}
const budgets = () => service.deps.db.selectFrom('provider_budget').selectAll().orderBy('seconds').execute();
/** Asks until nothing more is let through. */
async function useUp(purpose: Purpose): Promise<void> {
  const gate = service.deps.budgets.gateFor({ adapter, application: null, grant: null }, purpose);
  const answer = { status: 200, headers: new Headers(), body: {} };
  try {
    for (;;) await gate.through(() => Promise.resolve({ answer, failure: undefined }));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
  }
}
const asked = () => server.asked.map(({ url }) => url);
/** What Wahoo answers if its limit of an hour is reached; it names the widest first. */
const tooMany = says('{}', 429, { 'x-ratelimit-remaining': '3000, 0, 100', 'x-ratelimit-reset': '120' });

it('what a link asks is counted, the code too', async () => {
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

it('data that has used up its share holds up no link', async () => {
  await useUp('history');
  await useUp('days');
  const tries = await person();
  assert.equal((await tries())['state'], 'success');
});

it('without room a code is redeemed all the same, and the account is asked for once there is some', async () => {
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
  it(`too many requests, said by the ${at}, stop the limit that the provider names, and blame nobody`, async () => {
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
