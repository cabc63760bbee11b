import type { QueueOptions } from 'pg-boss';

/** What a job of each lane is told: no more than which row to look at, so that nothing is known in two places. */
export interface LaneData {
  /** One attempt to deliver a webhook: the one after `attempts` others; `slow` if it has the places of those. */
  readonly webhook: { readonly delivery_id: string; readonly attempts: number; readonly slow?: true };
  /** A turn of a bulk operation, of which `from` items were done before; without it, all that is left. */
  readonly bulk: { readonly operation_id: string; readonly from?: number };
  /** What a new connection's provider has from before. */
  readonly pull: { readonly connection_id: string };
  /** An appointment that a partner is asked for. */
  readonly booking: { readonly appointment_id: string };
}
export type Lane = keyof LaneData;

/** When a job that rejected begins again. */
export const retryDelaySeconds = 1;

export interface LaneSettings {
  /** How many of its jobs a process does at once. */
  readonly places: number;
  /**
   * How many of one group run at once, so that none takes the lane, and how many more of its slow ones.
   * Processes that look at the same moment each count without the other's jobs.
   */
  readonly perGroup?: { readonly default: number; readonly slow?: number };
  /** How long a job may take, in seconds. */
  readonly longest: number;
  /** Says again and again that the jobs under way are: if that stops for so many seconds, another process begins them. */
  readonly heartbeat?: number;
}

/**
 * Work of one kind never waits for another's. What a lane has to do stands in rows of its own, and so do its
 * retries: pg-boss begins a job again only if it rejected or the process that had it is gone.
 */
export const lanes: { readonly [L in Lane]: LaneSettings } = {
  webhook: { places: 128, perGroup: { default: 32, slow: 4 }, longest: 60 },
  // However long it takes; if its process is gone, another one takes over within two minutes. A team has one place.
  bulk: { places: 2, perGroup: { default: 1 }, longest: 12 * 3600, heartbeat: 60 },
  pull: { places: 2, longest: 60 },
  booking: { places: 2, longest: 60 },
};
export const allLanes = Object.keys(lanes) as Lane[];

/** The same as pg-boss keeps it. */
export const queueOf = ({ longest, heartbeat }: LaneSettings): QueueOptions => ({
  expireInSeconds: longest,
  ...(heartbeat !== undefined && { heartbeatSeconds: heartbeat }),
  retryLimit: 1000,
  retryDelay: retryDelaySeconds,
  deleteAfterSeconds: 3600,
});
