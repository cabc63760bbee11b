// The state of a team's providers and the reasons for broken connections, for the people who repair them.
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  createUser,
  listBrokenConnections,
  listUserConnections,
  type ProviderHealth,
  readProviderHealth,
  setCustomCredentials,
} from 'svc-link/contract';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { applicationOf, budgetOf } from '../../src/credentials/index.js';
import { transact } from '../../src/db/index.js';
import { endGrants } from '../../src/grants/index.js';
import { storeConnections } from '../../src/link/store-connections.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { newTeamKey, ofTeam, withKey } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let db: TestService['deps']['db'];
beforeAll(async () => {
  service = await startTestService({
    PROVIDERS: JSON.stringify({
      withings: { client_id: 'the-service', client_secret: 'secret' },
      polar: { client_id: 'the-service', client_secret: 'secret' },
    }),
  });
  ({ db } = service.deps);
});
afterAll(() => service.stop());

interface Linked {
  readonly userId: string;
  readonly grantId: string;
}

/** A connection with a real provider, with its pulls of past data. */
async function linked(
  team = { id: seededTeam, apiKey: sandboxKeys.apiKey as string },
  provider = 'withings',
): Promise<Linked> {
  const { body } = await service.call(createUser, {
    apiKey: team.apiKey,
    body: { client_user_id: randomUUID() },
  });
  const user = { id: body.user_id, team_id: team.id, client_user_id: body.client_user_id };
  const tokens = { accessToken: 'at-secret', refreshToken: 'rt-secret', expiresAt: Date.now() + 3_600_000 };
  const granted = ['user.metrics', 'user.activity'];
  const account = `account-${randomInt(1, 2 ** 40)}`;
  const made = { provider, account, credentials: '{}', granted, denied: [], tokens };
  await transact(db, (tx) => storeConnections(tx, service.deps, [{ user, made }]));
  const { grant_id } = await db
    .selectFrom('connection')
    .select('grant_id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  return { userId: user.id, grantId: grant_id ?? assert.fail() };
}
const end = ({ grantId }: Linked) => transact(db, (tx) => endGrants(tx, service.deps, [grantId]));
const setPulls = ({ userId }: Linked, values: object) =>
  db
    .updateTable('historical_pull')
    .set(values)
    .where('connection_id', 'in', db.selectFrom('connection').select('id').where('user_id', '=', userId))
    .execute();

const healthOf = async (provider: string, teamId = seededTeam): Promise<ProviderHealth | undefined> => {
  const { status, body } = await service.call(readProviderHealth, ofTeam(teamId));
  assert.equal(status, 200);
  return body.data.find((each) => each.provider === provider);
};
const brokenOf = (teamId: string, query: { provider: string; next_cursor?: string; page_size?: number }) =>
  service.call(listBrokenConnections, { ...ofTeam(teamId), query });
const userOf = (teamId: string, user_id: string) =>
  service.call(listUserConnections, {
    params: { ...ofTeam(teamId).params, user_id },
    ...withKey(sandboxKeys.managementKey),
  });
const used = (provider: string, application: string, values: object = {}) =>
  db
    .insertInto('provider_budget')
    .values({
      ...{ provider, application, scope: '', seconds: 60, elsewhere: 0 },
      window_end: new Date(Date.now() + 60_000),
      ...{ history: 7, days: 2, linking: 1, blocked_until: null },
      ...values,
    })
    .execute();

describe('the limits of an application', () => {
  it('show what is used only while the service has one team', async () => {
    await used('withings', '', { blocked_until: new Date(Date.now() + 600_000) });
    const alone = (await healthOf('withings'))?.limits;
    const blocked = alone?.[0]?.blocked_until;
    assert.ok(Date.parse(blocked ?? '') > Date.now());
    const limit = { application: 'service', requests: 120, seconds: 60, blocked_until: blocked };
    assert.deepEqual(alone, [{ ...limit, used: { history: 7, days: 2, linking: 1, elsewhere: 0 } }]);

    await service.newTeam();
    assert.deepEqual((await healthOf('withings'))?.limits, [{ ...limit, used: null }]);
  });

  it('are shown for each window, and an ended window is free', async () => {
    const own = await service.newTeam();
    const name = budgetOf(service.deps.secrets, { clientId: 'theirs', clientSecret: 'secret' });
    const set = (apiKey: string, provider: string, client_secret = 'secret') =>
      service.call(setCustomCredentials, {
        apiKey,
        params: { provider },
        body: { client_id: 'theirs', client_secret },
      });
    await set(own.apiKey, 'polar');
    await used('polar', name, { seconds: 900, elsewhere: 30 });
    await used('polar', name, { seconds: 86_400, window_end: new Date(Date.now() - 1000) });
    const limits = async () =>
      (await healthOf('polar', own.id))?.limits
        .filter(({ application }) => application === 'team')
        .map((each) => [each.seconds, each.requests, each.used?.history, each.used?.elsewhere]);
    assert.deepEqual(await limits(), [
      [900, 500, 7, 30],
      [86_400, 5000, 0, 0],
    ]);
    assert.equal((await healthOf('polar', own.id))?.application, 'team');
    assert.equal((await healthOf('withings', own.id))?.application, 'service');

    // A team that only knows the id does not share the application.
    const other = await service.newTeam();
    await set(other.apiKey, 'polar', 'made up');
    assert.deepEqual((await limits())?.[0], [900, 500, 7, 30]);
    // Otherwise another team with the same application could see this team's activity.
    await set(other.apiKey, 'polar');
    const { grantId } = await linked(other, 'polar');
    const application = applicationOf('theirs');
    await db.updateTable('connection').set({ application }).where('grant_id', '=', grantId).execute();
    assert.deepEqual(await limits(), [
      [900, 500, undefined, undefined],
      [86_400, 5000, undefined, undefined],
    ]);
  });
});

describe('applications of teams', () => {
  const set = (apiKey: string, provider: string) =>
    service.call(setCustomCredentials, {
      apiKey,
      params: { provider },
      body: { client_id: 'in common', client_secret: 'secret' },
    });
  const spoil = (team_id: string, provider: string) =>
    db
      .updateTable('custom_credentials')
      .set({ credentials: Buffer.from('spoiled') })
      .where('team_id', '=', team_id)
      .where('provider', '=', provider)
      .execute();

  it('are not opened of others, whatever they have set', async () => {
    const [team, other] = [await service.newTeam(), await service.newTeam()];
    for (const each of [team, other]) await set(each.apiKey, 'polar');
    await spoil(other.id, 'polar');
    const health = await healthOf('polar', team.id);
    assert.deepEqual([health?.application, health?.application_unreadable], ['team', false]);
    assert.ok(health?.limits.some(({ application }) => application === 'team'));
  });

  it('that do not open are told of, and leave the rest as it is', async () => {
    const team = await service.newTeam();
    for (const provider of ['polar', 'withings']) await set(team.apiKey, provider);
    await spoil(team.id, 'polar');
    const spoiled = await healthOf('polar', team.id);
    assert.deepEqual([spoiled?.application, spoiled?.application_unreadable], ['team', true]);
    assert.ok(!spoiled?.limits.some(({ application }) => application === 'team'));
    const whole = await healthOf('withings', team.id);
    assert.deepEqual([whole?.application, whole?.application_unreadable], ['team', false]);
    assert.ok(whole?.limits.some(({ application }) => application === 'team'));
    assert.equal((await set(team.apiKey, 'polar')).status, 200);
    assert.equal((await healthOf('polar', team.id))?.application_unreadable, false);
  });
});

describe('GET /v1/org/{org_id}/team/{team_id}/provider_health', () => {
  // spec 2.6.1
  it('shows connections, reasons and activity of this team only, and no user', async () => {
    const [team, other] = [await service.newTeam(), await service.newTeam()];
    const fresh = await healthOf('withings', team.id);
    assert.deepEqual(fresh?.connections, { connected: 0, paused: 0, error: 0, pulling: 0, retrying: 0 });
    assert.equal(fresh?.activity?.last_renewal_at, null);

    const all = [await linked(team), await linked(team), await linked(team), await linked(team)];
    const [first, second, third] = all as [Linked, Linked, Linked];
    await linked(other);
    await setPulls(first, { status: 'success', next_attempt_at: null, ended_on: new Date() });
    await setPulls(second, { status: 'retrying', next_attempt_at: new Date() });
    await end(third);
    await db
      .updateTable('connection')
      .set({ status: 'paused' })
      .where('user_id', '=', all[3]!.userId)
      .execute();
    const { activity } = service.deps;
    activity.count({ id: first.grantId, provider: 'withings' }, 'renewed');
    activity.count({ id: third.grantId, provider: 'withings' }, 'refused');
    activity.count({ id: third.grantId, provider: 'withings' }, 'refused');
    activity.count({ id: second.grantId, provider: 'withings' }, 'notice');
    activity.count({ id: second.grantId, provider: 'withings' }, 'request');

    const health = await healthOf('withings', team.id);
    assert.deepEqual(health?.connections, { connected: 2, paused: 1, error: 1, pulling: 1, retrying: 1 });
    const [problem] = health?.problems ?? [];
    assert.deepEqual([problem?.error_type, problem?.connections], ['reconnect_required', 1]);
    const { last_renewal_at, last_notice_at, ...counts } = health?.activity ?? assert.fail();
    assert.deepEqual(counts, { renewals: 1, refusals: 2, failures: 0, notices: 1, requests: 1 });
    for (const time of [last_renewal_at, last_notice_at])
      assert.ok(Date.now() - Date.parse(time ?? '') < 60_000);

    assert.equal((await healthOf('withings', other.id))?.activity?.requests, 0);
    const { body } = await service.call(readProviderHealth, ofTeam(team.id));
    for (const { userId } of all) assert.ok(!JSON.stringify(body).includes(userId));
  });

  it('has providers that can be linked or are connected, in the order of lists', async () => {
    const team = await service.newTeam();
    const slugs = async () =>
      (await service.call(readProviderHealth, ofTeam(team.id))).body.data.map(({ provider }) => provider);
    const before = await slugs();
    assert.deepEqual(before.slice(0, 3), ['withings', 'polar', 'aurora_ring']);
    assert.ok(!before.includes('oura'));
    await linked(team, 'oura');
    await linked(team, 'gone_away');
    const after = await slugs();
    assert.deepEqual(after.slice(0, 2), ['withings', 'oura']);
    assert.equal(after.at(-1), 'gone_away');
    assert.equal((await healthOf('oura', team.id))?.application, null);
    assert.equal((await healthOf('aurora_ring', team.id))?.activity, null);
  });
});

describe('the broken connections', () => {
  it('come with their users and reasons, the latest first, a page at a time', async () => {
    const [team, other] = [await service.newTeam(), await service.newTeam()];
    const all: Linked[] = [];
    for (let index = 0; index < 5; index++) {
      const each = await linked(team);
      all.push(each);
      await end(each);
      // Two of them broke at the same moment.
      const since = `2026-05-0${Math.min(index + 1, 4)}T00:00:00.000Z`;
      await sql`update connection set error_details = jsonb_set(error_details, '{since}', to_jsonb(${since}::text))
        where user_id = ${each.userId}`.execute(db);
    }
    await linked(team);
    await end(await linked(other));
    const expected = all.map(({ userId }) => userId).reverse();
    const seen: string[] = [];
    let next: string | null | undefined;
    do {
      const query = { provider: 'withings', page_size: 2, ...(next && { next_cursor: next }) };
      const { status, body } = await brokenOf(team.id, query);
      assert.equal(status, 200);
      seen.push(...body.data.map(({ user_id }) => user_id));
      next = body.next_cursor;
    } while (next !== null);
    assert.deepEqual(seen.slice(2), expected.slice(2));
    assert.deepEqual([...seen.slice(0, 2)].sort(), expected.slice(0, 2).sort());

    const [latest] = (await brokenOf(team.id, { provider: 'withings' })).body.data;
    const { error_type, error_message, since } = latest?.error_details ?? assert.fail();
    assert.deepEqual(
      [latest?.status, error_type, since],
      ['error', 'reconnect_required', '2026-05-04T00:00:00.000Z'],
    );
    assert.match(error_message, /Ask the person to link it again/);
    assert.deepEqual((await brokenOf(team.id, { provider: 'oura' })).body, { data: [], next_cursor: null });
  });

  it('are refused without a provider, and for a cursor of another list', async () => {
    // A request by a caller who has not read the contract.
    assert.equal((await brokenOf(seededTeam, {} as { provider: string })).status, 422);
    assert.equal((await brokenOf(seededTeam, { provider: 'withings', next_cursor: 'x' })).status, 422);
  });
});

describe('the connections of a user', () => {
  it('come with their state, access and problems, without data, accounts or tokens', async () => {
    const team = await service.newTeam();
    const person = await linked(team);
    await setPulls(person, {
      status: 'retrying',
      error_details: JSON.stringify({ error_type: 'rate_limited', error_message: 'Later.' }),
    });
    const [fine] = (await userOf(team.id, person.userId)).body.data;
    assert.deepEqual(
      [fine?.provider, fine?.status, fine?.application, fine?.error_details],
      ['withings', 'connected', 'service', null],
    );
    assert.ok(Date.parse(fine?.grant?.access_until ?? '') > Date.now());
    assert.deepEqual(fine?.pull_problems, [{ error_type: 'rate_limited', error_message: 'Later.' }]);
    assert.ok((fine?.historical_pulls.pulling ?? 0) > 1);
    assert.ok(fine?.next_attempt_at && fine.next_pull_at);

    await sql`update provider_grant set suspected_on = now() where id = ${person.grantId}`.execute(db);
    await used('withings', '', { scope: person.grantId, blocked_until: new Date(Date.now() + 60_000) });
    await end(person);
    const { body } = await userOf(team.id, person.userId);
    const [broken] = body.data;
    assert.equal(broken?.error_details?.error_type, 'reconnect_required');
    assert.ok(broken?.grant?.refused_since && broken.grant.blocked_until);
    // Nothing is asked for with this connection until it is linked again.
    assert.deepEqual([broken.next_attempt_at, broken.next_pull_at], [null, null]);
    for (const hidden of ['at-secret', 'rt-secret', 'account-', 'user.metrics', 'sleep'])
      assert.ok(!JSON.stringify(body).includes(hidden), hidden);
  });

  it('are out of reach of other teams, and of an API key', async () => {
    const [team, other] = [await service.newTeam(), await service.newTeam()];
    const person = await linked(team);
    assert.equal((await userOf(other.id, person.userId)).status, 404);
    assert.equal((await userOf(team.id, randomUUID())).status, 404);
    const { key } = await newTeamKey(service, other.id);
    for (const call of [
      () => service.call(readProviderHealth, ofTeam(team.id, key)),
      () => service.call(listBrokenConnections, { ...ofTeam(team.id, key), query: { provider: 'withings' } }),
      () => service.call(readProviderHealth, ofTeam(team.id, team.apiKey)),
    ])
      assert.equal((await call()).status, 403);
  });
});
