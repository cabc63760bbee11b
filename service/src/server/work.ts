import { workOperation } from '../bulk/index.js';
import type { Deps } from '../deps.js';
import { stepAppointment } from '../orders/index.js';
import type { FetchPool } from '../provider-data/index.js';
import { pullConnection } from '../pulls/index.js';
import { createDeliverer } from '../webhooks/index.js';
import { allLanes, type Lane, type LaneData } from '../jobs/index.js';

type Worker<L extends Lane> = (data: LaneData[L], signal: AbortSignal) => Promise<void>;

/** The handler of each lane. */
const workers: { readonly [L in Lane]: (deps: Deps, fetching: FetchPool) => Worker<L> } = {
  booking: (deps) => (data) => stepAppointment(deps, data),
  bulk: (deps) => (data, signal) => workOperation(deps, data, signal),
  pull: (deps, fetching) => async (data, signal) => {
    if (!(await pullConnection(deps, data.connection_id, signal))) fetching.look();
  },
  webhook: createDeliverer,
};

/** Lets the work of every lane begin. */
export function startWork(deps: Deps, fetching: FetchPool): void {
  const start = <L extends Lane>(lane: L): void => deps.jobs.work(lane, workers[lane](deps, fetching));
  for (const lane of allLanes) start(lane);
}
