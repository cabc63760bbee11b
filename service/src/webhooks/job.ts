import type { LaneData } from '../jobs/index.js';

/** What decides whether the deliveries to a webhook are throttled. */
export interface Receiver {
  readonly team_id: string;
  readonly failing_since: Date | null;
  readonly slow: boolean;
}

/** Whether deliveries are limited to the few places of webhooks that fail or answer slowly. */
export const isThrottled = ({ failing_since, slow }: Receiver): boolean => failing_since !== null || slow;

/** One attempt as a job. All webhooks of a team share its places. */
export const deliveryJob = (
  delivery_id: string,
  attempts: number,
  teamId: string,
  slow: boolean,
): {
  readonly data: LaneData['webhook'];
  readonly group: { readonly id: string; readonly slow: boolean };
} => ({
  data: { delivery_id, attempts, ...(slow && { slow }) },
  group: { id: teamId, slow },
});
