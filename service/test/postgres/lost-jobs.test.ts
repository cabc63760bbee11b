// Looking for lost jobs while other connections write jobs or look too. Only several connections can show this.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import { acceptPause } from '../../src/bulk/index.js';
import { transact, type Tx } from '../../src/db/index.js';
import { resumeLost } from '../../src/server/lost-jobs.js';
import { findProvider } from '../../src/providers/index.js';
import { newBulkTeam, provider, type BulkTeam } from '../support/bulk-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

describe('a look for jobs that are gone', () => {
  let service: TestService;
  let team: BulkTeam;
  beforeAll(async () => {
    service = await startTestService();
    // No worker takes the jobs.
    await service.deps.jobs.stop();
    team = await newBulkTeam(service);
  });
  afterAll(() => service.stop());

  const accept = (tx: Tx) =>
    acceptPause(service.deps, tx, { teamId: team.id, provider: findProvider(provider)! }, [randomUUID()]);
  const jobsOf = async (id: string): Promise<number> => {
    const { rows } = await sql`select from pgboss.job where data->>'operation_id' = ${id}`.execute(
      service.deps.db,
    );
    return rows.length;
  };

  it('makes none for what is just being committed', async () => {
    let commit = (): void => {};
    const committing = new Promise<void>((resolve) => (commit = resolve));
    let accepting: Promise<string> | undefined;
    await new Promise<void>((written) => {
      accepting = transact(service.deps.db, async (tx) => {
        const id = await accept(tx);
        written();
        await committing;
        return id;
      });
    });
    await resumeLost(service.deps);
    commit();
    const id = await accepting!;
    await resumeLost(service.deps);
    assert.equal(await jobsOf(id), 1);
  });

  it('makes one for each, however many look at once', async () => {
    const { db } = service.deps;
    const ids = await Promise.all(Array.from({ length: 60 }, () => transact(db, accept)));
    await sql`delete from pgboss.job`.execute(db);
    await Promise.all(Array.from({ length: 8 }, () => resumeLost(service.deps)));
    await resumeLost(service.deps);
    for (const id of ids) assert.equal(await jobsOf(id), 1);
  });
});
