// Regular work ends, and continues with the other rows, whatever one row contains.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createWebhook } from 'svc-link/contract';
import type { Deps } from '../../src/deps.js';
import { openEvent } from '../../src/crypto/health-data.js';
import { resumeLost } from '../../src/server/lost-jobs.js';
import { sealOldHealthData } from '../../src/upgrades/seal-old-health-data.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop({ madeUpEvents: true }));

/** An event that a webhook will receive, or has received. Its delivery has no job. */
async function newDelivery(status: 'pending' | 'success', unsealed_data: string): Promise<string> {
  const { db } = service.deps;
  const { id: team_id, apiKey } = await service.newTeam();
  const { body: webhook } = await service.call(createWebhook, {
    apiKey,
    body: { url: 'http://127.0.0.1:1/' },
  });
  const created_on = new Date(service.clock.now().getTime() - 3_600_000);
  const event = { id: randomUUID(), team_id, user_id: randomUUID(), client_user_id: null };
  await db
    .insertInto('event')
    .values({ ...event, event_type: 'daily.data.steps.created', provider: null, unsealed_data, created_on })
    .execute();
  const delivery = { id: randomUUID(), webhook_id: webhook.id, event_id: event.id, status };
  await db
    .insertInto('webhook_delivery')
    .values({
      ...delivery,
      ...{ response_status: null, error: null, created_on },
      next_attempt_at: status === 'pending' ? created_on : null,
    })
    .execute();
  return event.id;
}

describe('regular work', () => {
  it('seals an event that an earlier version stored with null, and ends', async () => {
    const { db, secrets } = service.deps;
    const id = await newDelivery('success', 'null');
    let asked = 0;
    assert.equal(await sealOldHealthData(service.deps, () => ++asked < 100), true);
    const row = await db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    assert.deepEqual(openEvent(secrets, row), {});
  });

  it('enqueues the lost jobs of one lane even if those of another cannot be enqueued', async () => {
    const { db, jobs } = service.deps;
    await newDelivery('pending', '{}');
    const { id: team_id } = await service.newTeam();
    await db
      .insertInto('bulk_operation')
      .values({
        ...{ id: randomUUID(), team_id, type: 'bulk_pause', provider: 'quartz_scale', status: 'in_progress' },
        ...{ total: 1, processed: 0, failed: 0, keeps_outcome: false },
        ...{ started_at: service.clock.now(), ended_at: null },
      })
      .execute();
    const made: string[] = [];
    const enqueueAll: Deps['jobs']['enqueueAll'] = (_tx, lane, { length }) => {
      if (lane === 'bulk') return Promise.reject(new Error('made up'));
      if (length > 0) made.push(lane);
      return Promise.resolve();
    };
    await assert.rejects(resumeLost({ ...service.deps, jobs: { ...jobs, enqueueAll } }), /not done: bulk/);
    assert.deepEqual(made, ['webhook']);
  });
});
