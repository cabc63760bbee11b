// Two links that make the same connection at the same moment. This takes two connections to the database.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { readBodySummary } from 'svc-link/contract';
import { addDays, lastWholeDay } from '../../src/work/calendar.js';
import { transact } from '../../src/db/index.js';
import { fetchPast, storePast } from '../../src/pulls/historical.js';
import { pullDue } from '../../src/pulls/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { storeConnections } from '../../src/link/store-connections.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { gate } from '../support/gate.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('the later one takes the place of the other, whose data goes with it', async () => {
  const { deps, clock } = service;
  const { db } = deps;
  const user = { id: await service.newUser(), team_id: seededTeam, client_user_id: null };
  const made = (account: string) => [
    {
      user,
      made: {
        ...{ provider: 'quartz_scale', account, granted: [], denied: [] },
        credentials: JSON.stringify({ username: 'ok@example.com' }),
      },
    },
  ];
  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and query like 'insert into "connection"%'`.execute(db);
    return rows.length > 0;
  };

  const { promise: isStored, resolve: stored } = gate();
  const { promise: mayEnd, resolve: end } = gate();
  const first = transact(db, async (tx) => {
    await storeConnections(tx, deps, made('first'));
    const { id } = await tx
      .selectFrom('connection')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    const asked = await fetchPast({ ...deps, db: tx }, id, clock.now());
    assert.ok(asked);
    await storePast(tx, deps, asked, clock.now());
    stored();
    await mayEnd;
  });
  await isStored;
  const second = transact(db, (tx) => storeConnections(tx, deps, made('second')));
  while (!(await isWaiting())) await turn();
  end();
  await Promise.all([first, second]);

  const connections = await db
    .selectFrom('connection')
    .select('provider_account')
    .where('user_id', '=', user.id)
    .execute();
  assert.deepEqual(connections, [{ provider_account: 'second' }]);
  await pullDue(deps, clock.now());
  const yesterday = lastWholeDay(clock.now());
  const { status, body } = await service.call(readBodySummary, {
    apiKey: sandboxKeys.apiKey,
    params: { user_id: user.id },
    query: { start_date: addDays(yesterday, -89), end_date: yesterday },
  });
  assert.deepEqual([status, body?.body.length], [200, 90]);
});
