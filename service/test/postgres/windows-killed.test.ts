// A process that fetches data is killed at each step of a window. The
// next process loses nothing, and stores and reports nothing twice.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openDay } from '../../src/crypto/index.js';
import { stepDays } from '../../src/provider-data/days.js';
import { stepHistory } from '../../src/provider-data/history.js';
import { dayOf } from '../../src/work/index.js';
import { createWithingsSimulator } from '../adapters/simulators/withings.js';
import { playProvider, type ProviderScene } from '../provider-data/scene.js';
import { masterKey, startTestService, type TestService } from '../support/test-service.js';
import { type FetchSettings, fetchSteps, runFetchChild } from './fetch-children.js';

const account = '475';
// An hour later, so that work that is due soon is due here too.
const now = new Date(Date.now() + 3_600_000);
let service: TestService;
let scene: ProviderScene;
/** The stored data of a connection whose process was not killed. */
let whole: Awaited<ReturnType<typeof storedOf>>;

beforeAll(async () => {
  service = await startTestService();
  const simulator = createWithingsSimulator({ accountOf: (token) => token, until: dayOf(now), days: 70 });
  scene = await playProvider(service, 'withings', simulator);
  const { id, userId } = await scene.connect(account);
  await goOn(id);
  whole = await storedOf(id, userId);
});
afterAll(async () => {
  await scene.stop();
  await service.stop();
});

/** Continues the work, as another process does. */
async function goOn(id: string): Promise<void> {
  while (await stepHistory(scene.deps, scene.adapter, id, now));
  while (await stepDays(scene.deps, scene.adapter, id, now));
}

/** All days without the ids of their items, because these depend on the user, and the ids, the events and the progress. */
async function storedOf(id: string, userId: string) {
  const { db, secrets } = service.deps;
  const rows = await db
    .selectFrom('pulled_day')
    .selectAll()
    .where('connection_id', '=', id)
    .orderBy('resource')
    .orderBy('date')
    .execute();
  const read = rows.map((row) => ({ ...row, items: openDay(secrets, row) }));
  const pulls = await db
    .selectFrom('historical_pull')
    .select(['resource', 'status', 'pulled_from', 'pulled_until', 'error_details'])
    .where('connection_id', '=', id)
    .orderBy('resource')
    .execute();
  return {
    days: read.map(({ resource, date, told, items }) => ({
      ...{ resource, date, told },
      items: items.map((item) => ({ ...item, id: '' })),
    })),
    ids: read.flatMap(({ items }) => items.map((item) => item.id)),
    events: (await service.eventsOf(userId)).map(({ event_type }) => event_type).toSorted(),
    pulls,
  };
}

describe.each(['history', 'days'] as const)('killed in the %s', (phase) => {
  it.each(fetchSteps)('while %s, a process leaves everything to the next one', async (step) => {
    const { id, userId } = await scene.connect(account);
    const settings: FetchSettings = {
      database: process.env['TEST_DATABASE_URL'] ?? '',
      masterKey,
      provider: 'withings',
      api: scene.api,
      connection: id,
      now: now.toISOString(),
      // In the second of three windows of past days. New days are one window.
      dieAt: { phase, step, time: phase === 'history' ? 2 : 1 },
    };
    assert.equal(await runFetchChild(settings), 'SIGKILL', 'the step was reached');
    await goOn(id);
    const { ids, ...stored } = await storedOf(id, userId);
    assert.deepEqual({ ...stored, ids: whole.ids }, whole);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, whole.ids.length);
  });
});
