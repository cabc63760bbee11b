// A client that a generator made from /openapi.json of the running service, as examples/generated-client has it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startService } from '../e2e/servers.ts';
import { installExample } from './installed.mjs';

/** What its types know, and what they do not let pass. */
const uses = `
import type { components, operations } from './dist/service.js';

const nights: operations['readSleepSummary']['parameters']['query'] = { start_date: '2026-05-01', end_date: '2026-05-31' };
export const user: components['schemas']['CreateUserBody'] = { client_user_id: null };
export const token: components['schemas']['LinkTokenRequest'] = { user_id: 'of a user', include: ['start'] };
export const kind = (webhook: components['schemas']['CreatedWebhook']): string => webhook.secret;
// @ts-expect-error -- both ends of a range are asked for
export const half: typeof nights = { start_date: '2026-05-01' };
// @ts-expect-error -- no such field
export const wrong: components['schemas']['CreateUserBody'] = { client_user: 'x' };
// @ts-expect-error -- no such option
export const other: components['schemas']['LinkTokenRequest'] = { user_id: 'of a user', include: ['end'] };
`;

describe('examples/generated-client', () => {
  let service, folder, run;
  beforeAll(async () => {
    service = await startService();
    folder = mkdtempSync(path.join(tmpdir(), 'svc-generated-client-'));
    run = installExample('generated-client', folder, service.service);
  });
  afterAll(async () => {
    await service?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is generated, compiles, and makes a user and a link token', async () => {
    writeFileSync(path.join(folder, 'uses.ts'), uses);
    let said = '';
    for (const script of ['generate', 'build', 'link']) {
      const { status, stdout, stderr } = run(script);
      assert.equal(status, 0, stdout + stderr);
      said = stdout;
    }
    const [, session, user] = /^Session (\S+) of user (\S+): created\n$/.exec(said) ?? [];
    assert.equal((await service.ask('GET', `/v2/link/session/${session}`)).user_id, user);
    assert.equal((await service.ask('GET', `/v2/user/${user}`)).fallback_time_zone.id, 'Europe/Lisbon');
  });
});
