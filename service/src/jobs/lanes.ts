import type { QueueOptions } from 'pg-boss';

/** The data of a job of each lane. It only names the row, so that nothing is stored in two places. */
export interface LaneData {
  /** One attempt to deliver a webhook, the one after `attempts` others. `slow`: it uses the places of slow jobs. */
  readonly webhook: { readonly delivery_id: string; readonly attempts: number; readonly slow?: true };
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
   * How many jobs of one group run at once, so that no group occupies the lane, and how many slow ones besides.
   * Processes that search at the same moment do not see each other's jobs and may pass the limit.
   */
  readonly perGroup?: { readonly default: number; readonly slow?: number };
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
  // With the most webhooks that a team may have, all of them throttled, others still have places.
  webhook: { places: 128, perGroup: { default: 32, slow: 2 }, longest: 60 },
  // Takes as long as it needs. If its process has ended, another one takes over within two minutes.
  bulk: { places: 2, perGroup: { default: 1 }, longest: 12 * 3600, heartbeat: 60 },
  pull: { places: 2, longest: 60 },
  booking: { places: 2, longest: 60 },
};

// Object.keys forgets what they are.
export const allLanes = Object.keys(lanes) as Lane[];

/** The same as pg-boss keeps it. */
export const queueOf = ({ longest, heartbeat }: LaneSettings): QueueOptions => ({
  expireInSeconds: longest,
  ...(heartbeat !== undefined && { heartbeatSeconds: heartbeat }),
  retryLimit: 1000,
  retryDelay: retryDelaySeconds,
  deleteAfterSeconds: 3600,
});
