import type { WebhookDelivery } from '../contract/index.js';

/**
 * Replays all deliveries that have not arrived, and returns how many. Pending deliveries come first, because a failed
 * delivery is pending after its replay and would be replayed twice.
 */
export async function replayMissed(
  list: (status: 'pending' | 'failed') => AsyncIterable<WebhookDelivery>,
  replay: (id: string) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  for (const status of ['pending', 'failed'] as const)
    for await (const { id, attempts } of list(status)) {
      // The delivery has not been tried yet, so it is being sent already.
      if (status === 'pending' && attempts === 0) continue;
      await replay(id);
      count++;
    }
  return count;
}
