// Organizations, teams and management keys for tests.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createApiKey, createManagementKey, createTeam, type BodyOf, type Team } from 'svc-link/contract';
import { storeKey } from '../../src/auth/index.js';
import { seededOrg } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import type { TestService } from './test-service.js';

export const withKey = (key: string) => ({ headers: { 'x-management-key': key } });
export const ofOrg = { params: { org_id: seededOrg }, ...withKey(sandboxKeys.managementKey) };
export const ofTeam = (team_id: string, key = sandboxKeys.managementKey) => ({
  params: { org_id: seededOrg, team_id },
  ...withKey(key),
});

/** A team that was made over the management interface. */
export async function newTeam(
  service: TestService,
  body: Partial<BodyOf<typeof createTeam>> = {},
): Promise<Team> {
  const answer = await service.call(createTeam, { ...ofOrg, body: { name: 'Acme', region: 'eu', ...body } });
  assert.equal(answer.status, 200, JSON.stringify(answer.detail));
  return answer.body;
}

/** An API key of a team that was made over the management interface. */
export async function newApiKey(service: TestService, teamId: string): Promise<{ id: string; key: string }> {
  const answer = await service.call(createApiKey, { ...ofTeam(teamId), body: { name: 'of a test' } });
  assert.equal(answer.status, 200, JSON.stringify(answer.detail));
  return answer.body;
}

/** A management key that reaches only some teams. */
export async function newTeamKey(
  service: TestService,
  ...team_ids: string[]
): Promise<{ id: string; key: string }> {
  const body = { name: 'of a test', kind: 'team', team_ids } as const;
  const answer = await service.call(createManagementKey, { ...ofOrg, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.detail));
  return answer.body;
}

/** Another organization with a key of its own and a team. */
export async function newOrg(service: TestService): Promise<{ id: string; key: string; teamId: string }> {
  const id = randomUUID();
  const key = `mk_${randomUUID()}`;
  const { db, clock } = service.deps;
  await db.insertInto('org').values({ id, name: 'Another', created_on: clock.now() }).execute();
  await storeKey(db, { kind: 'org', id }, 'of a test', key, clock.now());
  const { body } = await service.call(createTeam, {
    params: { org_id: id },
    ...withKey(key),
    body: { name: 'Theirs', region: 'us' },
  });
  return { id, key, teamId: body.id };
}
