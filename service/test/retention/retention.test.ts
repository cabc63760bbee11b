// How long data is kept: by the service's settings, and for less time by a team.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  createApiKey,
  createWebhook,
  readLinkFunnel,
  readTeam,
  updateTeam,
  type BodyOf,
} from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { pruneDays, pullDue } from '../../src/pulls/index.js';
import { readRetention } from '../../src/retention/index.js';
import { readSettings } from '../../src/server/settings.js';
import { sweep } from '../../src/server/sweeps.js';
import { addConnections, addUsers } from '../support/many-rows.js';
import { ofTeam } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

type Retention = NonNullable<BodyOf<typeof updateTeam>['retention']>;
interface Team {
  readonly id: string;
  readonly apiKey: string;
}

const day = 86_400_000;

describe('what is kept', () => {
  let service: TestService;
  /** One team keeps everything as long as the service, the other one for less. */
  let usual: Team;
  let short: Team;
  beforeAll(async () => {
    service = await startTestService({ RETENTION_LINKS_DAYS: '60', RETENTION_HEALTH_DAYS: '50' });
    usual = await service.newTeam();
    short = await service.newTeam();
    const retention = { links: 30, unstarted: 1, events: 4, operations: 5, health: 7 };
    assert.equal((await change(short, retention)).status, 200);
    for (const { apiKey } of [usual, short])
      await service.call(createWebhook, { apiKey, body: { url: 'https://nowhere.invalid/' } });
  });
  afterAll(() => service.stop());

  const change = ({ id }: Team, retention: Retention | null) =>
    service.call(updateTeam, { ...ofTeam(id), body: { retention } });
  const sweepAfter = (days: number) =>
    sweep(service.deps.db, new Date(service.clock.now().getTime() + days * day), service.deps.retention);
  /** The teams that still have rows of a table after `days`. */
  async function keptBy(table: 'link_session' | 'bulk_operation', days: number): Promise<string> {
    await sweepAfter(days);
    const rows = await service.deps.db
      .selectFrom(table)
      .select('team_id')
      .where('team_id', 'in', [usual.id, short.id])
      .distinct()
      .execute();
    return [usual, short]
      .filter(({ id }) => rows.some(({ team_id }) => team_id === id))
      .map((team) => (team === usual ? 'usual' : 'short'))
      .join();
  }

  it('is tokens that nobody started for 7 days, or as a team says', async () => {
    for (const { apiKey } of [usual, short]) await service.newToken({ user_label: 'Ada' }, apiKey);
    assert.equal(await keptBy('link_session', 0.9), 'usual,short');
    assert.equal(await keptBy('link_session', 1.1), 'usual');
    assert.equal(await keptBy('link_session', 6.9), 'usual');
    assert.equal(await keptBy('link_session', 7.1), '');
  });

  it('is sessions and their steps, of which figures stay', async () => {
    for (const { apiKey } of [usual, short])
      await service.signIn(await service.newLink({}, apiKey), 'ok@example.com');
    const funnel = async (team: Team) => (await service.call(readLinkFunnel, ofTeam(team.id))).body;
    const before = await funnel(short);
    assert.equal(before.steps[0]?.sessions, 1);
    assert.equal(await keptBy('link_session', 29.9), 'usual,short');
    assert.equal(await keptBy('link_session', 30.1), 'usual');
    assert.deepEqual(await funnel(short), before);
    assert.equal(await keptBy('link_session', 59.9), 'usual');
    assert.equal(await keptBy('link_session', 60.1), '');
    assert.deepEqual(await funnel(usual), before);
  });

  it('is a session for as long as its tokens are still to be ended', async () => {
    const { db, secrets } = service.deps;
    const { sessionId } = await service.newLink({}, usual.apiKey);
    const redeemed = secrets.seal('unnamed-grant', sessionId, '{}');
    const expires_at = new Date(Date.now() + 600_000);
    await db
      .insertInto('unnamed_tokens')
      .values({
        ...{ id: randomUUID(), session_id: sessionId, provider: 'oura', application: '' },
        redeemed,
        expires_at,
        next_look: expires_at,
      })
      .execute();
    assert.equal(await keptBy('link_session', 100), 'usual');
    await db.deleteFrom('unnamed_tokens').execute();
    assert.equal(await keptBy('link_session', 100), '');
  });

  it('is events with their deliveries', async () => {
    const { db } = service.deps;
    await db.deleteFrom('event').execute();
    for (const { apiKey } of [usual, short])
      await service.signIn(await service.newLink({}, apiKey), 'ok@example.com');
    const emitted = await db.selectFrom('event').select(['id', 'team_id']).execute();
    /** The teams that still have sign-in events. Events about a connection's first data are emitted while the test runs. */
    const keptAfter = async (days: number) => {
      await sweepAfter(days);
      const left = await db.selectFrom('event').select('id').execute();
      const hasOne = ({ id }: Team) =>
        emitted.some((event) => event.team_id === id && left.some((row) => row.id === event.id));
      return { usual: hasOne(usual), short: hasOne(short) };
    };
    assert.deepEqual(await keptAfter(3.9), { usual: true, short: true });
    assert.deepEqual(await keptAfter(4.1), { usual: true, short: false });
    assert.deepEqual(await keptAfter(29.9), { usual: true, short: false });
    // Including events that were never sent.
    const { numUpdatedRows } = await db
      .updateTable('webhook_delivery')
      .set({ status: 'pending', waits_turn: true })
      .where('event_id', 'in', db.selectFrom('event').select('id'))
      .executeTakeFirstOrThrow();
    assert.ok(numUpdatedRows > 0n);
    assert.deepEqual(await keptAfter(30.1), { usual: false, short: false });
    const deliveries = await db.selectFrom('webhook_delivery').select('event_id').execute();
    for (const { id } of emitted) assert.ok(deliveries.every(({ event_id }) => event_id !== id));
  });

  it('is bulk operations after their end', async () => {
    const { db, clock } = service.deps;
    const ended_at = clock.now();
    const counts = { total: 1, processed: 1, failed: 0, keeps_outcome: false } as const;
    for (const { id } of [usual, short]) {
      const operation = {
        id: randomUUID(),
        team_id: id,
        provider: 'aurora_ring',
        type: 'bulk_import',
      } as const;
      const row = { ...operation, ...counts, status: 'success', started_at: ended_at, ended_at } as const;
      await db.insertInto('bulk_operation').values(row).execute();
    }
    assert.equal(await keptBy('bulk_operation', 4.9), 'usual,short');
    assert.equal(await keptBy('bulk_operation', 5.1), 'usual');
    assert.equal(await keptBy('bulk_operation', 30.1), '');
  });

  it('is days of data for as long as the service or the team says, and the profile', async () => {
    const { db } = service.deps;
    const users: string[] = [];
    for (const { apiKey } of [usual, short]) {
      const link = await service.newLink({}, apiKey);
      await service.signIn(link, 'ok@example.com');
      users.push(link.userId);
    }
    await pullDue(service.deps, service.clock.now());
    const daysOf = async (userId: string) =>
      db
        .selectFrom('pulled_day')
        .innerJoin('connection', 'connection.id', 'pulled_day.connection_id')
        .select(['resource', 'date'])
        .where('user_id', '=', userId)
        .orderBy('date')
        .execute();
    const first = async (userId: string) =>
      (await daysOf(userId)).find(({ resource }) => resource !== 'profile')?.date;
    const ago = (days: number) =>
      new Date(service.clock.now().getTime() - days * day).toISOString().slice(0, 10);
    assert.ok(((await first(users[0]!)) ?? '') < ago(51));
    await sweepAfter(0);
    assert.deepEqual([await first(users[0]!), await first(users[1]!)], [ago(50), ago(7)]);
    await sweepAfter(1);
    assert.deepEqual([await first(users[0]!), await first(users[1]!)], [ago(49), ago(6)]);
    await sweepAfter(1000);
    for (const userId of users)
      assert.deepEqual(
        (await daysOf(userId)).map(({ resource }) => resource),
        ['profile'],
      );
  });

  it('is days of all connections after one sweep, however many there are', async () => {
    const { db } = service.deps;
    const kind = randomUUID();
    await addUsers(db, usual.id, kind, 350);
    await addConnections(db, usual.id, kind, 350);
    await sql`insert into pulled_day (connection_id, resource, date)
      select id, 'sleep', '2020-01-01' from connection where provider_account like ${kind} || '%'`.execute(
      db,
    );
    await sweepAfter(0);
    const left = await db.selectFrom('pulled_day').select('date').where('date', '=', '2020-01-01').execute();
    assert.deepEqual(left, []);
  });

  it('is days of one connection after some transactions, however many it has', async () => {
    const { db } = service.deps;
    const kind = randomUUID();
    await addUsers(db, usual.id, kind, 1);
    await addConnections(db, usual.id, kind, 1);
    const connection = db.selectFrom('connection').where('provider_account', '=', `${kind}1`);
    const { id } = await connection.select('id').executeTakeFirstOrThrow();
    // Three times as many rows as a transaction deletes, and one day that is kept.
    await sql`insert into pulled_day (connection_id, resource, date)
      select ${id}::uuid, 'sleep', to_char(date '1970-01-01' + n, 'YYYY-MM-DD') from generate_series(1, 15000) as n
      union all select ${id}::uuid, 'sleep', '2999-01-01'`.execute(db);
    const left = async () =>
      (await db.selectFrom('pulled_day').select('date').where('connection_id', '=', id).execute()).length;
    const keptFrom = async () =>
      (await connection.select('kept_from').executeTakeFirstOrThrow()).kept_from !== null;
    const { retention } = service.deps;
    const now = service.clock.now();
    for (const [days, isDone] of [
      [10_001, false],
      [5001, false],
      [1, true],
    ] as const) {
      assert.equal(await transact(db, (tx) => pruneDays(tx, now, retention)), true);
      assert.deepEqual([await left(), await keptFrom()], [days, isDone]);
    }
    assert.equal(await transact(db, (tx) => pruneDays(tx, now, retention)), false);
  });

  it('is counts of what providers did for 30 days', async () => {
    const { db } = service.deps;
    const insert = (kind: string, days: number) =>
      sql`insert into provider_activity (team_id, provider, kind, slot, hour, times, latest)
        select ${usual.id}, 'oura', ${kind}, 1, past, 1, past from (select now() - make_interval(days => ${days}) as past) as at`.execute(
        db,
      );
    await insert('renewed', 31);
    await insert('notice', 29);
    await sweepAfter(0);
    const left = await db.selectFrom('provider_activity').select('kind').execute();
    assert.deepEqual(left, [{ kind: 'notice' }]);
  });
});

describe('how long a team keeps data', () => {
  let service: TestService;
  let team: Team;
  beforeAll(async () => {
    service = await startTestService({ RETENTION_LINKS_DAYS: '60' });
    team = await service.newTeam();
  });
  afterAll(() => service.stop());
  const change = (retention: unknown) =>
    service.call(updateTeam, { ...ofTeam(team.id), body: { retention: retention as Retention } });
  const none = { links: null, unstarted: null, events: null, operations: null, health: null };

  it('is set kind by kind, and taken away', async () => {
    const { body } = await service.call(readTeam, ofTeam(team.id));
    assert.deepEqual(body.retention, none);
    const longest = { links: 60, unstarted: 7, events: 30, operations: 30, health: null };
    assert.deepEqual(body.longest_retention, longest);
    assert.deepEqual((await change({ links: 45, health: 200 })).body.retention, {
      ...none,
      links: 45,
      health: 200,
    });
    assert.deepEqual((await change({ events: 10, health: null })).body.retention, {
      ...none,
      links: 45,
      events: 10,
    });
    assert.deepEqual((await service.call(readTeam, ofTeam(team.id))).body.retention.links, 45);
    assert.deepEqual((await change({ links: null, events: null })).body.retention, none);
    const stored = service.deps.db.selectFrom('team').select('retention').where('id', '=', team.id);
    assert.equal((await stored.executeTakeFirstOrThrow()).retention, null);
    await change({ links: 45 });
    assert.deepEqual((await change(null)).body.retention, none);
  });

  it('is not longer than the service keeps it, nor too short to work with', async () => {
    for (const [retention, kind] of [
      [{ links: 61 }, 'links'],
      [{ links: 29 }, 'links'],
      [{ events: 3 }, 'events'],
      [{ operations: 0 }, 'operations'],
      [{ unstarted: 1.5 }, 'unstarted'],
      [{ health: 4000 }, 'health'],
    ] as const) {
      const { status, detail } = await change(retention);
      assert.equal(status, 422, JSON.stringify(retention));
      assert.deepEqual((detail as readonly { loc: unknown }[])[0]?.loc, ['body', 'retention', kind]);
    }
    const { detail } = await change({ links: 61 });
    assert.match(JSON.stringify(detail), /60 days at most/);
  });

  it('is for management keys alone', async () => {
    const { body } = await service.call(createApiKey, {
      ...ofTeam(team.id),
      body: { name: 'one' },
    });
    const answer = await service.call(updateTeam, {
      params: ofTeam(team.id).params,
      headers: { 'x-management-key': body.key },
      body: { retention: null },
    });
    assert.equal(answer.status, 403);
  });
});

describe('the settings', () => {
  it('have days for each kind, within limits', () => {
    const read = (env: Readonly<Record<string, string>>) => readSettings(env).retention;
    assert.equal(read({}).links, 90);
    assert.equal(read({ RETENTION_LINKS_DAYS: '400', RETENTION_HEALTH_DAYS: '30' }).health, 30);
    for (const [name, days] of [
      ['LINKS', '29'],
      ['EVENTS', '3'],
      ['UNSTARTED', '0'],
      ['AUDIT', '399'],
      ['HEALTH', '-1'],
      ['OPERATIONS', '4000'],
    ] as const)
      assert.throws(() => read({ [`RETENTION_${name}_DAYS`]: days }), new RegExp(`RETENTION_${name}_DAYS`));
    assert.equal(readRetention((_name, days) => days).audit, 400);
  });
});
