import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  completeMfa,
  readLinkFunnel,
  readLinkProblems,
  type LinkFunnel,
  type LinkProblems,
  type QueryOf,
} from 'svc-link/contract';
import { ofTeam } from './management-scene.js';
import { startTestService, type StartedLink, type TestService } from './test-service.js';

describe('the statistics of links', () => {
  let service: TestService;
  let team: { readonly id: string; readonly apiKey: string };
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());
  beforeEach(async () => {
    team = await service.newTeam();
  });

  const funnel = async (query: QueryOf<typeof readLinkFunnel> = {}): Promise<LinkFunnel> =>
    (await service.call(readLinkFunnel, { ...ofTeam(team.id), query })).body;
  const problems = async (query: QueryOf<typeof readLinkProblems> = {}): Promise<LinkProblems> =>
    (await service.call(readLinkProblems, { ...ofTeam(team.id), query })).body;
  const newLink = () => service.newLink({}, team.apiKey);
  const answer = (link: StartedLink, mfa_code: string) =>
    service.call(completeMfa, {
      params: { provider: 'quartz_scale' },
      token: link.token,
      body: { mfa_code },
    });

  it('count how far each session came', async () => {
    await service.newToken({}, team.apiKey);
    await newLink();
    await service.signIn(await newLink(), 'ok@example.com', { password: 'wrong' });
    await service.signIn(await newLink(), 'sms@example.com');
    const challenged = await newLink();
    await service.signIn(challenged, 'sms@example.com');
    await answer(challenged, '123456');
    await service.signIn(await newLink(), 'ok@example.com');

    const { steps, providers } = await funnel();
    assert.deepEqual(steps, [
      { step: 'opened', sessions: 5 },
      { step: 'provider_chosen', sessions: 4 },
      { step: 'signed_in', sessions: 3 },
      { step: 'challenged', sessions: 2 },
      { step: 'connected', sessions: 2 },
    ]);
    assert.deepEqual(providers, [{ provider: 'quartz_scale', provider_chosen: 4, connected: 2 }]);
    assert.deepEqual((await problems()).problems, [
      { error_type: 'provider_credential_error', sessions: 1, times: 1 },
    ]);
  });
});
