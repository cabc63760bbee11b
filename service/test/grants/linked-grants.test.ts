// Links of real providers: the tokens are stored in a grant, which all connections of one account share.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Consent, ConnectionCreatedEvent, ConnectionHealedEvent } from 'svc-link/contract';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { transact } from '../../src/db/index.js';
import { openTokens } from '../../src/grants/index.js';
import { renewConnection } from '../../src/link/renew-connection.js';
import { storeConnections, type NewConnection } from '../../src/link/store-connections.js';
import { findProvider } from '../../src/providers/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let db: TestService['deps']['db'];
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
  ({ db } = service.deps);
});
afterAll(() => service.stop());
let account: string;
beforeEach(() => {
  account = randomUUID();
});

const slug = 'oura';
const all = [...findProvider(slug)!.scopes.required, ...findProvider(slug)!.scopes.optional];

const made = (more: Partial<NewConnection> = {}): NewConnection => ({
  provider: slug,
  account,
  credentials: '{}',
  granted: all,
  denied: [],
  tokens: { accessToken: randomUUID(), refreshToken: 'rt', expiresAt: Date.now() + 3_600_000 },
  ...more,
});
const link = (userId: string, more?: Partial<NewConnection>) =>
  transact(db, (tx) =>
    storeConnections(tx, service.deps, [
      { user: { id: userId, team_id: seededTeam, client_user_id: null }, made: made(more) },
    ]),
  );
const renew = (userId: string, more?: Partial<NewConnection>) =>
  transact(db, (tx) =>
    renewConnection(tx, service.deps, { id: userId, team_id: seededTeam, client_user_id: null }, made(more)),
  );
const connectionOf = (userId: string) =>
  db.selectFrom('connection').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
const grantOf = async (userId: string) =>
  db
    .selectFrom('provider_grant')
    .selectAll()
    .where('id', '=', (await connectionOf(userId)).grant_id)
    .executeTakeFirstOrThrow();
const pullsOf = (connectionId: string) =>
  db
    .selectFrom('historical_pull')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .orderBy('resource')
    .execute();
const breakAll = async (userId: string): Promise<void> => {
  const { grant_id } = await connectionOf(userId);
  const problem = { error_type: 'reconnect_required', error_message: 'Link again.' };
  await db
    .updateTable('provider_grant')
    .set({ status: 'dead', error_details: JSON.stringify(problem) })
    .where('id', '=', grant_id)
    .execute();
  await db
    .updateTable('connection')
    .set({ status: 'error', error_details: JSON.stringify({ ...problem, since: new Date().toISOString() }) })
    .where('grant_id', '=', grant_id)
    .execute();
};
const eventsOf = async (userId: string): Promise<string[]> =>
  (await service.eventsOf(userId)).map(({ event_type }) => event_type);

it('a link stores its tokens in a grant, and none in the connection', async () => {
  const user = await service.newUser();
  const tokens = { accessToken: 'at', refreshToken: 'rt', expiresAt: 1_900_000_000_000 };
  await link(user, { tokens, application: 'of-the-team' });
  const connection = await connectionOf(user);
  const { secrets } = service.deps;
  assert.equal(secrets.open('connection', connection.id, connection.credentials), '{}');
  const grant = await grantOf(user);
  assert.deepEqual(openTokens(secrets, grant), tokens);
  assert.deepEqual(
    [grant.provider, grant.account, grant.application, grant.scopes, grant.version, grant.status],
    [slug, account, 'of-the-team', all, 1, 'live'],
  );
  assert.equal(grant.access_until?.getTime(), 1_900_000_000_000);
});

it('two users of one account share its grant, and another application has its own', async () => {
  const [one, two, three] = await Promise.all([service.newUser(), service.newUser(), service.newUser()]);
  await link(one);
  await link(two);
  await link(three, { application: 'of-the-team' });
  const [a, b, c] = await Promise.all([one, two, three].map(grantOf));
  assert.equal(a?.id, b?.id);
  assert.notEqual(a?.id, c?.id);
  assert.equal(a?.version, 2);
});

it('a connection that is linked again stays, and its pulls continue', async () => {
  const user = await service.newUser();
  await link(user, { granted: all.filter((scope) => scope !== 'workout'), denied: ['workout'] });
  const before = await connectionOf(user);
  const [first, second, ...rest] = await pullsOf(before.id);
  assert.ok(first && second && rest.length > 0);
  const change = (id: string) => db.updateTable('historical_pull').where('id', '=', id);
  const later = new Date(Date.now() + 86_400_000);
  await change(first.id)
    .set({ status: 'failure', next_attempt_at: null, ended_on: new Date(), pulled_until: first.range_start })
    .execute();
  await change(second.id).set({ status: 'retrying', next_attempt_at: later, attempts: 4 }).execute();
  await breakAll(user);

  await link(user);
  const after = await connectionOf(user);
  assert.equal(after.id, before.id);
  assert.deepEqual([after.status, after.error_details, after.scopes_denied], ['connected', null, []]);
  assert.equal((await grantOf(user)).status, 'live');
  const pulls = await pullsOf(after.id);
  const [again, waited] = [first, second].map(({ id }) => pulls.find((pull) => pull.id === id));
  assert.deepEqual(
    [again?.status, again?.ended_on, again?.pulled_until],
    ['scheduled', null, first.range_start],
  );
  assert.ok(waited?.next_attempt_at && waited.next_attempt_at <= new Date() && waited.attempts === 0);
  assert.ok(pulls.length > rest.length + 2);
  assert.equal(new Set(pulls.map(({ resource }) => resource)).size, pulls.length);
  assert.deepEqual(await eventsOf(user), [
    'provider.connection.created',
    'provider.connection.created',
    'provider.connection.healed',
  ]);
});

it('linking again heals other people’s connections with the same account, except paused ones', async () => {
  const [one, two, paused] = await Promise.all([service.newUser(), service.newUser(), service.newUser()]);
  for (const user of [one, two, paused]) await link(user);
  await breakAll(one);
  await db.updateTable('connection').set({ status: 'paused' }).where('user_id', '=', paused).execute();
  await link(one, { granted: all.slice(1), denied: all.slice(0, 1) });
  const other = await connectionOf(two);
  assert.deepEqual(
    [other.status, other.error_details, other.scopes_denied],
    ['connected', null, all.slice(0, 1)],
  );
  assert.equal((await connectionOf(paused)).status, 'paused');
  assert.deepEqual(await eventsOf(two), ['provider.connection.created', 'provider.connection.healed']);
  // The event reports what can be read with it now, which is less.
  assert.deepEqual(await eventsOf(paused), ['provider.connection.created', 'provider.connection.healed']);
});

describe('a link of the same account that leaves out more', () => {
  const agreed = (...resources: string[]): Consent => ({
    resources,
    ...{ text_version: '1', language: 'en', at: new Date().toISOString() },
  });
  const sleepOnly = { consent: agreed('profile', 'sleep'), granted: ['daily', 'personal'] };
  const readable = (data: unknown) =>
    Object.entries((data as ConnectionCreatedEvent['data']).resource_availability).flatMap(
      ([name, { status }]) => (status === 'available' ? name : []),
    );

  it('takes nothing from others if the provider has granted everything as before', async () => {
    const [one, two] = await Promise.all([service.newUser(), service.newUser()]);
    await link(one);
    await link(two, { ...sleepOnly, scopes: all });
    assert.deepEqual((await grantOf(one)).scopes, all);
    const [a, b] = await Promise.all([one, two].map(connectionOf));
    assert.deepEqual([a?.scopes_granted, a?.scopes_denied, a?.consent], [all, [], null]);
    assert.deepEqual([b?.scopes_granted, b?.consent], [sleepOnly.granted, sleepOnly.consent]);
    assert.deepEqual(await eventsOf(one), ['provider.connection.created']);
  });

  it('takes from others what the grant does not allow any more, with an event', async () => {
    const [one, two, paused] = await Promise.all([service.newUser(), service.newUser(), service.newUser()]);
    for (const user of [one, paused]) await link(user);
    await db.updateTable('connection').set({ status: 'paused' }).where('user_id', '=', paused).execute();
    await link(two, sleepOnly);
    assert.deepEqual((await grantOf(one)).scopes, sleepOnly.granted);
    const { status, scopes_granted, scopes_denied, consent } = await connectionOf(one);
    assert.deepEqual(
      [status, scopes_granted, scopes_denied, consent],
      ['connected', sleepOnly.granted, ['workout', 'heartrate'], null],
    );
    for (const user of [one, paused]) {
      const [, told, ...more] = await service.eventsOf(user);
      assert.deepEqual([told?.event_type, more], ['provider.connection.healed', []]);
      const { error_details, ...data } = (told?.data ?? {}) as ConnectionHealedEvent['data'];
      assert.deepEqual([error_details, data.consent], [null, null]);
      assert.deepEqual(readable(data), ['profile', 'sleep', 'sleep_cycle', 'activity']);
    }
    assert.equal((await connectionOf(paused)).status, 'paused');
    assert.deepEqual(await eventsOf(two), ['provider.connection.created']);
  });

  it('stops reading it for others, and reads it with its past once it is granted again', async () => {
    const [one, two] = await Promise.all([service.newUser(), service.newUser()]);
    await link(one);
    const { id } = await connectionOf(one);
    const resourcesOf = async () => (await pullsOf(id)).map(({ resource }) => resource);
    const before = await resourcesOf();
    await link(two, sleepOnly);
    assert.deepEqual(await resourcesOf(), ['activity', 'profile', 'sleep', 'sleep_cycle']);
    await renew(two, { ...sleepOnly, scopes: all });
    assert.deepEqual(await resourcesOf(), before);
    assert.ok((await pullsOf(id)).every(({ status }) => status === 'scheduled'));
  });

  it('gets no more from others who share everything', async () => {
    const [one, two] = await Promise.all([service.newUser(), service.newUser()]);
    await link(one, sleepOnly);
    await link(two);
    const { scopes_granted, scopes_denied, consent } = await connectionOf(one);
    assert.deepEqual([scopes_granted, scopes_denied], [sleepOnly.granted, []]);
    assert.deepEqual(consent, sleepOnly.consent);
    assert.deepEqual((await grantOf(one)).scopes, all);
    assert.deepEqual(await eventsOf(one), ['provider.connection.created']);
  });

  it('is reported with its own choice when somebody else heals the account', async () => {
    const [one, two] = await Promise.all([service.newUser(), service.newUser()]);
    await link(one, sleepOnly);
    await link(two);
    await breakAll(one);
    await renew(two);
    const healed = (await service.eventsOf(one)).at(-1)?.data;
    assert.deepEqual((healed as ConnectionHealedEvent['data']).consent, sleepOnly.consent);
    assert.deepEqual(readable(healed), ['profile', 'sleep']);
  });
});

it('a paused connection that is linked again is active', async () => {
  const user = await service.newUser();
  await link(user);
  await db.updateTable('connection').set({ status: 'paused' }).where('user_id', '=', user).execute();
  await link(user);
  assert.equal((await connectionOf(user)).status, 'connected');
});

it('a connection that is renewed with another application stays, and lets go of its earlier grant', async () => {
  const user = await service.newUser();
  await link(user);
  await breakAll(user);
  const [before, grant] = [await connectionOf(user), await grantOf(user)];
  await renew(user, { application: 'of-the-team' });
  const after = await connectionOf(user);
  assert.deepEqual(
    [after.id, after.created_on, after.status, after.application],
    [before.id, before.created_on, 'connected', 'of-the-team'],
  );
  assert.equal((await grantOf(user)).application, 'of-the-team');
  assert.deepEqual(
    await db.selectFrom('provider_grant').where('id', '=', grant.id).select('id').execute(),
    [],
  );
  assert.deepEqual(await eventsOf(user), ['provider.connection.created', 'provider.connection.healed']);
});

it('a renewal heals the account’s other connections too, with one event each', async () => {
  const [one, two] = await Promise.all([service.newUser(), service.newUser()]);
  for (const user of [one, two]) await link(user);
  await breakAll(one);
  await renew(one);
  for (const user of [one, two]) {
    assert.equal((await connectionOf(user)).status, 'connected');
    assert.deepEqual(await eventsOf(user), ['provider.connection.created', 'provider.connection.healed']);
  }
});

it('two renewals at once leave one connection that works', async () => {
  const user = await service.newUser();
  await link(user);
  await breakAll(user);
  const { id } = await connectionOf(user);
  await Promise.all([renew(user), renew(user)]);
  const after = await connectionOf(user);
  assert.deepEqual([after.id, after.status], [id, 'connected']);
});

it('another account replaces the first one, whose grant is let go', async () => {
  const user = await service.newUser();
  await link(user);
  const [before, grant] = [await connectionOf(user), await grantOf(user)];
  await link(user, { account: randomUUID() });
  const after = await connectionOf(user);
  assert.notEqual(after.id, before.id);
  assert.notEqual(after.grant_id, before.grant_id);
  const gone = await db.selectFrom('provider_revocation').select('id').where('id', '=', grant.id).execute();
  assert.equal(gone.length, 1);
});

it('a fictional provider has no grant', async () => {
  const user = await service.newUser();
  // In the form of a session that waited for confirmation, without undefined fields.
  const fictional = { ...made({ provider: 'aurora_ring' }), tokens: undefined };
  await transact(db, (tx) =>
    storeConnections(tx, service.deps, [
      {
        user: { id: user, team_id: seededTeam, client_user_id: null },
        made: JSON.parse(JSON.stringify(fictional)) as NewConnection,
      },
    ]),
  );
  assert.equal((await connectionOf(user)).grant_id, null);
});
