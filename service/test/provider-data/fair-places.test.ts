// That neither the past of many people keeps others from their new days, nor one team's import another team's link.
import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it, vi } from 'vitest';
import type { Adapter, Failure } from '../../src/adapters/index.js';
import { startFetching } from '../../src/provider-data/index.js';
import { ProviderFailure } from '../../src/provider-http/index.js';
import { dayOf } from '../../src/work/index.js';
import { createPolarSimulator } from '../adapters/simulators/polar.js';
import { createWhoopSimulator } from '../adapters/simulators/whoop.js';
import { createWithingsSimulator } from '../adapters/simulators/withings.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { playProvider, type ProviderScene } from './scene.js';

const options = { accountOf: (token: string) => token, until: dayOf(new Date()), days: 5 };
const simulators = {
  polar: createPolarSimulator(options),
  whoop: createWhoopSimulator(options),
  withings: createWithingsSimulator(options),
};
type Slug = keyof typeof simulators;
const minutesAgo = (count: number): Date => new Date(Date.now() - count * 60_000);
/** So that each connection is asked for only once. */
const tomorrow: Failure = {
  kind: 'later',
  errorType: 'rate_limited',
  message: 'The limit is used up.',
  retryAt: minutesAgo(-1440),
};

let service: TestService;
const scenes = new Map<string, ProviderScene>();
beforeAll(async () => {
  service = await startTestService();
  for (const [slug, simulator] of Object.entries(simulators))
    scenes.set(slug, await playProvider(service, slug, simulator));
});
afterEach(async () => {
  await service.deps.db.updateTable('connection').set({ status: 'paused' }).execute();
});
afterAll(async () => {
  for (const scene of scenes.values()) await scene.stop();
  await service.stop();
});

let accounts = 0;
const link = (slug: Slug) => (scenes.get(slug) ?? assert.fail()).connect(`9${accounts++}`);
async function importPeople(slug: Slug, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await link(slug);
}
/** A connection whose past data is complete and whose new days are due. */
async function overdueLook(slug: Slug): Promise<string> {
  const { id } = await link(slug);
  const { db } = service.deps;
  await db
    .updateTable('historical_pull')
    .set({ status: 'success', ended_on: new Date(), next_attempt_at: null, pulled_until: dayOf(new Date()) })
    .where('connection_id', '=', id)
    .execute();
  const due = { next_pull_at: minutesAgo(1) };
  await db.updateTable('connection').set(due).where('id', '=', id).execute();
  return id;
}

/** Fetches until `count` connections were asked for. Returns them in that order. */
async function firstAsked(count: number): Promise<readonly string[]> {
  const asked: string[] = [];
  const deps = {
    ...(scenes.get('withings') ?? assert.fail()).deps,
    ask: ({ id }: { readonly id: string }) => {
      asked.push(id);
      return Promise.reject(new ProviderFailure(tomorrow));
    },
  };
  const adapters = new Map<string, Adapter>([...scenes].map(([slug, { adapter }]) => [slug, adapter]));
  const pool = startFetching(deps, adapters);
  await vi.waitFor(() => assert.ok(asked.length >= count), { timeout: 60_000 });
  await pool.stop();
  return asked.slice(0, count);
}

describe('many connections whose past is due', () => {
  it('do not keep another connection of their provider from its new days', async () => {
    await importPeople('withings', 30);
    const look = await overdueLook('withings');
    assert.ok((await firstAsked(10)).includes(look));
  });

  it('do not, with two providers, keep one of a third from its new days', async () => {
    await importPeople('withings', 20);
    await importPeople('whoop', 20);
    const look = await overdueLook('polar');
    assert.ok((await firstAsked(10)).includes(look));
  });

  it('do not keep the link of another team from its past', async () => {
    await importPeople('withings', 20);
    const { id, userId } = await link('withings');
    const { id: team_id } = await service.newTeam();
    const { db } = service.deps;
    await db.updateTable('app_user').set({ team_id }).where('id', '=', userId).execute();
    // No connection changes its team by itself, so nothing but its end and beginning tells the pulls of it.
    for (const status of ['paused', 'connected'] as const)
      await db.updateTable('connection').set({ team_id, status }).where('id', '=', id).execute();
    // Of those, the newest as well.
    await importPeople('withings', 10);
    // One turn of the other team, and the place for new days that nobody needs.
    assert.ok((await firstAsked(3)).includes(id));
  });
});

describe('many connections whose new days are due', () => {
  it('do not keep a new link of their provider from its past', async () => {
    for (let n = 0; n < 20; n++) await overdueLook('withings');
    const { id } = await link('withings');
    assert.ok((await firstAsked(10)).includes(id));
  });
});
