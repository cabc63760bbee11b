// Notices that name days which no look would read again by itself: the next look begins with these days.
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, it } from 'vitest';
import { hmacSha256 } from '../../src/adapters/signatures.js';
import { transact } from '../../src/db/index.js';
import { storeConnections } from '../../src/link/store-connections.js';
import { noticesUrl } from '../../src/notices/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { addDays, dayOf } from '../../src/work/index.js';
import { startTestService, type TestService } from '../support/test-service.js';

const secret = 'of-notices';
const today = dayOf(new Date());
const ago = (days: number): string => addDays(today, -days);

let service: TestService;
beforeAll(async () => {
  const client = { client_id: 'the-service', client_secret: 'secret' };
  service = await startTestService({
    PROVIDERS: JSON.stringify({ withings: client, polar: { ...client, notices: { secret } } }),
  });
});
afterAll(() => service.stop());

/** A connection that was read up to today, with past data beginning on `since`. */
async function linked(provider: string, resources: readonly string[], since = ago(90)) {
  const { db } = service.deps;
  const userId = await service.newUser();
  const account = String(randomInt(1, 2 ** 40));
  const tokens = { accessToken: 'at', refreshToken: 'rt', expiresAt: Date.now() + 3_600_000 };
  const made = { provider, account, credentials: '{}', granted: [], denied: [], tokens, application: null };
  const user = { id: userId, team_id: seededTeam, client_user_id: null };
  await transact(db, (tx) => storeConnections(tx, service.deps, [{ user, made }]));
  const { id } = await db
    .updateTable('connection')
    .set({ next_pull_at: new Date(Date.now() + 3_600_000) })
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('historical_pull').where('connection_id', '=', id).execute();
  const pull = { connection_id: id, status: 'success', attempts: 0, created_on: new Date() } as const;
  const ended = { ended_on: new Date(), range_start: since, range_end: ago(1), pulled_until: today };
  for (const resource of resources)
    await db
      .insertInto('historical_pull')
      .values({ ...pull, ...ended, id: randomUUID(), resource })
      .execute();
  return {
    account,
    keepFrom: (kept_from: string) =>
      db.updateTable('connection').set({ kept_from }).where('id', '=', id).execute(),
    pulledUntil: async () => {
      const rows = await db
        .selectFrom('historical_pull')
        .select(['resource', 'pulled_until'])
        .where('connection_id', '=', id)
        .execute();
      return Object.fromEntries(rows.map((row) => [row.resource, row.pulled_until]));
    },
  };
}
async function send(slug: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  const to = noticesUrl(service.deps, slug, null);
  const { status } = await service.app.request(to, { method: 'POST', headers, body });
  assert.equal(status, 200);
}
const tellOfMovement = (account: string, date: string) => {
  const body = JSON.stringify({ event: 'ACTIVITY_SUMMARY', user_id: Number(account), date });
  return send('polar', body, { 'polar-webhook-signature': hmacSha256(secret, body, 'hex') });
};

it('make the next look begin with them, for the named resources', async () => {
  const { account, pulledUntil } = await linked('polar', ['activity', 'sleep']);
  await tellOfMovement(account, ago(40));
  // The look reads seven days more than necessary.
  assert.deepEqual(await pulledUntil(), { activity: ago(33), sleep: today });
  await tellOfMovement(account, ago(20));
  assert.deepEqual(await pulledUntil(), { activity: ago(33), sleep: today });
});

it('change nothing if they are read again anyway, or if the account is unknown', async () => {
  const { account, pulledUntil } = await linked('polar', ['activity']);
  await tellOfMovement(account, ago(7));
  await tellOfMovement(String(Number(account) + 1), ago(40));
  assert.deepEqual(await pulledUntil(), { activity: today });
});

it('reach no further back than past data does, and than data is kept', async () => {
  const [long, late, few] = [
    await linked('polar', ['activity'], ago(200)),
    await linked('polar', ['activity'], ago(50)),
    await linked('polar', ['activity']),
  ];
  await few.keepFrom(ago(30));
  for (const { account } of [long, late, few]) await tellOfMovement(account, '2001-01-01');
  assert.deepEqual(await long.pulledUntil(), { activity: ago(83) });
  assert.deepEqual(await late.pulledUntil(), { activity: ago(43) });
  assert.deepEqual(await few.pulledUntil(), { activity: ago(23) });
});

it('count even if a hint comes too soon to have another effect', async () => {
  const { account, pulledUntil } = await linked('withings', ['sleep', 'body']);
  const tell = (day: string) => {
    const seconds = Date.parse(day) / 1000;
    return send('withings', `userid=${account}&appli=44&startdate=${seconds}&enddate=${seconds}`);
  };
  await tell(today);
  await tell(ago(30));
  const { sleep, body } = await pulledUntil();
  // One extra day on both sides.
  assert.deepEqual([sleep, body], [ago(31 - 3), today]);
});
