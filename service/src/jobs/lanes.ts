import type { QueueOptions } from 'pg-boss';

/** What a job of each lane is told: no more than which row to look at, so that nothing is known in two places. */
export interface LaneData {
  /** One attempt to deliver a webhook: the one after `attempts` others. */
  readonly webhook: { readonly delivery_id: string; readonly attempts: number };
  /** A bulk operation, from where it stands to its end. */
  readonly bulk: { readonly operation_id: string };
  /** What a new connection's provider has from before. */
  readonly pull: { readonly connection_id: string };
  /** An appointment that a partner is asked for. */
  readonly booking: { readonly appointment_id: string };
}
export type Lane = keyof LaneData;

/** When a job that rejected begins again. */
export const retryDelaySeconds = 1;

/**
 * Work of one kind never waits for another's. What a lane has to do stands in rows of its own, and so do its
 * retries: pg-boss begins a job again only where it rejected or the process that had it is gone.
 */
export const lanes: {
  readonly [L in Lane]: {
    readonly workers: number;
    /** How many jobs of one group run at once, and of one that fails, so that none takes the lane. */
    readonly perGroup?: { readonly default: number; readonly failing: number };
    readonly queue: QueueOptions;
  };
} = {
  webhook: {
    workers: 8,
    perGroup: { default: 4, failing: 1 },
    queue: { expireInSeconds: 60, ...untilDone() },
  },
  // However long it takes; where its process is gone, another one takes over within two minutes.
  bulk: { workers: 2, queue: { expireInSeconds: 12 * 3600, heartbeatSeconds: 60, ...untilDone() } },
  pull: { workers: 2, queue: { expireInSeconds: 60, ...untilDone() } },
  booking: { workers: 2, queue: { expireInSeconds: 60, ...untilDone() } },
};
export const allLanes = Object.keys(lanes) as Lane[];

function untilDone(): QueueOptions {
  return { retryLimit: 1000, retryDelay: retryDelaySeconds, deleteAfterSeconds: 3600 };
}
