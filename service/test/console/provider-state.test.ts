import type { ProviderHealth } from 'svc-link/contract';
import { expect, it } from 'vitest';
import { bySide, statesOf } from '../../console/provider-state.js';

const withConnections = (connections: Partial<ProviderHealth['connections']>): ProviderHealth => ({
  provider: 'quartz_scale',
  name: 'Quartz Scale',
  application: null,
  connections: { connected: 0, paused: 0, error: 0, pulling: 0, retrying: 0, ...connections },
  problems: [],
  activity: null,
  limits: [],
});

it.each([
  [{}, ['plain', 'No connections']],
  [{ connected: 2 }, ['good', 'Working']],
  [{ connected: 1, paused: 3 }, ['good', 'Working']],
  [{ paused: 3 }, ['plain', 'Paused']],
  [{ paused: 3, error: 1 }, ['bad', '1 broken']],
] as const)('says of a provider with the connections %j: %j', (connections, badge) => {
  expect(statesOf(withConnections(connections))).toEqual([badge]);
});

it('begins with what fails for everybody, whether or not somebody is connected', () => {
  const failing = { ...withConnections({}), provider: 'failing', degraded: true };
  const broken = { ...withConnections({ error: 1 }), provider: 'broken' };
  expect(statesOf(failing)).toEqual([['bad', 'Sign-ins fail']]);
  expect(statesOf({ ...broken, degraded: true })).toEqual([
    ['bad', 'Sign-ins fail'],
    ['bad', '1 broken'],
  ]);
  const { used, unused } = bySide([withConnections({}), broken, failing]);
  expect(used.map(({ provider }) => provider)).toEqual(['failing', 'broken']);
  expect(unused.map(({ provider }) => provider)).toEqual(['quartz_scale']);
});
