// Puts a proxy that makes trouble between the tests of a file and their database. A failure is repeated by its seed, as far
// as the statements come in the same order.
import { randomInt } from 'node:crypto';
import { beforeAll } from 'vitest';
import { isDatabaseAway, openPostgres, sqlState } from '../../src/db/index.js';
import { createTables } from '../../src/server/create-tables.js';
import { createLog } from '../../src/server/log.js';
import { startFaultProxy } from './fault-proxy.js';

const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const share = 0.05;
const proxy = await startFaultProxy(process.env['TEST_DATABASE_URL'] ?? '', {
  // A request with an Idempotency-Key keeps its answer in the transaction that does its work.
  ...{ seed, losses: 'repeatable', repeated: /^insert into "kept_answer"/ },
  // Making the tables has a test of its own.
  share: process.env['LONG'] ? share : 0,
});
process.env['TEST_DATABASE_URL'] = proxy.url;
process.env['TEST_DATABASE_FAULTS'] = '1';

/** A start that fails is repeated by whatever runs the service, and goes on where the last one ended. */
for (let isMade = false; !isMade;) {
  const database = openPostgres(proxy.url, () => undefined);
  try {
    await createTables(database, createLog('silent'));
    isMade = true;
  } catch (error) {
    if (!isDatabaseAway(error) && !['40001', '40P01'].includes(sqlState(error) ?? '')) throw error;
  } finally {
    await database.close();
  }
}
proxy.set({ share });

// What a hook returns is called after all other hooks, so that the proxy ends last.
beforeAll(() => async () => {
  delete process.env['TEST_DATABASE_FAULTS'];
  console.log(
    `faults in ${proxy.statements} statements: ${JSON.stringify(proxy.counts)}, ${proxy.doubts} of them at the ends of requests that are repeated (SEED=${seed})`,
  );
  await proxy.close();
});
