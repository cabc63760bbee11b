import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Client } from 'svc-link/client';
import { clientOf } from '../support/client-of.js';
import { codeOf } from '../support/page-code.js';
import { startTestService, type TestService } from '../support/test-service.js';

describe('the code of docs/insurance.md and docs/areas.md', () => {
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    service = await startTestService();
    client = clientOf(service);
  });
  afterAll(() => service.stop());

  it('finds the plan of a state', async () => {
    const lines: unknown[][] = [];
    const console = { log: (...words: unknown[]) => lines.push(words) };
    const user_id = await service.newUser();
    await codeOf('insurance.md')('createInsurance', 'insurance')({ client, user_id, console });
    assert.deepEqual(lines, [['MAIDCA', 'Medi-Cal']]);
  });

  it('reads the information about an area', async () => {
    const found = await codeOf('areas.md')('readAreaInfo', '{ atOnce, centers }')({ client });
    const { atOnce, centers } = found as { atOnce: { name: string }[]; centers: string[] };
    assert.deepEqual(
      atOnce.map(({ name }) => name),
      ['prompt', 'late', 'failing'],
    );
    assert.equal(centers.length, 2);
    for (const line of centers) assert.match(line, /^\w+: [1-9]\d* within 50 miles$/);
  });
});
