import assert from 'node:assert/strict';
import { setCustomCredentials } from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js';
import { startTestService, type TestService } from './test-service.js';

/** A service and Wahoo, where the seeded team has its own application. */
export async function startWithOwnWahoo(): Promise<{
  readonly service: TestService;
  readonly server: AuthorizationServer;
}> {
  const server = await startAuthorizationServer(
    {},
    { scopes: ['user_read', 'workouts_read', 'offline_data'] },
  );
  const { authorize, token, api } = server.urls;
  const client = { client_id: 'the-service', client_secret: 'x' };
  const service = await startTestService({
    PROVIDERS: JSON.stringify({ wahoo: { ...client, urls: { authorize, token, api } } }),
  });
  const { status } = await service.call(setCustomCredentials, {
    apiKey: sandboxKeys.apiKey,
    params: { provider: 'wahoo' },
    body: { client_id: server.clientId, client_secret: server.clientSecret },
  });
  assert.equal(status, 200);
  return { service, server };
}
