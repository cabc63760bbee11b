// Teams that name the same application with a provider.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setCustomCredentials } from 'svc-link/contract';
import { afterAll, beforeAll, it } from 'vitest';
import { grantResolver } from '../../src/applications/index.js';
import { applicationOf } from '../../src/credentials/index.js';
import { transact } from '../../src/db/index.js';
import { createTokenKeeper } from '../../src/grants/index.js';
import { storeConnections } from '../../src/link/store-connections.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const provider = 'strava';
const setSecret = async (apiKey: string, client_secret: string): Promise<void> => {
  const body = { client_id: 'shown-in-addresses', client_secret };
  const { status } = await service.call(setCustomCredentials, { apiKey, params: { provider }, body });
  assert.equal(status, 200);
};

it('a grant is renewed with the secret of the team that has it, not of another team that names the client id', async () => {
  const { db } = service.deps;
  await setSecret(sandboxKeys.apiKey, 'right');
  const userId = await service.newUser();
  const tokens = { accessToken: 'at', refreshToken: 'rt', expiresAt: Date.now() + 86_400_000 };
  const made = {
    ...{ provider, account: randomUUID(), credentials: '{}', granted: [], denied: [], tokens },
    application: applicationOf('shown-in-addresses'),
  };
  const user = { id: userId, team_id: seededTeam, client_user_id: null };
  await transact(db, (tx) => storeConnections(tx, service.deps, [{ user, made }]));
  const { id } = await db.selectFrom('provider_grant').select('id').executeTakeFirstOrThrow();
  const keeper = createTokenKeeper({ ...service.deps, resolve: grantResolver(service.deps) });
  const secretOfGrant = () => keeper.withToken(id, async ({ at }) => at.application.clientSecret);

  await setSecret((await service.newTeam()).apiKey, 'of another team');
  assert.equal(await secretOfGrant(), 'right');
  const resolve = grantResolver(service.deps);
  const { application } = (await resolve({ provider, application: made.application })) ?? assert.fail();
  assert.equal(application.clientSecret, 'right', 'and its subscriptions too');

  await setSecret(sandboxKeys.apiKey, 'a newer one');
  assert.equal(await secretOfGrant(), 'a newer one');
});
