// The pure parts of the console; test/e2e/console.test.ts uses the page.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import fc from 'fast-check';
import { conversions, dayBefore, daysOf, problemSeries } from '../../console/funnel.js';
import { fragmentOf, readRoute, teamTabs, type Route } from '../../console/route.js';

const teamId = '00000000-0000-4000-8000-000000000002';
const webhookId = '11111111-1111-4111-8111-111111111111';

describe('an address of the console', () => {
  const routes: readonly Route[] = [
    { view: 'teams' },
    { view: 'keys' },
    ...teamTabs.map((tab) => ({ view: 'team', teamId, tab }) as const),
    { view: 'team', teamId, tab: 'webhooks', item: webhookId },
    { view: 'team', teamId, tab: 'providers', item: 'quartz_scale' },
    { view: 'user', teamId, item: webhookId },
  ];

  it('is read as it was written', () => {
    for (const route of routes) assert.deepEqual(readRoute(fragmentOf(route)), route);
    assert.equal(new Set(routes.map(fragmentOf)).size, routes.length);
  });

  it('leads to the teams where it names nothing', () => {
    for (const text of [
      '',
      '#',
      '#/',
      '#/nowhere',
      '#/team',
      '#/team/nonsense',
      `#/team/${teamId}/nowhere`,
      `#/team/${teamId}/bulk/${webhookId}`,
      `#/team/${teamId}/webhooks/nonsense`,
      `#/team/${teamId}/webhooks/${webhookId}/more`,
      `#/team/${teamId}/providers/Quartz`,
      `#/team/${teamId}/users`,
      `#/team/${teamId}/users/quartz_scale`,
      '#/keys/more',
    ])
      assert.deepEqual(readRoute(text), { view: 'teams' }, text);
  });

  it('is read whatever it is', () => {
    fc.assert(fc.property(fc.string(), (text) => fragmentOf(readRoute(text)).startsWith('#/')));
  });
});

describe('the shares of a funnel', () => {
  it('are of the step before, and of the sign-in after the code that few are asked for', () => {
    const steps = ['opened', 'provider_chosen', 'signed_in', 'challenged', 'connected'];
    const from = conversions(steps.map((step, index) => ({ step, sessions: 10 - index })));
    assert.deepEqual(
      from.map((each) => each.from?.step),
      [undefined, 'opened', 'provider_chosen', 'signed_in', 'signed_in'],
    );
  });
});

describe('the days of a range', () => {
  it('go over the ends of months and years, and leave out the end', () => {
    assert.deepEqual(daysOf({ start: '2027-12-30', end: '2028-01-02' }), [
      '2027-12-30',
      '2027-12-31',
      '2028-01-01',
    ]);
    assert.equal(dayBefore('2028-03-01', 1), '2028-02-29');
    assert.equal(daysOf({ start: dayBefore('2026-11-23', 90), end: '2026-11-23' }).length, 90);
    assert.deepEqual(daysOf({ start: '2026-01-01', end: '2026-01-01' }), []);
  });
});

describe('problems by day', () => {
  const dates = ['2026-01-01', '2026-01-02'];

  it('name the most frequent ones, and the rest together', () => {
    const problems = ['a', 'b', 'c', 'd'].map((error_type) => ({ error_type, sessions: 1, times: 1 }));
    const days = problems.map(({ error_type }, index) => ({
      date: dates[index % 2] ?? '',
      error_type,
      times: 1,
    }));
    assert.deepEqual(problemSeries({ problems, days }, dates, 2), [
      { errorType: 'a', times: [1, 0] },
      { errorType: 'b', times: [0, 1] },
      { errorType: null, times: [1, 1] },
    ]);
    // A single remaining kind keeps its name.
    assert.deepEqual(
      problemSeries({ problems, days }, dates, 3).map(({ errorType }) => errorType),
      ['a', 'b', 'c', 'd'],
    );
  });

  it('are all there, however they are put together', () => {
    const kind = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i');
    const day = fc.record({ date: fc.constantFrom(...dates), error_type: kind, times: fc.nat(50) });
    fc.assert(
      fc.property(fc.array(day), (days) => {
        const kinds = [...new Set(days.map(({ error_type }) => error_type))];
        const problems = kinds.map((error_type) => ({ error_type, sessions: 1, times: 1 }));
        const shown = problemSeries({ problems, days }, dates).flatMap(({ times }) => times);
        const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
        assert.equal(sum(shown), sum(days.map(({ times }) => times)));
      }),
    );
  });
});
