// When the use of a key is noted in memory and stored, by a clock that the tests move.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it, vi } from 'vitest';
import { createKey, storeUses, storeUsesRegularly } from '../../src/auth/index.js';
import { noteUse } from '../../src/auth/last-use.js';
import { transact, type Db } from '../../src/db/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { realClock } from '../../src/work/index.js';
import { startTestService, type TestService } from '../support/test-service.js';

const minute = 60_000;
const mostKept = 100_000;
/** A failing clock stands for a database that is away. */
const broken = { ...realClock, advanced: () => Number.NaN };

describe('the note of a key’s use', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  let db: Db;
  const began = Date.parse('2026-05-04T12:00:00.500Z');
  beforeEach(() => {
    // Notes belong to the object, so that each test begins without any.
    db = service.deps.db.withoutPlugins();
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: began });
  });
  afterEach(() => void vi.useRealTimers());

  const newKey = async (): Promise<string> =>
    (await transact(db, (tx) => createKey(tx, { kind: 'team', id: seededTeam }, 'used', new Date(0)))).row.id;
  const store = (clock = realClock) => storeUses(db, clock);
  const stored = async (id: string) =>
    (await db.selectFrom('api_key').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow())
      .last_used_at;
  const forget = (id: string) =>
    db.updateTable('api_key').set({ last_used_at: null }).where('id', '=', id).execute();
  /** Whether a use at this moment is stored. */
  async function isNoted(id: string, milliseconds: number): Promise<boolean> {
    vi.setSystemTime(began + milliseconds);
    await forget(id);
    noteUse(db, id);
    await store();
    return (await stored(id)) !== null;
  }

  it('is made at the first use, then once a minute, whatever other keys do', async () => {
    const [id, other] = [await newKey(), await newKey()];
    assert.equal(await isNoted(id, 0), true);
    noteUse(db, other);
    assert.equal(await isNoted(id, 1), false);
    assert.equal(await isNoted(id, minute - 1), false);
    assert.equal(await isNoted(id, minute), true);
    assert.equal(await isNoted(id, minute + 1), false);
  });

  it('has the time of the use by the service’s clock', async () => {
    const id = await newKey();
    noteUse(db, id);
    vi.setSystemTime(began + 5000);
    await store({ ...realClock, advanced: () => 86_400 });
    assert.deepEqual(await stored(id), new Date(began + 86_400_000));
  });

  it('is not stored twice, and not at all if there is none', async () => {
    await store(broken);
    const id = await newKey();
    noteUse(db, id);
    await store();
    await forget(id);
    await store();
    assert.equal(await stored(id), null);
  });

  it('is kept if it cannot be stored, unless there is a later one', async () => {
    const [id, other] = [await newKey(), await newKey()];
    noteUse(db, id);
    noteUse(db, other);
    const later = began + minute;
    const noting = {
      ...realClock,
      advanced() {
        vi.setSystemTime(later);
        noteUse(db, id);
        return Number.NaN;
      },
    };
    await assert.rejects(store(noting), RangeError);
    await store();
    assert.deepEqual([await stored(id), await stored(other)], [new Date(later), new Date(began)]);
  });

  it('takes no more memory than 100,000 of them', async () => {
    const [first, last] = [await newKey(), await newKey()];
    noteUse(db, first);
    for (let n = 1; n < mostKept; n++) noteUse(db, randomUUID());
    noteUse(db, last);
    await store();
    // As many waited to be stored as may, so that one more did not.
    assert.deepEqual([await stored(first), await stored(last)], [new Date(began), null]);
    // What was remembered was forgotten for it, once.
    assert.equal(await isNoted(first, 1000), true);
    assert.equal(await isNoted(first, 2000), false);
  });

  it('is stored every ten seconds, and at the end', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const id = await newKey();
    const stop = storeUsesRegularly({ db, clock: realClock, log });
    noteUse(db, id);
    vi.advanceTimersByTime(9999);
    assert.equal(await stored(id), null);
    vi.advanceTimersByTime(1);
    await stop();
    assert.deepEqual(await stored(id), new Date(began));
    assert.deepEqual(lines, []);

    const stopAgain = storeUsesRegularly({ db, clock: broken, log });
    vi.setSystemTime(began + minute);
    noteUse(db, id);
    await stopAgain();
    assert.deepEqual(await stored(id), new Date(began));
    assert.match(lines.join(), /RangeError.*the last use of keys was not stored/);
    await store();
    assert.deepEqual(await stored(id), new Date(began + minute));
  });
});
