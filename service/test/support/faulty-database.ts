// Puts a proxy that causes faults between the tests of a file and their database.
// The seed repeats a failure, if the statements come in the same order.
import { randomInt } from 'node:crypto';
import { beforeAll } from 'vitest';
import { isDatabaseAway, openPostgres, sqlState } from '../../src/db/index.js';
import { createTables } from '../../src/server/create-tables.js';
import { createLog } from '../../src/server/log.js';
import { startFaultProxy } from './fault-proxy.js';

const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const share = 0.05;
const proxy = await startFaultProxy(process.env['TEST_DATABASE_URL'] ?? '', {
  // A request with an Idempotency-Key stores its answer in the transaction that does its work.
  ...{ seed, losses: 'repeatable', repeated: /^insert into "kept_answer"/ },
  // Another test makes the tables with faults.
  share: process.env['LONG'] ? share : 0,
});
process.env['TEST_DATABASE_URL'] = proxy.url;
process.env['TEST_DATABASE_FAULTS'] = '1';

/** If a start fails, whatever runs the service starts it again. The next start continues where the last one ended. */
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

// A function that a hook returns runs after all other hooks, so the proxy ends last.
beforeAll(() => async () => {
  delete process.env['TEST_DATABASE_FAULTS'];
  console.log(
    `faults in ${proxy.statements} statements: ${JSON.stringify(proxy.counts)}, ${proxy.doubts} of them at the ends of requests that are repeated (SEED=${seed})`,
  );
  await proxy.close();
});
