// A simulator with one person's data, and functions that read it, for tests of adapters by themselves.
import type { Adapter } from '../../src/adapters/index.js';
import type { ApiRequest } from '../../src/adapters/api.js';
import type { DayWindow } from '../../src/adapters/collection.js';
import { exchange, readItems, Refused } from './reading.js';
import type { Simulator, SimulatorOptions } from './simulators/simulator.js';

interface Scene<Records> {
  readonly adapter: Adapter;
  readonly create: (options: SimulatorOptions) => Simulator<Records>;
  /** The days that are read, up to the last day with records. */
  readonly window: DayWindow;
  /** The account as the adapter names it. */
  readonly account: string;
  /** The account as the simulator names it; absent if that is the same. */
  readonly person?: string;
}

/** A new simulator with the token `good` for the person, functions that read with it, and the person's records. */
export function sceneOf<Records>({ adapter, create, window, account, person = account }: Scene<Records>) {
  const accountOf = (token: string) => (token === 'good' ? person : undefined);
  const simulator = create({ accountOf, until: window.until });
  const reading = { adapter, simulator, token: 'good', account, window };
  return {
    simulator,
    records: simulator.records(person),
    reading,
    read: (resource: string) => readItems(reading, resource),
    api: {
      async send(request: ApiRequest) {
        const answer = await exchange(reading, request);
        if (answer.status >= 300 && !request.alsoSuccess?.includes(answer.status)) throw new Refused(answer);
        return answer.body;
      },
    },
  };
}
