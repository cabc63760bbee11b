// The limits of an application that several teams have set.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { setCustomCredentials } from 'svc-link/contract';
import { applicationOfTeam } from '../../src/applications/index.js';
import { type AtProvider, isOauth } from '../../src/grants/index.js';
import { ProviderFailure, type Purpose } from '../../src/provider-http/index.js';
import { findProvider } from '../../src/providers/index.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A team with an application of its own. */
async function entered(client_secret: string): Promise<AtProvider> {
  const { adapter } = findProvider('polar') ?? assert.fail();
  assert.ok(adapter && isOauth(adapter));
  const { id, apiKey } = await service.newTeam();
  const body = { client_id: 'public-id', client_secret };
  const set = await service.call(setCustomCredentials, { apiKey, params: { provider: 'polar' }, body });
  assert.equal(set.status, 200);
  return (await applicationOfTeam(service.deps, adapter, id)) ?? assert.fail();
}

async function isFree({ adapter, application }: AtProvider, purpose: Purpose): Promise<boolean> {
  const gate = service.deps.budgets.gateFor({ adapter, application, grant: null }, purpose);
  try {
    await gate.through(() =>
      Promise.resolve({ answer: { status: 200, headers: new Headers(), body: {} }, failure: undefined }),
    );
    return true;
  } catch (error) {
    assert.ok(error instanceof ProviderFailure);
    return false;
  }
}
async function useUp(at: AtProvider): Promise<void> {
  for (const purpose of ['history', 'days', 'linking'] as const) while (await isFree(at, purpose));
}

it('only teams that know its secret use them up', async () => {
  const owner = await entered('right');
  const partner = await entered('right');
  const stranger = await entered('made up');
  await useUp(stranger);
  assert.ok((await isFree(owner, 'history')) && (await isFree(owner, 'linking')));
  await useUp(partner);
  assert.ok(!(await isFree(owner, 'history')) && !(await isFree(owner, 'linking')));
});
