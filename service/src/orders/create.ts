import { randomUUID } from 'node:crypto';
import type { LabTest, Order } from 'svc-link/contract';
import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { emit } from '../webhooks/index.js';
import { findLabTest, toLabTest } from '../lab-tests/index.js';
import { findUser } from '../accounts/index.js';
import { toOrder, type OrderRow } from './rows.js';

/** When the results for a sample taken at this moment are due. */
export const resultsAfter = (sample: Date, { turnaround_days }: Pick<LabTest, 'turnaround_days'>): Date =>
  after(sample, turnaround_days * 86_400);

/**
 * Orders a test. While no visit is booked, the patient is assumed to go to the laboratory, so that results come in any
 * case.
 */
export async function createOrder(
  deps: Pick<Deps, 'clock' | 'jobs' | 'secrets'>,
  tx: Tx,
  teamId: string,
  userId: string,
  labTestId: string,
): Promise<Order> {
  const test = findLabTest(labTestId);
  const user = await findUser(tx, teamId, userId, true);
  const now = deps.clock.now();
  const row: Omit<OrderRow, 'place' | 'results_place'> = {
    id: randomUUID(),
    team_id: teamId,
    user_id: user.id,
    lab_test_id: test.id,
    status: 'received',
    interpretation: null,
    sealed_results: null,
    unsealed_results: null,
    results_due_at: resultsAfter(now, toLabTest(test)),
    results_on: null,
    created_on: now,
    updated_on: now,
  };
  await tx
    .insertInto('lab_order')
    .values({ ...row, unsealed_results: null })
    .execute();
  const order = await toOrder(tx, deps, row);
  await emit(deps, tx, { type: 'labtest.order.created', user, data: order });
  return order;
}
