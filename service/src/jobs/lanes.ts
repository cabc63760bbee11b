import type { Queue } from 'pg-boss';

/** The data of a job of each lane. It only names the row, so that nothing is stored in two places. */
export interface LaneData {
  /** One attempt to deliver a webhook, the one after `attempts` others. */
  readonly webhook: { readonly delivery_id: string; readonly attempts: number };
  /** The same for those that are tried again later. Very many may wait, and each search for jobs of a lane reads those that do. */
  readonly webhook_throttled: LaneData['webhook'];
  /** A turn of a webhook whose attempts take long. */
  readonly webhook_slow: { readonly webhook_id: string };
  /** The same of one that fails, and not slowly. */
  readonly webhook_failing: LaneData['webhook_slow'];
  /** A turn of a bulk operation that begins after `from` items; without `from`, all that is left. */
  readonly bulk: { readonly operation_id: string; readonly from?: number };
  /** The pull of a new connection's past data. */
  readonly pull: { readonly connection_id: string };
  /** An appointment that a partner has to confirm. */
  readonly booking: { readonly appointment_id: string };
}
export type Lane = keyof LaneData;

/** How long after a rejection a job is run again. */
export const retryDelaySeconds = 1;

export interface LaneSettings {
  /** How many of its jobs a process runs at once. */
  readonly places: number;
  /**
   * How many jobs of one group run at once, so that no group occupies the lane. Processes that search at the same moment do not see
   * each other's jobs and may pass the limit.
   */
  readonly perGroup?: number;
  /** Whether of each group no more than one job waits: what is enqueued beside it is left out. Then it comes after those of all others. */
  readonly oneWaits?: boolean;
  /** How long a job may take, in seconds. */
  readonly longest: number;
  /** Seconds without a heartbeat after which another process runs the job. */
  readonly heartbeat?: number;
}

/**
 * A lane for each kind of work, so that none waits for another. The work and its retries are in tables of the domain:
 * pg-boss runs a job again only if it rejected or its process has ended.
 */
export const lanes: { readonly [L in Lane]: LaneSettings } = {
  // A group is a team.
  webhook: { places: 128, perGroup: 32, longest: 60 },
  // A group is a webhook. What comes here waits for a turn, unless the webhook has recovered.
  webhook_throttled: { places: 128, perGroup: 2, longest: 60 },
  // A group is a webhook. Its turn ends once what was sent was answered or its time was over.
  webhook_slow: { places: 128, perGroup: 1, oneWaits: true, longest: 60 },
  // Apart from those, so that one that failed a moment ago does not wait for what hangs.
  webhook_failing: { places: 128, perGroup: 1, oneWaits: true, longest: 60 },
  // Takes as long as it needs. If its process has ended, another one takes over within two minutes.
  bulk: { places: 2, perGroup: 1, longest: 12 * 3600, heartbeat: 60 },
  pull: { places: 2, longest: 60 },
  booking: { places: 2, longest: 60 },
};

// Object.keys forgets what they are.
export const allLanes = Object.keys(lanes) as Lane[];

/** The same as pg-boss keeps it. */
export const queueOf = ({ longest, heartbeat, oneWaits = false }: LaneSettings): Omit<Queue, 'name'> => ({
  ...(oneWaits && { policy: 'short' }),
  expireInSeconds: longest,
  ...(heartbeat !== undefined && { heartbeatSeconds: heartbeat }),
  retryLimit: 1000,
  retryDelay: retryDelaySeconds,
  deleteAfterSeconds: 3600,
});
