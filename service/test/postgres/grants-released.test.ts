// A grant is released while another link of the same account stores it. This takes two connections to the database.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, it } from 'vitest';
import { sql } from 'kysely';
import { transact } from '../../src/db/index.js';
import { releaseGrants } from '../../src/grants/index.js';
import { storeConnections, type UsersConnection } from '../../src/link/store-connections.js';
import { seededTeam } from '../../src/server/seed.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let db: TestService['deps']['db'];
beforeAll(async () => {
  service = await startTestService();
  ({ db } = service.deps);
});
afterAll(() => service.stop());

const made = async (account: string): Promise<UsersConnection> => ({
  user: { id: await service.newUser(), team_id: seededTeam, client_user_id: null },
  made: {
    provider: 'oura',
    account,
    credentials: '{}',
    granted: ['daily'],
    denied: [],
    tokens: { accessToken: randomUUID(), refreshToken: 'rt', expiresAt: null },
  },
});
const isWaiting = async (): Promise<boolean> => {
  const { rows } = await sql`select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows.length > 0;
};

it('stays, and is not ended at the provider', async () => {
  const account = randomUUID();
  const [first, second] = [await made(account), await made(account)];
  await transact(db, (tx) => storeConnections(tx, service.deps, [first]));

  let stored = (): void => {};
  const isStored = new Promise<void>((resolve) => (stored = resolve));
  let end = (): void => {};
  const mayEnd = new Promise<void>((resolve) => (end = resolve));
  const linking = transact(db, async (tx) => {
    await storeConnections(tx, service.deps, [second]);
    stored();
    await mayEnd;
  });
  await isStored;
  const released = transact(db, async (tx) => {
    const ended = await tx
      .deleteFrom('connection')
      .where('user_id', '=', first.user.id)
      .returning('grant_id')
      .execute();
    await releaseGrants(
      tx,
      ended.map(({ grant_id }) => grant_id),
    );
  });
  while (!(await isWaiting()));
  end();
  await Promise.all([linking, released]);
  const connections = await db
    .selectFrom('connection')
    .innerJoin('provider_grant', 'provider_grant.id', 'connection.grant_id')
    .select('user_id')
    .where('account', '=', account)
    .execute();
  assert.deepEqual(connections, [{ user_id: second.user.id }]);
  assert.deepEqual(await db.selectFrom('provider_revocation').select('id').execute(), []);
});

it('two links of one account at the same moment share one grant', async () => {
  const account = randomUUID();
  const both = [await made(account), await made(account)];
  await Promise.all(both.map((one) => transact(db, (tx) => storeConnections(tx, service.deps, [one]))));
  const grants = await db
    .selectFrom('provider_grant')
    .innerJoin('connection', 'connection.grant_id', 'provider_grant.id')
    .select(['provider_grant.id', 'version'])
    .where('account', '=', account)
    .execute();
  assert.deepEqual([grants.length, new Set(grants.map(({ id }) => id)).size, grants[0]?.version], [2, 1, 2]);
});
