// Whatever changes several deliveries of a webhook locks them in one order, so that no two wait for each other. This takes two
// connections to the database.
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, it } from 'vitest';
import { createWebhook } from 'svc-link/contract';
import { type Db, transact } from '../../src/db/index.js';
import { disable } from '../../src/webhooks/disable.js';
import { emitAll } from '../../src/webhooks/events.js';
import { deleteWebhooks, forgetWebhooks } from '../../src/webhooks/forget.js';
import { waitForTurns } from '../../src/webhooks/job.js';
import { recordArrived, recordFailed } from '../../src/webhooks/record-attempt.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop({ madeUpEvents: true }));

/** A webhook with two deliveries that are not sent. The one with the higher id is the older one. */
async function hooked() {
  const { db, jobs } = service.deps;
  const { id: team_id, apiKey } = await service.newTeam();
  const { body } = await service.call(createWebhook, { apiKey, body: { url: 'https://hooks.example.com/' } });
  const user = { id: await service.newUser(apiKey), team_id, client_user_id: null };
  const event = { type: 'daily.data.steps.created', user, data: { data: [], source: 1 } };
  const silent = { ...service.deps, jobs: { ...jobs, enqueueAll: () => Promise.resolve() } };
  await transact(db, (tx) => emitAll(silent, tx, [event, event]));
  const rows = await db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('webhook_id', '=', body.id)
    .orderBy('id')
    .execute();
  const [low = assert.fail(), high = assert.fail()] = rows.map(({ id }) => id);
  await sql`update webhook_delivery set created_on = created_on - interval '1 hour' where id = ${high}`.execute(
    db,
  );
  return { webhookId: body.id, team_id, low, high };
}
type Hooked = Awaited<ReturnType<typeof hooked>>;

const attempts = ({ low, high }: Hooked) => [high, low].map((id) => ({ id, attempts: 0 }));
const works: Readonly<Record<string, (db: Db, of: Hooked) => Promise<unknown>>> = {
  'what records that deliveries arrived': (db, of) =>
    recordArrived(
      db,
      of.webhookId,
      attempts(of).map((each) => ({ ...each, late: false, status: 204 })),
    ),
  'what records that deliveries failed': (db, of) =>
    transact(db, (tx) =>
      recordFailed(
        service.deps,
        tx,
        of.webhookId,
        attempts(of).map((each) => ({
          ...each,
          ...{
            url: 'https://hooks.example.com/',
            retries: 0,
            posted: { status: 500, retryAfter: undefined },
            problem: 'answered with 500',
          },
          ...{ passed: undefined, late: false },
        })),
      ),
    ),
  'what disables a webhook': (db, { webhookId }) => transact(db, (tx) => disable(tx, webhookId, 'requested')),
  'what makes deliveries wait for a turn': (db, of) =>
    transact(db, (tx) =>
      waitForTurns(
        service.deps.jobs,
        tx,
        attempts(of).map((each) => ({ ...each, webhook_id: of.webhookId, team_id: of.team_id, slow: false })),
      ),
    ),
  'what deletes the deliveries of a deleted webhook': async (db, { webhookId }) => {
    await transact(db, (tx) => deleteWebhooks(tx, { id: webhookId }, new Date()));
    await forgetWebhooks(db, new Date());
  },
};

for (const [name, work] of Object.entries(works))
  it(`${name} locks the one with the lowest id first`, async () => {
    const { db } = service.deps;
    const of = await hooked();
    const lock = (id: string) => sql`select from webhook_delivery where id = ${id} for update nowait`;
    let done: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      await lock(of.low).execute(tx);
      done = work(db, of);
      const waits = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%webhook_delivery%'`;
      // Asked within this transaction, a query would see the same moment again and again.
      while ((await waits.execute(db)).rows.length === 0) await turn();
      // It holds no other one while it waits: who has the lowest gets the others too.
      await lock(of.high).execute(tx);
    });
    await done;
    const left = await db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('webhook_id', '=', of.webhookId)
      .where('attempts', '=', 0)
      .where('status', '=', 'pending')
      .where('waits_turn', '=', false)
      .execute();
    assert.deepEqual(left, []);
  });
