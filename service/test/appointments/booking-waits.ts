// The waits of bookings. They end only when a test says so.
import assert from 'node:assert/strict';
import type { TestService } from '../support/test-service.js';

/** Ends the wait of the latest booking. */
export async function endWait(service: TestService, milliseconds: number): Promise<void> {
  await service.waiting();
  const wait = service.waits.at(-1);
  assert.equal(wait?.milliseconds, milliseconds);
  wait.finish();
}
export const endWaits = (service: TestService): void =>
  service.waits.splice(0).forEach(({ finish }) => finish());
