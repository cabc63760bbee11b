// Which keys may set the trace of a request, without a database query for each invented key.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { createTrust } from '../../src/server/trust.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const asked: string[] = [];
const trust = () => {
  asked.length = 0;
  return createTrust((key) => {
    asked.push(key);
    return key === 'away'
      ? Promise.reject(new Error('no database'))
      : Promise.resolve(key.startsWith('good'));
  });
};

it('a key is looked up once a minute', async () => {
  const isTrusted = trust();
  for (let times = 0; times < 5; times++) assert.equal(await isTrusted('good'), true);
  assert.deepEqual(asked, ['good']);
  vi.advanceTimersByTime(60_000);
  await isTrusted('good');
  assert.equal(asked.length, 2);
});

it('sixty invented keys a minute are looked up, also at once, and known keys still work', async () => {
  const isTrusted = trust();
  await isTrusted('good');
  const all = await Promise.all(Array.from({ length: 1000 }, (_, at) => isTrusted(`made up ${at}`)));
  assert.ok(all.every((each) => !each));
  assert.equal(asked.length, 61);
  assert.equal(await isTrusted('good'), true);
  assert.equal(await isTrusted('good too'), false);
  vi.advanceTimersByTime(60_000);
  assert.equal(await isTrusted('good too'), true);
});

it('no key is trusted while the database is away', async () => assert.equal(await trust()('away'), false));
