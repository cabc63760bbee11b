// The order in which the picker shows providers.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { advanceClock, listLinkProviders, startLink } from 'svc-link/contract';
import { createByUse } from '../../src/link/by-use.js';
import { openLinkRows, type LinkRows } from '../support/link-rows.js';
import { startTestService } from '../support/test-service.js';

const now = new Date('2026-03-10T12:00:00Z');
const fixed = ['aurora', 'borealis', 'cadence', 'delta'].map((slug) => ({ slug }));

describe('the order by use', () => {
  let rows: LinkRows;
  beforeAll(async () => {
    rows = await openLinkRows(now);
  });
  afterAll(() => rows.close());
  beforeEach(() => rows.db.deleteFrom('link_step').execute());

  /** Records steps of the team's links at a time. */
  async function record(at: string, providers: readonly string[], team_id = rows.teamId, step = 'connected') {
    const { session } = await rows.newSession();
    await rows.db
      .insertInto('link_step')
      .values(
        providers.map((provider) => ({
          session_id: session.id,
          team_id,
          day: at.slice(0, 10),
          // One of the known steps.
          step: step as 'connected',
          provider,
          error_type: null,
          at: new Date(at),
        })),
      )
      .execute();
  }
  const order = async (at = now, byUse = createByUse(rows.db)) =>
    (await byUse(rows.teamId, fixed, at)).map(({ slug }) => slug);

  it('is the fixed order if nobody has linked', async () => {
    assert.deepEqual(await order(), ['aurora', 'borealis', 'cadence', 'delta']);
  });

  it('begins with the providers that were linked most, and leaves the others in their places', async () => {
    await record('2026-03-09T23:59:59Z', ['delta', 'cadence', 'delta']);
    assert.deepEqual(await order(), ['delta', 'cadence', 'aurora', 'borealis']);
    await record('2026-02-10T00:00:00Z', ['borealis']);
    // Providers with equal counts keep the fixed order.
    assert.deepEqual(await order(), ['delta', 'borealis', 'cadence', 'aurora']);
  });

  it('does not count today, older days, other steps or other teams', async () => {
    await record('2026-03-10T00:00:00Z', ['delta']);
    await record('2026-02-09T23:59:59Z', ['delta']);
    await record('2026-03-09T10:00:00Z', ['delta'], rows.teamId, 'provider_chosen');
    await record('2026-03-09T10:00:00Z', ['delta'], rows.otherTeamId);
    assert.deepEqual(await order(), ['aurora', 'borealis', 'cadence', 'delta']);
  });

  it('stays the same for a day, in which it is counted once', async () => {
    const byUse = createByUse(rows.db);
    assert.deepEqual(await order(now, byUse), ['aurora', 'borealis', 'cadence', 'delta']);
    await record('2026-03-09T10:00:00Z', ['delta']);
    assert.deepEqual((await order(now, byUse))[0], 'aurora');
    const tomorrow = new Date('2026-03-11T00:00:00Z');
    assert.deepEqual((await order(tomorrow, byUse))[0], 'delta');
  });

  it('counts only the latest thousand links', async () => {
    await record('2026-03-01T10:00:00Z', Array(600).fill('cadence'));
    await record('2026-03-02T10:00:00Z', Array(450).fill('delta'));
    await record('2026-03-03T10:00:00Z', Array(550).fill('borealis'));
    assert.deepEqual(await order(), ['borealis', 'delta', 'aurora', 'cadence']);
  });

  it('reads the links again after a failure', async () => {
    let fails = true;
    const failing = new Proxy(rows.db, {
      get(target, name) {
        if (name === 'selectFrom' && fails) throw new Error('the database is away');
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const byUse = createByUse(failing);
    await assert.rejects(order(now, byUse), /away/);
    fails = false;
    assert.deepEqual((await order(now, byUse))[0], 'aurora');
  });
});

describe('the picker', () => {
  it('shows the providers that the team links most first, from the next day on, unless the token names an order', async () => {
    const service = await startTestService();
    try {
      const first = async (token: string) =>
        (await service.call(listLinkProviders, { token })).body.map(({ slug }) => slug).slice(0, 2);
      const link = await service.newLink();
      await service.signIn(link, 'ok@example.com', { provider: 'umbra_sleep' });
      assert.deepEqual(await first((await service.newLink()).token), ['aurora_ring', 'borealis_watch']);
      await service.call(advanceClock, { body: { advance_seconds: 86_400 } });

      const { token } = await service.newLink();
      assert.deepEqual(await first(token), ['umbra_sleep', 'aurora_ring']);
      const started = await service.call(startLink, { body: { link_token: token } });
      assert.equal(started.body.providers[0]?.slug, 'umbra_sleep');
      const named = await service.newLink({ filter_on_providers: ['zephyr_bed', 'umbra_sleep'] });
      assert.deepEqual(await first(named.token), ['zephyr_bed', 'umbra_sleep']);
      const other = await service.newTeam();
      assert.equal((await first((await service.newLink({}, other.apiKey)).token))[0], 'aurora_ring');
    } finally {
      await service.stop();
    }
  });
});
