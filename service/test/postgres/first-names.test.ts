// The names of the first organization and team in a new PostgreSQL database. They are not the made-up names of the sandbox.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { readTeam } from 'svc-link/contract';
import { createLog } from '../../src/server/log.js';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import { startService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';

const masterKey = randomBytes(32).toString('hex');
describe('the first organization on PostgreSQL', () => {
  it('says how to make a key where there is none', async () => {
    const settings = readSettings({
      ...{ PORT: '0', DATABASE_URL: process.env['TEST_DATABASE_URL'], SVC_MASTER_KEY: masterKey },
    });
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    await (await startService(settings, log)).stop();
    assert.match(lines.join(), new RegExp(`set SVC_API_KEY, .* keys create --team ${seededTeam}`));
  });

  it('and its team have neutral names, no brand and no terms', async () => {
    const managementKey = `mk_${randomUUID()}`;
    const settings = readSettings({
      PORT: '0',
      DATABASE_URL: process.env['TEST_DATABASE_URL'],
      SVC_MASTER_KEY: masterKey,
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
