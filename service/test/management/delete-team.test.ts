import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { deleteTeam, isLinkTokenValid } from 'svc-link/contract';
import { longestTokenSeconds } from '../../src/link/index.js';
import { after } from '../../src/work/index.js';
import { ofTeam } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('ends links even if their tokens were extended as far as possible', async () => {
  const { db } = service.deps;
  const team = await service.newTeam();
  const user_id = await service.newUser(team.apiKey);
  const { token, sessionId } = await service.newLink({ user_id }, team.apiKey);
  const expires_at = after(service.clock.now(), 60);
  const created_on = after(expires_at, -longestTokenSeconds);
  await db.updateTable('link_session').set({ created_on, expires_at }).where('id', '=', sessionId).execute();
  const isValid = async () => (await service.call(isLinkTokenValid, { body: { token } })).body.valid;
  assert.equal(await isValid(), true);
  assert.equal((await service.call(deleteTeam, ofTeam(team.id))).status, 200);
  assert.equal(await isValid(), false);
  const { ended_on } = await db
    .selectFrom('link_session')
    .select('ended_on')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  assert.notEqual(ended_on, null);
});
