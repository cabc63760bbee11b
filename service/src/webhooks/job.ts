import type { LaneData } from '../jobs/index.js';

/** What decides which places the deliveries to a webhook have. */
export interface Receiver {
  readonly team_id: string;
  readonly failing_since: Date | null;
  readonly slow: boolean;
}

/** Whether deliveries have only the few places of those that fail or answer late. */
export const isHeldBack = ({ failing_since, slow }: Receiver): boolean => failing_since !== null || slow;

/** One attempt as a job. A team shares its places, however many webhooks it has. */
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
