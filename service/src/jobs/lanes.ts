import type { Queue } from 'pg-boss';

/** The data of a job in each lane. It only names the row, so that nothing is stored in two places. */
export interface LaneData {
  /** An attempt to deliver a webhook, after `attempts` earlier ones. */
  readonly webhook: { readonly delivery_id: string; readonly attempts: number };
  /**
   * Attempts that are tried again later. They have their own lane
   * because very many may wait, and each search for jobs reads them.
   */
  readonly webhook_throttled: LaneData['webhook'];
  /** A turn of a webhook that answers slowly. */
  readonly webhook_slow: { readonly webhook_id: string };
  /** A turn of a webhook that fails, but not slowly. */
  readonly webhook_failing: LaneData['webhook_slow'];
  /** A turn of a bulk operation, which begins after `from` items. Without `from` it does all items that are left. */
  readonly bulk: { readonly operation_id: string; readonly from?: number };
  /** The pull of a new connection's past data. */
  readonly pull: { readonly connection_id: string };
  /** An appointment that a partner has to confirm. */
  readonly booking: { readonly appointment_id: string };
}
export type Lane = keyof LaneData;

/** How many seconds after a rejection a job runs again. */
export const retryDelaySeconds = 1;

export interface LaneSettings {
  /** How many jobs of the lane a process runs at once. */
  readonly places: number;
  /**
   * How many jobs of one group run at once, so that no group occupies the whole lane. Processes that search at the same moment do
   * not see each other's jobs and may exceed the limit.
   */
  readonly perGroup?: number;
  /**
   * Places that only groups with few jobs in progress get, fewer than `perGroup`: of the places that are still free, the more are in
   * use the fewer a group gets, and the last ones go to groups that have none. Otherwise a few groups with much to do, whose jobs
   * have waited longer, would keep all others waiting until they are done. The most places come first.
   */
  readonly reserved?: readonly { readonly places: number; readonly perGroup: number }[];
  /**
   * Whether only one job of each group may wait. Further ones are
   * left out, so a group's next job comes after those of all others.
   */
  readonly oneWaits?: boolean;
  /** How long a job may take, in seconds. */
  readonly longest: number;
  /** After how many seconds without a heartbeat another process runs the job. */
  readonly heartbeat?: number;
}

/**
 * A lane for each kind of work, so that no kind waits for another. The domain's tables store the work and its retries: pg-boss
 * runs a job again only if it rejected or its process has ended.
 */
export const lanes: { readonly [L in Lane]: LaneSettings } = {
  // A group is a team.
  webhook: {
    ...{ places: 128, perGroup: 32, longest: 60 },
    reserved: [
      { places: 48, perGroup: 8 },
      { places: 32, perGroup: 2 },
      { places: 16, perGroup: 1 },
    ],
  },
  // A group is a webhook. A job in this lane waits for a turn of its webhook, unless the webhook has recovered.
  webhook_throttled: { places: 128, perGroup: 2, longest: 60 },
  // A group is a webhook. Its turn ends when everything that was sent was answered or has timed out.
  webhook_slow: { places: 128, perGroup: 1, oneWaits: true, longest: 60 },
  // Separate from slow webhooks, so that a webhook that has just failed does not wait for those that hang.
  webhook_failing: { places: 128, perGroup: 1, oneWaits: true, longest: 60 },
  // A job takes as long as it needs. If its process has ended, another process takes over within two minutes.
  bulk: { places: 2, perGroup: 1, longest: 12 * 3600, heartbeat: 60 },
  pull: { places: 2, longest: 60 },
  booking: { places: 2, longest: 60 },
};

// Object.keys returns plain strings.
export const allLanes = Object.keys(lanes) as Lane[];

/** A lane's settings in the form of pg-boss. */
export const queueOf = ({ longest, heartbeat, oneWaits = false }: LaneSettings): Omit<Queue, 'name'> => ({
  ...(oneWaits && { policy: 'short' }),
  expireInSeconds: longest,
  ...(heartbeat !== undefined && { heartbeatSeconds: heartbeat }),
  retryLimit: 1000,
  retryDelay: retryDelaySeconds,
  deleteAfterSeconds: 3600,
});
