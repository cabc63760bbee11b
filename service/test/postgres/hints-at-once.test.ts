// Notices without proof, sent to two processes: both together look at the account only once in ten minutes.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, it, vi } from 'vitest';
import { transact } from '../../src/db/index.js';
import { storeConnections } from '../../src/link/index.js';
import { noticesUrl } from '../../src/notices/index.js';
import { takeHints } from '../../src/notices/take-hints.js';
import { seededTeam } from '../../src/server/seed.js';
import { type ChildService, startChild } from '../support/child-service.js';
import { masterKey, startTestService, type TestService } from '../support/test-service.js';

const PROVIDERS = JSON.stringify({ withings: { client_id: 'id', client_secret: 'secret' } });
let service: TestService;
let db: TestService['deps']['db'];
let processes: ChildService[];
let path: string;
let account: string;

beforeAll(async () => {
  service = await startTestService({ PROVIDERS });
  ({ db } = service.deps);
  const started = () =>
    startChild({
      DATABASE_URL: process.env['TEST_DATABASE_URL'] ?? '',
      SVC_MASTER_KEY: masterKey,
      SANDBOX_PROVIDERS: '1',
      PROVIDERS,
    });
  processes = await Promise.all([started(), started()]);
  path = new URL(noticesUrl(service.deps, 'withings', null)).pathname;
  // Each notice with an effect updates `next_pull_at`.
  await sql`create table looks (account text not null)`.execute(db);
  await sql
    .raw(
      `create function note_look() returns trigger language plpgsql as $$
        begin insert into looks values (new.provider_account); return new; end $$`,
    )
    .execute(db);
  await sql`create trigger note_look after update of next_pull_at on connection for each row execute function note_look()`.execute(
    db,
  );
});
afterAll(async () => {
  await Promise.all(processes.map((child) => child.end('SIGTERM')));
  await service.stop();
});
beforeEach(async () => {
  account = String(Math.floor(Math.random() * 2 ** 40));
  const user = { id: await service.newUser(), team_id: seededTeam, client_user_id: null };
  const tokens = { accessToken: randomUUID(), refreshToken: 'rt', expiresAt: Date.now() + 3_600_000 };
  const made = { provider: 'withings', account, credentials: '{}', granted: [], denied: [], tokens };
  // The connection looks claimed, so that no process fetches its data, and every hint with an effect is seen.
  await transact(db, async (tx) => {
    await storeConnections(tx, service.deps, [{ user, made }]);
    await tx
      .updateTable('connection')
      .set({ pull_until: new Date(Date.now() + 3_600_000) })
      .where('user_id', '=', user.id)
      .execute();
  });
  await sql`delete from looks`.execute(db);
});

/** Sends hints to the processes at the same moment. */
async function send(times: number, to = processes): Promise<void> {
  const body = `userid=${account}&appli=44&startdate=1&enddate=2`;
  const sent = to.flatMap(({ url }) =>
    Array.from({ length: times }, () => fetch(url + path, { method: 'POST', body })),
  );
  for (const { status } of await Promise.all(sent)) assert.equal(status, 200);
}
const looks = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from looks where account = ${account}`.execute(db);
  return rows[0]?.count ?? 0;
};

it('at once they have one effect together', async () => {
  await send(20);
  assert.equal(await looks(), 1);
});

it('what one process took, the other does not, until ten minutes have passed', async () => {
  const [one, other] = processes;
  await send(1, [one!]);
  assert.equal(await looks(), 1);
  await send(1, [other!]);
  assert.equal(await looks(), 1);
  await sql`update provider_grant set hinted_on = hinted_on - interval '10 minutes' where account = ${account}`.execute(
    db,
  );
  await send(1, [other!]);
  assert.equal(await looks(), 2);
});

it('takes grants in one order, whichever was stored first, so that two notices of many people do not wait for each other', async () => {
  const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  for (const id of [second, first])
    await sql`insert into provider_grant (id, provider, account, application, credentials, scopes, version, status, created_on, renewed_on)
      values (${id}, 'withings', ${id}, '', '\\x5a', '[]', 1, 'live', now(), now())`.execute(db);
  const lock = (tx: typeof db, id: string) =>
    sql`select from provider_grant where id = ${id} for update nowait`.execute(tx);
  let taken: ReturnType<typeof takeHints> | undefined;
  await db.transaction().execute(async (tx) => {
    await lock(tx, first);
    taken = takeHints(db, [second, first]);
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%hinted_on%'`.execute(
        db,
      );
      assert.equal(rows.length, 1);
    }, 20_000);
    await lock(tx, second);
  });
  assert.equal((await taken)?.size, 2);
});
