// What is counted and logged of fetches: the only trace of a provider that is away while nobody links it.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { registry } from '../../src/metrics/index.js';
import { stepHistory } from '../../src/provider-data/history.js';
import { ProviderFailure } from '../../src/provider-http/index.js';
import { dayOf } from '../../src/work/index.js';
import { createWithingsSimulator } from '../adapters/simulators/withings.js';
import { readSamples } from '../metrics/samples.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { playProvider, type ProviderScene } from './scene.js';

/** After everything that the tests connect. */
const now = new Date(Date.now() + 3_600_000);
const simulator = createWithingsSimulator({ accountOf: (token) => token, until: dayOf(now) });
let isAway = false;
/** What the provider answers about nights instead of them. */
let odd: (() => Response) | undefined;

let service: TestService;
let scene: ProviderScene;
beforeAll(async () => {
  service = await startTestService();
  const fetchApp: typeof simulator.app.fetch = (request) => {
    if (isAway) return new Response('down', { status: 500 });
    if (odd && new URL(request.url).pathname === '/v2/sleep') return odd();
    return simulator.app.fetch(request);
  };
  scene = await playProvider(service, 'withings', { app: { fetch: fetchApp } });
});
afterAll(async () => {
  await scene.stop();
  await service.stop();
});

const counted = async () => {
  const samples = readSamples(await registry.metrics());
  const of = (outcome: string) =>
    samples.sum('svc_provider_fetches_total', { provider: 'withings', outcome });
  const misfits = (kind: string) => samples.sum('svc_provider_misfits_total', { provider: 'withings', kind });
  return { done: of('done'), failed: of('failed'), answer: misfits('answer'), record: misfits('record') };
};

describe('fetches of data', () => {
  it('are counted if the provider answers', async () => {
    const before = await counted();
    const { id } = await scene.connect('800');
    assert.equal(await stepHistory(scene.deps, scene.adapter, id, now), true);
    assert.deepEqual(await counted(), { ...before, done: before.done + 1 });
  });

  it('are counted as failed if it does not, and the log says why', async () => {
    const before = await counted();
    const { id, userId } = await scene.connect('801');
    isAway = true;
    assert.equal(await stepHistory(scene.deps, scene.adapter, id, now), false);
    isAway = false;
    assert.deepEqual(await counted(), { ...before, failed: before.failed + 1 });
    const lines = service.logged().split('\n');
    const line = lines.find((each) => each.includes('"a provider did not give data"')) ?? assert.fail();
    assert.match(line, /"provider":"withings","reason":"The provider answered with status 500\."/);
    assert.ok(!line.includes(userId));
  });

  it('are no failure of the provider while its limit is used up', async () => {
    const before = await counted();
    const { id } = await scene.connect('802');
    const usedUp = { kind: 'later', errorType: 'rate_limited', message: 'The limit is used up.' } as const;
    const ask = () => Promise.reject(new ProviderFailure(usedUp));
    assert.equal(await stepHistory({ ...scene.deps, ask }, scene.adapter, id, now), false);
    assert.deepEqual(await counted(), before);
  });

  it('are counted apart if an answer or a record is not as documented: then data is missing without a failure', async () => {
    const before = await counted();
    const { id } = await scene.connect('803');
    for (const day of simulator.records('803').activities.slice(-2)) day['steps'] = 'many';
    assert.equal(await stepHistory(scene.deps, scene.adapter, id, now), true);
    assert.deepEqual(await counted(), { ...before, done: before.done + 1, record: before.record + 1 });

    odd = () => Response.json({ status: 0, body: { nights: 'many' } });
    assert.equal(await stepHistory(scene.deps, scene.adapter, id, now), true);
    odd = () => new Response('<h1>Not here</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
    assert.equal(await stepHistory(scene.deps, scene.adapter, id, now), true);
    odd = undefined;
    const { answer, record } = await counted();
    assert.deepEqual({ answer, record }, { answer: before.answer + 2, record: before.record + 1 });
    assert.match(service.logged(), /"misfit":"\w+: [\w.]+ invalid_type"/);
    assert.match(service.logged(), /"misfit":"\w+: The provider answered with status 404\."/);
  });

  it('tell of how many connections have something undocumented, so that one person’s is not taken for the provider’s', async () => {
    const connections = async () =>
      readSamples(await registry.metrics()).sum('svc_provider_misfit_connections', { provider: 'withings' });
    const before = await connections();
    odd = () => Response.json({ status: 0, body: { nights: 'many' } });
    const [one, other] = [await scene.connect('804'), await scene.connect('805')];
    for (const { id } of [one, one, one]) await stepHistory(scene.deps, scene.adapter, id, now);
    assert.equal(await connections(), before + 1);
    await stepHistory(scene.deps, scene.adapter, other.id, now);
    assert.equal(await connections(), before + 2);
    odd = undefined;

    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_601_000);
    try {
      assert.equal(await connections(), 0);
    } finally {
      later.mockRestore();
    }
  });
});
