import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { bulkExport } from 'svc-link/contract';
import { hash } from '../../src/crypto/hash.js';
import { newBulkTeam, provider, recipeFor } from '../support/bulk-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** An access token that the provider has issued to an application. */
async function issueTo(client_id: string): Promise<string> {
  const token = `issued-${randomUUID()}`;
  const row = { id: randomUUID(), grant_id: null, provider, client_id, kind: 'access' as const };
  await service.deps.db
    .insertInto('sandbox_token')
    .values({
      ...row,
      hash: hash(token),
      scopes: '[]',
      account: 'a1',
      created_on: service.clock.now(),
      expires_at: null,
      used_on: null,
    })
    .execute();
  return token;
}

describe('an import', () => {
  // spec 4.3.3
  it('accepts only tokens of the own application, not of the shared one or another', async () => {
    const clientId = randomUUID();
    const team = await newBulkTeam(service, clientId);
    const users = await team.users(4);
    const [shared, foreign, unknown, bound] = users;
    const tokens = [
      await issueTo(`svc-link-${provider}`),
      await issueTo(randomUUID()),
      'given-by-nobody',
      await issueTo(clientId),
    ];
    const recipes = users.map((user, at) => recipeFor(user, { access_token: tokens[at]! }));
    const { body } = await team.import(recipes, true);
    assert.deepEqual(body, { user_ids_imported: [bound], user_ids_failed: [shared, foreign, unknown] });
    const exported = await service.call(bulkExport, { apiKey: team.apiKey, body: { provider } });
    assert.deepEqual(
      exported.body.data.map(({ access_token }) => access_token),
      [tokens[3]],
    );
  });
});
