import type { WebhookDelivery } from '../contract/index.js';

/**
 * Replays what has not arrived, and answers how much that was. What waits for a retry comes first: what failed is among
 * those once it was replayed.
 */
export async function replayMissed(
  list: (status: 'pending' | 'failed') => AsyncIterable<WebhookDelivery>,
  replay: (id: string) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  for (const status of ['pending', 'failed'] as const)
    for await (const { id, attempts } of list(status)) {
      // Nothing was tried so far: it is on its way.
      if (status === 'pending' && attempts === 0) continue;
      await replay(id);
      count++;
    }
  return count;
}
