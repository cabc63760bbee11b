// What the picker says about providers that fail at the moment.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import {
  advanceClock,
  createLinkToken,
  listLinkProviders,
  readProviderHealth,
  startLink,
} from 'svc-link/contract';
import { ofTeam } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

const down = 'error-provider_api_error@example.com';
/** In seconds: longer than a result is reused. */
const aWhile = 11;

let service: TestService;
let teamId: string;
let apiKey: string;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ id: teamId, apiKey } = await service.newTeam());
});

const pass = (advance_seconds: number) => service.call(advanceClock, { body: { advance_seconds } });

/** Other people try to sign in at Quartz Scale, and time passes. */
async function tries(...usernames: readonly string[]) {
  for (const username of usernames) await service.signIn(await service.newLink({}, apiKey), username);
  await pass(aWhile);
}

async function degraded(key = apiKey): Promise<readonly string[]> {
  const { token } = await service.newLink({}, key);
  const { body } = await service.call(listLinkProviders, { token });
  return body.filter((each) => each.degraded).map(({ slug }) => slug);
}

describe('a provider that fails', () => {
  it('is degraded once three people of the team in a row had no answer', async () => {
    await tries(down, down);
    assert.deepEqual(await degraded(), []);
    await tries(down);
    assert.deepEqual(await degraded(), ['quartz_scale']);
    const another = await service.newTeam();
    assert.deepEqual(await degraded(another.apiKey), []);
  });

  it('says so at the start, and in a start that came with the token', async () => {
    await tries(down, down, down);
    const { token, userId } = await service.newToken({}, apiKey);
    const started = await service.call(startLink, { body: { link_token: token } });
    const quartz = started.body.providers.find(({ slug }) => slug === 'quartz_scale');
    assert.equal(quartz?.degraded, true);
    const body = { user_id: userId, include: ['start' as const] };
    const { start } = (await service.call(createLinkToken, { apiKey, body })).body;
    assert.equal(start?.providers.find(({ slug }) => slug === 'quartz_scale')?.degraded, true);
  });

  it('is told to whoever looks at the providers of the team, without waiting', async () => {
    const failing = async () => {
      const { body } = await service.call(readProviderHealth, ofTeam(teamId));
      return body.data.filter((each) => each.degraded).map(({ provider }) => provider);
    };
    assert.deepEqual(await failing(), []);
    await tries(down, down, down);
    assert.deepEqual(await failing(), ['quartz_scale']);
    await service.signIn(await service.newLink({}, apiKey), 'ok@example.com');
    assert.deepEqual(await failing(), []);
  });

  it.each([
    ['a connection', 'ok@example.com'],
    ['a code that it asks for', 'sms@example.com'],
    ['a password that it refuses', 'error-provider_credential_error@example.com'],
  ])('is not any more once there is an answer: %s', async (_, username) => {
    await tries(down, down, down);
    assert.deepEqual(await degraded(), ['quartz_scale']);
    await tries(username);
    assert.deepEqual(await degraded(), []);
    // The earlier failures do not count again.
    await tries(down, down);
    assert.deepEqual(await degraded(), []);
  });

  it('is not by one person, however often they try', async () => {
    const link = await service.newLink({}, apiKey);
    for (const username of [down, down, down, down]) await service.signIn(link, username);
    await pass(aWhile);
    assert.deepEqual(await degraded(), []);
  });

  it('is still where somebody gave up, which is no answer', async () => {
    await tries(down, down, down, 'error-user_cancelled@example.com');
    assert.deepEqual(await degraded(), ['quartz_scale']);
  });

  it('counts as well again after a quarter of an hour', async () => {
    await tries(down, down, down);
    await pass(15 * 60 - 3 * aWhile);
    assert.deepEqual(await degraded(), ['quartz_scale']);
    await pass(3 * aWhile);
    assert.deepEqual(await degraded(), []);
  });
});
