// The jobs for each engine that a setting may name, on PostgreSQL. pg-boss's profile of the
// engine makes their tables, if its statements run on PostgreSQL, and enqueued jobs are done.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import pg from 'pg';
import { engines, openPostgres, transact } from '../../src/db/index.js';
import { startJobs } from '../../src/jobs/index.js';
import { createLog } from '../../src/server/log.js';
import { startFaultProxy } from '../support/fault-proxy.js';

const address = process.env['TEST_DATABASE_URL'] ?? '';

describe('jobs by the profile of', () => {
  const admin = new pg.Client(address);
  beforeAll(() => admin.connect());
  afterAll(() => admin.end());

  for (const engine of engines)
    it(`${engine} are done, also those that reject at first`, async () => {
      await admin.query(`create database jobs_${engine}`);
      const statements: string[] = [];
      const proxy = await startFaultProxy(address.replace(/\/\w+\?/, `/jobs_${engine}?`), {
        ...{ seed: 1, share: 0, losses: 'hidden' },
        watch: (text) => void statements.push(text),
      });
      const database = openPostgres(proxy.url, assert.fail, undefined, engine);
      const jobs = await startJobs(database.forJobs, createLog('silent'));
      const isDistributed = engine === 'yugabytedb' || engine === 'cockroachdb';
      const { rows } = await sql<{ kind: string }>`
        select relkind as kind from pg_class where oid = 'pgboss.job'::regclass`.execute(database.db);
      // An ordinary table for a distributed engine, otherwise a table with partitions.
      assert.deepEqual(rows, [{ kind: isDistributed ? 'r' : 'p' }]);

      const [fine, rejected] = [randomUUID(), randomUUID()];
      let runs = 0;
      const done = new Promise<readonly string[]>((resolve) => {
        const ids: string[] = [];
        jobs.work('pull', async ({ connection_id }) => {
          if (connection_id === rejected && ++runs === 1) throw new Error('not yet');
          if (ids.push(connection_id) === 2) resolve(ids);
          await Promise.resolve();
        });
      });
      await transact(database.db, async (tx) => {
        for (const connection_id of [fine, rejected]) await jobs.enqueue(tx, 'pull', { connection_id });
      });
      assert.deepEqual(await done, [fine, rejected]);
      assert.equal(runs, 2);
      await jobs.stop();
      await database.close();
      await proxy.close();
      assert.equal(
        statements.some((text) => /advisory/i.test(text)),
        !isDistributed,
      );
      if (engine === 'cockroachdb') assert.ok(!statements.some((text) => /skip locked/i.test(text)));
    });
});
