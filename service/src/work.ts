import { workOperation } from './bulk/index.js';
import type { Deps } from './deps.js';
import { stepAppointment } from './orders/index.js';
import { pullConnection } from './pulls/index.js';
import { deliver } from './webhooks/index.js';
import { allLanes, type Lane, type LaneData } from './jobs/index.js';

type Worker<L extends Lane> = (deps: Deps, data: LaneData[L], signal: AbortSignal) => Promise<void>;

/** Who does the work of each lane. */
const workers: { readonly [L in Lane]?: Worker<L> } = {
  booking: stepAppointment,
  bulk: workOperation,
  pull: (deps, { connection_id }, signal) => pullConnection(deps, connection_id, signal),
  webhook: deliver,
};

/** Lets the work of every lane begin. */
export async function startWork(deps: Deps): Promise<void> {
  const start = async <L extends Lane>(lane: L): Promise<void> => {
    const worker = workers[lane];
    if (worker) await deps.jobs.work(lane, (data, signal) => worker(deps, data, signal));
  };
  await Promise.all(allLanes.map(start));
}
