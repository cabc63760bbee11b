import type { ProviderHealth } from 'svc-link/contract';
import { expect, it } from 'vitest';
import { statesOf } from '../../console/provider-state.js';

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
