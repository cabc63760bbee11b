// What the tests of Google Health share: a person with records, and the form of their items and points.
import assert from 'node:assert/strict';
import { googleHealth } from '../../src/adapters/google-health.js';
import { addDays } from '../../src/work/index.js';
import { sceneOf } from './scene.js';
import { createGoogleHealthSimulator } from './simulators/google-health.js';

export const account = 'abcd1234';
export const until = '2026-04-10';
export const window = { from: addDays(until, -89), until };
export const openGoogleHealth = () =>
  sceneOf({ adapter: googleHealth, create: createGoogleHealthSimulator, window, account });

/** The name of a data point, as Google writes it. */
export const named = (type: string, id: string) => ({
  dataPointName: `users/${account}/dataTypes/${type}/dataPoints/${id}`,
});

/** Fails if an item lacks one of the expected values. */
export const has = (item: Readonly<Record<string, unknown>> | undefined, expected: object): void => {
  assert.ok(item);
  assert.deepEqual({ ...item, ...expected }, item);
};
