// What a new PostgreSQL database calls its first organization and team: nothing that is made up for the sandbox.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { readTeam } from 'svc-link/contract';
import { createLog } from '../../src/server/log.js';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import { startService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';

describe('the first organization on PostgreSQL', () => {
  it('and its team have neutral names, no brand and no terms', async () => {
    const managementKey = `mk_${randomUUID()}`;
    const settings = readSettings({
      PORT: '0',
      DATABASE_URL: process.env['TEST_DATABASE_URL'],
      SVC_MASTER_KEY: randomBytes(32).toString('hex'),
      SVC_MANAGEMENT_KEY: managementKey,
    });
    const service = await startService(settings, createLog('silent'));
    try {
      const path = readTeam.path.replace('{org_id}', seededOrg).replace('{team_id}', seededTeam);
      const headers = { 'x-management-key': managementKey };
      const answer = await fetch(service.publicUrl + path, { headers });
      const { name, brand, terms_url, privacy_url } = readTeam.response.parse(await answer.json());
      assert.equal(name, 'First team');
      assert.deepEqual([brand, terms_url, privacy_url], [null, null, null]);
    } finally {
      await service.stop();
    }
  });
});
