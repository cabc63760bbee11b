import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createClient, type Client, type ClientOptions } from 'svc-link/client';
import { linkSteps, type LinkFunnel, type Team } from 'svc-link/contract';
import { codeOf } from '../support/page-code.js';
import { startTestService, type TestService } from '../support/test-service.js';

const codeWith = codeOf('management.md');

interface Given {
  readonly client: Client;
  readonly org_id: string;
}

describe('the code of docs/management.md', () => {
  let service: TestService;
  let given: Given;
  const clientOf = (options: ClientOptions) =>
    createClient({
      ...options,
      fetch: (input, init) => Promise.resolve(service.app.request(String(input), init)),
    });
  beforeAll(async () => {
    service = await startTestService();
    given = (await codeWith('createClient(', '{ client, org_id }')({ createClient: clientOf })) as Given;
  });
  afterAll(() => service.stop());
  const named = async <F>(name: string) => (await codeWith(`function ${name}(`, name)(given)) as F;

  it('makes a team with a key that serves, and finds and deletes it', async () => {
    const addTeam = await named<(name: string) => Promise<{ team_id: string; apiKey: string }>>('addTeam');
    const { team_id, apiKey } = await addTeam('Nightshift');
    const { client, org_id } = given;
    const own = clientOf({ baseUrl: 'http://127.0.0.1', apiKey });
    assert.equal((await own.listUsers()).total, 0);

    const renameBrand = await named<(id: string, name: string) => Promise<Team['brand']>>('renameBrand');
    const brand = await renameBrand(team_id, 'Nightshift Health');
    assert.deepEqual(brand, {
      name: 'Nightshift Health',
      color: '#0b6e4f',
      logo: 'https://acme.example/logo.svg',
    });
    const teamsCalled = await named<(name: string) => Promise<Team[]>>('teamsCalled');
    assert.deepEqual(
      (await teamsCalled('night')).map(({ id }) => id),
      [team_id],
    );
    const hand = await named<(ids: string[]) => Promise<string>>('hand');
    const managing = clientOf({ baseUrl: 'http://127.0.0.1', managementKey: await hand([team_id]) });
    assert.equal((await managing.readTeam(org_id, team_id)).name, 'Nightshift');
    assert.deepEqual((await managing.listWebhooks({ teamId: team_id })).webhooks, []);

    const howLinksGo = await named<(id: string) => Promise<{ steps: LinkFunnel['steps'] }>>('howLinksGo');
    const { steps } = await howLinksGo(team_id);
    assert.deepEqual(
      steps.map(({ step }) => step),
      [...linkSteps],
    );

    const removeTeam = await named<(id: string) => Promise<void>>('removeTeam');
    await removeTeam(team_id);
    await assert.rejects(own.listUsers(), { code: 'unauthorized' });
    await assert.rejects(client.readTeam(org_id, team_id), { errorType: 'team_not_found' });
  });
});
