// Several processes that pull. Only connections beside each other can show this.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import { transact } from '../../src/db/index.js';
import { fetchNewDay, pullNewDay, storeNewDay } from '../../src/pulls/daily.js';
import { scheduleLate } from '../../src/pulls/begin.js';
import { claimable, workOnClaimed, takeSteps } from '../../src/pulls/claim.js';
import { stepPulls } from '../../src/pulls/historical.js';
import { pullDue } from '../../src/pulls/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
});
afterAll(() => service.stop());
afterEach(() => service.deps.db.deleteFrom('connection').execute());

async function connections(count: number): Promise<string[]> {
  const { db, secrets, clock } = service.deps;
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const id = randomUUID();
    const user_id = await service.newUser();
    const values = { provider: 'umbra_sleep', provider_account: id, status: 'connected' as const };
    const granted = { scopes_granted: '[]', scopes_denied: '[]', application: null };
    const credentials = secrets.seal('connection', id, '{"username":"ok@example.com"}');
    const row = { id, team_id: seededTeam, user_id, created_on: clock.now(), credentials };
    await db
      .insertInto('connection')
      .values({ ...row, ...values, ...granted })
      .execute();
    ids.push(id);
  }
  return ids;
}

describe('processes that pull at the same time', () => {
  it('claim connections of their own, and wait for none', async () => {
    const { db } = service.deps;
    const ids = await connections(30);
    const free = () => claimable(db, ['umbra_sleep']).where('connection.id', 'in', ids);
    const seen: string[] = [];
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let allClaimed = (): void => {};
    const claimed = new Promise<void>((resolve) => (allClaimed = resolve));
    const work = async (id: string): Promise<boolean> => {
      seen.push(id);
      if (seen.length === 3) allClaimed();
      await released;
      return true;
    };
    const all = [1, 2, 3].map(() => workOnClaimed(db, free(), work));
    await claimed;
    // Each of the three has claimed ten, so a fourth finds nothing.
    assert.equal(await workOnClaimed(db, free(), work), 0);
    release();
    assert.deepEqual(await Promise.all(all), [10, 10, 10]);
    assert.deepEqual([...seen].sort(), [...ids].sort());
  });

  it('hold no lock while a provider is asked', async () => {
    const { db } = service.deps;
    const [id = ''] = await connections(1);
    const found = claimable(db, ['umbra_sleep']).where('connection.id', '=', id);
    await workOnClaimed(db, found, async () => {
      const { rows } = await sql`select id from connection where id = ${id} for update nowait`.execute(db);
      assert.equal(rows.length, 1);
      return true;
    });
  });

  it('ask before any transaction begins', async () => {
    const { db, secrets, clock } = service.deps;
    const [id = ''] = await connections(1);
    await transact(db, (tx) => scheduleLate(tx, id, clock.now()));
    let transactions = 0;
    const watched = new Proxy(db, {
      get(target, name) {
        if (name === 'transaction') transactions += 1;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const before: number[] = [];
    const open: typeof secrets.open = (...sealed) => {
      before.push(transactions);
      return secrets.open(...sealed);
    };
    await stepPulls({ ...service.deps, db: watched, secrets: { ...secrets, open } }, id, clock.now());
    assert.deepEqual([before[0], transactions], [0, 1]);
  });

  it('leave a claim to nobody until its time is over, and keep it while they take steps', async () => {
    const { db } = service.deps;
    const [id = ''] = await connections(1);
    const found = () => claimable(db, ['umbra_sleep']).where('connection.id', '=', id);
    const nothing = () => Promise.resolve(true);
    const expire = () =>
      sql`update connection set pull_until = now() - interval '1 second' where id = ${id}`.execute(db);
    let steps = 0;
    await workOnClaimed(db, found(), async () => {
      await takeSteps(db, id, async () => {
        steps += 1;
        assert.equal(await workOnClaimed(db, found(), nothing), 0);
        await expire();
        return steps < 2;
      });
      return true;
    });
    assert.equal(steps, 2);
    await sql`update connection set pull_until = now() + interval '1 minute' where id = ${id}`.execute(db);
    assert.equal(await workOnClaimed(db, found(), nothing), 0);
    await expire();
    assert.equal(await workOnClaimed(db, found(), nothing), 1);
  });

  it('bring every day of every connection, and tell of each once', async () => {
    const { db, clock } = service.deps;
    const ids = await connections(12);
    const later = new Date(clock.now().getTime() + 3.5 * 86_400_000);
    await Promise.all([1, 2, 3].map(() => pullDue(service.deps, clock.now())));
    await Promise.all([1, 2, 3].map(() => pullDue(service.deps, later)));
    const told = await sql<{
      event_type: string;
      times: number;
    }>`select event_type, count(*)::integer as times
      from event join connection on connection.user_id = event.user_id
      where connection.id = any(${ids}) group by event.user_id, event_type`.execute(db);
    const timesOf = (type: string) =>
      told.rows.filter(({ event_type }) => event_type === type).map(({ times }) => times);
    for (const resource of ['sleep', 'sleep_cycle']) {
      assert.deepEqual(timesOf(`historical.data.${resource}.created`), Array(ids.length).fill(1));
      assert.deepEqual(timesOf(`daily.data.${resource}.created`), Array(ids.length).fill(3));
    }
    const left = await db.selectFrom('connection').select('id').where('pull_until', 'is not', null).execute();
    assert.deepEqual(left, []);
  });

  it('store a new day once, though two have asked for it', async () => {
    const { db, clock } = service.deps;
    const [id = ''] = await connections(1);
    await transact(db, (tx) => scheduleLate(tx, id, clock.now()));
    await pullDue(service.deps, clock.now());
    const later = new Date(clock.now().getTime() + 86_400_000);
    const asked = await fetchNewDay(service.deps, id, later);
    assert.ok(await pullNewDay(service.deps, id, later));
    const days = () => sql`select from pulled_day where connection_id = ${id}`.execute(db);
    const before = (await days()).rows.length;
    assert.ok(await transact(db, (tx) => storeNewDay(tx, service.deps, asked!)));
    assert.equal((await days()).rows.length, before);
    const { rows } = await sql`select from event join connection on connection.user_id = event.user_id
      where event_type = 'daily.data.sleep.created' and connection.id = ${id}`.execute(db);
    assert.equal(rows.length, 1);
  });
});
