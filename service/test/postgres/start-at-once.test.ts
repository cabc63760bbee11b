// What docs/operating.md says about several processes: they may start at the same moment on a new database.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import pg from 'pg';
import { openPostgres, transact } from '../../src/db/index.js';
import { createLog } from '../../src/server/log.js';
import { prepare } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';

type Prepared = Awaited<ReturnType<typeof prepare>>;

const rounds = process.env['LONG'] ? 10 : 3;
const processes = 5;
const address = process.env['TEST_DATABASE_URL'] ?? '';
const log = createLog('silent');

describe('processes that start at the same moment on a new database', () => {
  const admin = new pg.Client(address);
  beforeAll(() => admin.connect());
  afterAll(() => admin.end());

  const newDatabase = async (round: number): Promise<string> => {
    const name = `at_once_${round}`;
    await admin.query(`create database ${name}`);
    return address.replace(/\/\w+\?/, `/${name}?`);
  };

  /** One process enqueues a job, and another one does it. */
  const handOver = async (giver: Prepared, taker: Prepared): Promise<void> => {
    const id = randomUUID();
    const taken = new Promise((resolve) => {
      taker.jobs.work('pull', ({ connection_id }) => Promise.resolve(resolve(connection_id)));
    });
    await transact(giver.db, (tx) => giver.jobs.enqueue(tx, 'pull', { connection_id: id }));
    assert.equal(await taken, id);
  };

  it('all start, and each does the jobs that another one gives', async () => {
    for (let round = 0; round < rounds; round++) {
      const url = await newDatabase(round);
      const settings = readSettings({ DATABASE_URL: url, SVC_MASTER_KEY: randomBytes(32).toString('hex') });
      const databases = Array.from({ length: processes }, () => openPostgres(url, assert.fail));
      const answers = await Promise.allSettled(databases.map((database) => prepare(settings, database, log)));
      const started = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? String(answer.reason) : []));
      try {
        assert.deepEqual(failed, [], `round ${round}`);
        if (round === 0) await handOver(started[0]!, started.at(-1)!);
      } finally {
        await Promise.all(started.map(({ jobs }) => jobs.stop()));
        await Promise.all(databases.map(({ close }) => close()));
      }
    }
  });
});
