import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { readClockAhead, type OpenDatabase } from '../../src/db/index.js';
import { tellOfClock } from '../../src/server/clock-check.js';
import { createLog } from '../../src/server/log.js';
import { openForTests } from '../support/memory-database.js';

describe('the clock of a process', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openForTests(assert.fail);
  });
  afterAll(() => database.close());

  const hours = (ahead: number) => () => Date.now() + ahead * 3_600_000;

  it('is compared with that of the database', async () => {
    assert.ok(Math.abs(await readClockAhead(database.check)) < 1);
    assert.equal(Math.round(await readClockAhead(database.check, hours(1))), 3600);
    assert.equal(Math.round(await readClockAhead(database.check, hours(-1))), -3600);
  });

  it('does not count what the question took', async () => {
    let asked = 0;
    const slow = (): number => Date.now() + 20_000 * asked++;
    assert.equal(await readClockAhead(database.check, slow), 0);
  });

  it('is an error in the log of a start if it is wrong', async () => {
    const lines: string[] = [];
    const log = createLog('error', { write: (line) => void lines.push(line) });
    await tellOfClock(database.check, log);
    assert.deepEqual(lines, []);
    await tellOfClock(database.check, log, hours(-1));
    assert.match(lines[0] ?? '', /"seconds_ahead":-3600,"msg":"the clock of this machine differs from/);
  });
});
