// Which days are asked for next: each once, the newest first.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { adapters, daysInWindow, firstDay } from '../../src/adapters/index.js';
import { halvesOf, nextWindow, type PastPull, windowsOf } from '../../src/provider-data/windows.js';
import { addDays, daysBetween } from '../../src/work/index.js';

const days = fc.integer({ min: 0, max: 20_000 }).map((day) => addDays('2000-01-01', day));
const daysOf = ({ from, until }: { readonly from: string; readonly until: string }) =>
  daysBetween(from, until);

describe('windows of past data', () => {
  for (const adapter of adapters)
    it(`of ${adapter.slug} cover each day of each resource once, the newest first`, () => {
      fc.assert(
        fc.property(days, (last) => {
          let pulls: readonly PastPull[] = Object.keys(adapter.resources).map((resource) => ({
            resource,
            range_start: firstDay(adapter, resource, last),
            range_end: last,
            pulled_from: null,
            unread: null,
          }));
          const seen = new Map(pulls.map(({ resource }) => [resource, [] as string[]]));
          for (let next = nextWindow(adapter, pulls); next; next = nextWindow(adapter, pulls)) {
            const { window, pulls: together } = next;
            for (const { resource } of together) {
              assert.ok(daysOf(window).length <= daysInWindow(adapter, resource), resource);
              seen.get(resource)?.unshift(...daysOf(window));
            }
            pulls = pulls
              .map((pull) => (together.includes(pull) ? { ...pull, pulled_from: window.from } : pull))
              .filter(({ pulled_from, range_start }) => pulled_from === null || pulled_from > range_start);
          }
          for (const [resource, covered] of seen) {
            assert.equal(covered.at(-1), last, resource);
            const first = firstDay(adapter, resource, last);
            assert.deepEqual(
              covered.filter((day) => day >= first),
              daysBetween(first, last),
              resource,
            );
          }
        }),
        { numRuns: 20 },
      );
    });
});

describe('a range of days', () => {
  it('is cut into windows that cover it once, the newest first', () => {
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (from, length, most) => {
          const until = addDays(from, length);
          const windows = windowsOf({ from, until }, most);
          assert.ok(windows.every((window) => daysOf(window).length <= most));
          assert.deepEqual([...windows].reverse().flatMap(daysOf), daysBetween(from, until));
        },
      ),
    );
  });

  it('has two halves that cover it, unless it is one day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 60 }), (from, length) => {
        const window = { from, until: addDays(from, length) };
        const [newer, older] = halvesOf(window) ?? assert.fail();
        assert.deepEqual([...daysOf(older), ...daysOf(newer)], daysOf(window));
        assert.ok(daysOf(newer).length >= 1 && daysOf(older).length >= 1);
      }),
    );
    assert.equal(halvesOf({ from: '2026-01-01', until: '2026-01-01' }), undefined);
  });
});
