// The work of a process besides answering requests.
import { grantResolver } from '../applications/index.js';
import { workOperation } from '../bulk/index.js';
import type { Deps } from '../deps.js';
import { createTokenKeeper, tendGrantsRegularly } from '../grants/index.js';
import { allLanes, type Lane, type LaneData } from '../jobs/index.js';
import { subscribeRegularly } from '../notices/index.js';
import { progressRegularly, stepAppointment } from '../orders/index.js';
import { askBy, type FetchPool, startFetching } from '../provider-data/index.js';
import { availableAdapters } from '../providers/index.js';
import { pullConnection, pullRegularly } from '../pulls/index.js';
import { sealOldRegularly } from '../upgrades/index.js';
import { createDeliverer, createTurns } from '../webhooks/index.js';
import { resumeRegularly } from './lost-jobs.js';
import { sweepRegularly } from './sweeps.js';

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
    webhook_slow: createTurns(deps, deliver, 'webhook_slow'),
    webhook_failing: createTurns(deps, deliver, 'webhook_failing'),
  };
}

export interface Work {
  /**
   * Begins nothing more, and waits for work in progress, above all for tokens that are
   * being renewed, which would be lost with the process. It does not wait for jobs, which
   * end with their lanes, or for data requests to providers, which `stopping` has ended.
   */
  stop(): Promise<void>;
}

/** Starts the work of every lane. */
export function startWork(deps: Deps, fetching: FetchPool): void {
  const workers = createWorkers(deps, fetching);
  const start = <L extends Lane>(lane: L): void => deps.jobs.work(lane, workers[lane]);
  for (const lane of allLanes) start(lane);
}

/** Starts all work: the lanes, the fetching of data, and the regular tasks. */
export function startAllWork(deps: Deps): Work {
  const grants = { ...deps, resolve: grantResolver(deps) };
  const tokens = createTokenKeeper(grants);
  const fetching = startFetching({ ...deps, ask: askBy(tokens) }, availableAdapters(deps.providerSettings));
  startWork(deps, fetching);
  const regular = [
    sweepRegularly(deps),
    pullRegularly(deps),
    progressRegularly(deps),
    resumeRegularly(deps),
    sealOldRegularly(deps),
    tendGrantsRegularly(grants),
    subscribeRegularly({ ...grants, tokens }),
  ];
  return {
    async stop() {
      await Promise.all([fetching.stop(), tokens.finish(), ...regular.map((stopRegular) => stopRegular())]);
    },
  };
}
