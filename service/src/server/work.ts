import { workOperation } from '../bulk/index.js';
import type { Deps } from '../deps.js';
import { stepAppointment } from '../orders/index.js';
import type { FetchPool } from '../provider-data/index.js';
import { pullConnection } from '../pulls/index.js';
import { createDeliverer } from '../webhooks/index.js';
import { allLanes, type Lane, type LaneData } from '../jobs/index.js';

type Worker<L extends Lane> = (data: LaneData[L], signal: AbortSignal) => Promise<void>;

/** The handler of each lane. */
function createWorkers(deps: Deps, fetching: FetchPool): { readonly [L in Lane]: Worker<L> } {
  const deliver = createDeliverer(deps);
  return {
    booking: (data) => stepAppointment(deps, data),
    bulk: (data, signal) => workOperation(deps, data, signal),
    async pull(data, signal) {
      if (!(await pullConnection(deps, data.connection_id, signal))) fetching.look();
    },
    webhook: (data, signal) => deliver(data, signal, 'webhook'),
    webhook_throttled: (data, signal) => deliver(data, signal, 'webhook_throttled'),
  };
}

/** Lets the work of every lane begin. */
export function startWork(deps: Deps, fetching: FetchPool): void {
  const workers = createWorkers(deps, fetching);
  const start = <L extends Lane>(lane: L): void => deps.jobs.work(lane, workers[lane]);
  for (const lane of allLanes) start(lane);
}
