// A person with more data than fits into a window: a window that was too large is not read again after each limit of the
// provider.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { stepDays } from '../../src/provider-data/days.js';
import { stepHistory } from '../../src/provider-data/history.js';
import { ProviderFailure } from '../../src/provider-http/index.js';
import { addDays, daysBetween, lastWholeDay } from '../../src/work/index.js';
import { createWithingsSimulator } from '../adapters/simulators/withings.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { playProvider, type ProviderScene } from './scene.js';

const now = new Date(Date.now() + 3_600_000);
const today = now.toISOString().slice(0, 10);
const simulator = createWithingsSimulator({ accountOf: (token) => token, until: lastWholeDay(now) });

let service: TestService;
let scene: ProviderScene;
beforeAll(async () => {
  service = await startTestService();
  scene = await playProvider(service, 'withings', simulator);
});
afterAll(async () => {
  await scene.stop();
  await service.stop();
});

/** How many days of nights fit into one window, and how many requests the provider allows before its limit is used up. */
const fit = 5;
const allowed = 60;

const usedUp = { kind: 'later', errorType: 'rate_limited', message: 'Used up.', retryAt: now } as const;

/** A provider that sends endless pages if more nights are requested, and that allows a limited number of requests. */
function manyNights() {
  const asked: { readonly from: string; readonly until: string; readonly page: number }[] = [];
  let left = allowed;
  const ask: ProviderScene['deps']['ask'] = (connection, purpose, use) =>
    scene.deps.ask(connection, purpose, (api) =>
      use({
        send: async (request) => {
          if (request.to !== '/v2/sleep') return api.send(request);
          if (left-- <= 0) throw new ProviderFailure(usedUp);
          const form = request.form ?? {};
          const [from, until] = [String(form['startdateymd']), String(form['enddateymd'])];
          const page = Number(form['offset'] ?? 0);
          asked.push({ from, until, page });
          const fits = daysBetween(from, until).length <= fit;
          const body = { series: [], more: !fits, offset: fits ? 0 : page + 1 };
          return fits ? api.send(request) : { status: 0, body };
        },
      }),
    );
  return { asked, deps: { ...scene.deps, ask }, renew: () => (left = allowed) };
}

const tooLong = ({ from, until }: { readonly from: string; readonly until: string }) =>
  daysBetween(from, until).length > fit;

it('past data is read to its end even if a limit allows little more than one full window', async () => {
  const { id } = await scene.connect('801');
  const { asked, deps, renew } = manyNights();
  let limits = 0;
  for (; limits < 60; limits++) {
    while (await stepHistory(deps, scene.adapter, id, now));
    const open = await service.deps.db
      .selectFrom('historical_pull')
      .select('id')
      .where('connection_id', '=', id)
      .where('ended_on', 'is', null)
      .execute();
    if (open.length === 0) break;
    renew();
    await service.deps.db
      .updateTable('historical_pull')
      .set({ next_attempt_at: now })
      .where('connection_id', '=', id)
      .where('ended_on', 'is', null)
      .execute();
  }
  assert.ok(limits < 60, `after ${limits} limits it goes on`);
  const starts = asked.filter((each) => each.page === 0 && !tooLong(each)).map(({ from }) => from);
  assert.equal(new Set(starts).size, starts.length, 'what fits is read once');
});

it('new days continue where the limit stopped them', async () => {
  const { id } = await scene.connect('802');
  const { db } = service.deps;
  while (await stepHistory(scene.deps, scene.adapter, id, now));
  await db
    .updateTable('historical_pull')
    .set({ pulled_until: addDays(today, -25) })
    .where('connection_id', '=', id)
    .execute();
  const { asked, deps, renew } = manyNights();
  const look = async () => {
    renew();
    await db.updateTable('connection').set({ next_pull_at: now }).where('id', '=', id).execute();
    return stepDays(deps, scene.adapter, id, now);
  };
  let limits = 0;
  while (!(await look())) assert.ok(++limits < 20, 'it comes to an end');
  assert.ok(limits > 0 && asked.some(tooLong));
});
