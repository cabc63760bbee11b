// Notices of real providers at the address for notices, sent and signed in the provider's way.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setCustomCredentials } from 'svc-link/contract';
import { afterAll, beforeAll, it } from 'vitest';
import { hmacSha256 } from '../../src/adapters/signatures.js';
import { applicationOf } from '../../src/credentials/index.js';
import { transact } from '../../src/db/index.js';
import { storeConnections } from '../../src/link/store-connections.js';
import { listProviders } from '../../src/cli/index.js';
import { noticesUrl, readOwnApplications } from '../../src/notices/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { seededTeam } from '../../src/server/seed.js';
import { startTestService, type TestService } from '../support/test-service.js';

const secret = 'of-the-application';
const noticeSecret = 'of-notices';
const own = { client_id: 'own', client_secret: 'of-the-team' };
const application = applicationOf(own.client_id);

let service: TestService;
let db: TestService['deps']['db'];
beforeAll(async () => {
  const client = { client_id: 'the-service', client_secret: secret };
  const notices = { secret: noticeSecret };
  service = await startTestService({
    PROVIDERS: JSON.stringify({
      withings: client,
      oura: client,
      whoop: client,
      polar: { ...client, notices },
      wahoo: { ...client, notices },
      intervals_icu: { ...client, notices },
      google_health: { ...client, notices },
    }),
  });
  await service.hear();
  ({ db } = service.deps);
  for (const provider of ['strava', 'oura', 'whoop']) {
    const { apiKey } = sandboxKeys;
    const { status } = await service.call(setCustomCredentials, { apiKey, params: { provider }, body: own });
    assert.equal(status, 200);
  }
});
afterAll(() => service.stop());

interface Linked {
  readonly userId: string;
  readonly account: string;
}

/** A connection whose next look is in an hour. */
async function linked(provider: string, name: string | null = null): Promise<Linked> {
  const userId = await service.newUser();
  const account = String(randomInt(1, 2 ** 40));
  const tokens = { accessToken: 'at', refreshToken: 'rt', expiresAt: Date.now() + 3_600_000 };
  const made = { provider, account, credentials: '{}', granted: [], denied: [], tokens, application: name };
  await transact(db, (tx) =>
    storeConnections(tx, service.deps, [
      { user: { id: userId, team_id: seededTeam, client_user_id: null }, made },
    ]),
  );
  await lookLater(userId);
  return { userId, account };
}
const connectionOf = (userId: string) =>
  db.selectFrom('connection').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
const lookLater = (
  userId: string,
  more: { status?: 'paused'; pull_until?: Date; next_pull_at?: Date } = {},
) =>
  db
    .updateTable('connection')
    .set({ next_pull_at: new Date(Date.now() + 3_600_000), ...more })
    .where('user_id', '=', userId)
    .execute();
const isDue = async (userId: string): Promise<boolean> =>
  Number((await connectionOf(userId)).next_pull_at) <= Date.now();

interface Sent {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
/** A notice of new data from each provider, sent `age` seconds ago. */
const tells: Readonly<Record<string, (account: string, by?: string, age?: number) => Sent>> = {
  withings: (account) => ({ body: `userid=${account}&appli=44`, headers: {} }),
  oura: (account, by = secret, age = 0) => {
    const body = JSON.stringify({
      event_type: 'update',
      data_type: 'sleep',
      object_id: '1',
      user_id: account,
    });
    const time = String(Math.floor(Date.now() / 1000) - age);
    return {
      body,
      headers: { 'x-oura-timestamp': time, 'x-oura-signature': hmacSha256(by, time + body, 'hex') },
    };
  },
  whoop: (account, by = secret, age = 0) => {
    const body = JSON.stringify({ user_id: Number(account), id: '550e8400', type: 'sleep.updated' });
    const time = String(Date.now() - age * 1000);
    const signature = hmacSha256(by, time + body, 'base64');
    return { body, headers: { 'x-whoop-signature-timestamp': time, 'x-whoop-signature': signature } };
  },
  polar: (account, by = noticeSecret) => {
    const body = JSON.stringify({ event: 'SLEEP', user_id: Number(account), date: '2026-03-31' });
    return { body, headers: { 'polar-webhook-signature': hmacSha256(by, body, 'hex') } };
  },
  wahoo: (account, by = noticeSecret) => ({
    body: JSON.stringify({ event_type: 'workout_summary', webhook_token: by, user: { id: Number(account) } }),
    headers: {},
  }),
  intervals_icu: (account, by = noticeSecret) => ({
    body: JSON.stringify({ secret: by, events: [{ athlete_id: account, type: 'ACTIVITY_UPLOADED' }] }),
    headers: {},
  }),
};
const stravaTells = (notice: object, by = own.client_secret): Sent => {
  const body = JSON.stringify(notice);
  const time = Math.floor(Date.now() / 1000);
  return {
    body,
    headers: { 'x-strava-signature': `t=${time},v1=${hmacSha256(by, `${time}.${body}`, 'hex')}` },
  };
};
const send = async (
  slug: string,
  { body, headers }: { readonly body: string | Uint8Array<ArrayBuffer>; readonly headers: Sent['headers'] },
  name: string | null = null,
): Promise<number> =>
  (await service.app.request(noticesUrl(service.deps, slug, name), { method: 'POST', headers, body })).status;

it.each(Object.keys(tells))('a notice of %s has the account looked at now, and no other', async (slug) => {
  const [told, other] = [await linked(slug), await linked(slug)];
  assert.equal(await send(slug, tells[slug]!(told.account)), 200);
  assert.equal(await isDue(told.userId), true);
  assert.equal(await isDue(other.userId), false);
});

it.each(['oura', 'whoop', 'polar', 'wahoo', 'intervals_icu'])(
  'a forged notice of %s is 401 and does nothing',
  async (slug) => {
    const { userId, account } = await linked(slug);
    assert.equal(await send(slug, tells[slug]!(account, 'guess')), 401);
    assert.equal(await isDue(userId), false);
  },
);

it.each(['oura', 'whoop'])('an old notice of %s is 401', async (slug) => {
  const { userId, account } = await linked(slug);
  assert.equal(await send(slug, tells[slug]!(account, secret, 301)), 401);
  assert.equal(await isDue(userId), false);
});

it("a team's application has an address and a secret of its own", async () => {
  const [shared, team] = [await linked('oura'), await linked('oura', application)];
  assert.equal(await send('oura', tells['oura']!(team.account), application), 401);
  assert.equal(await send('oura', tells['oura']!(shared.account, own.client_secret), application), 200);
  assert.equal(await isDue(shared.userId), false);
  assert.equal(await send('oura', tells['oura']!(team.account, own.client_secret), application), 200);
  assert.equal(await isDue(team.userId), true);
});

it("the address that a team sets in the provider's portal is listed at a terminal, and works", async () => {
  const { deps } = service;
  const listed = async (isTerminal: boolean) =>
    listProviders(
      deps.providerSettings,
      deps.publicUrl,
      { secrets: deps.secrets, isTerminal },
      undefined,
      await readOwnApplications(db),
    ).filter((line) => line.includes('address for notices of'));
  // The service subscribes to the others by itself.
  const [line, ...more] = await listed(true);
  assert.deepEqual(more, []);
  const address = /https?:\S+/.exec(line ?? '')?.[0] ?? assert.fail(line);
  const { userId, account } = await linked('whoop', application);
  const { body, headers } = tells['whoop']!(account, own.client_secret);
  assert.equal((await service.app.request(address, { method: 'POST', headers, body })).status, 200);
  assert.equal(await isDue(userId), true);
  assert.match((await listed(false))[0] ?? '', /at a terminal only$/);
});

it('an unknown key or provider is 404', async () => {
  const { userId, account } = await linked('withings');
  const { deps, app } = service;
  const right = noticesUrl(deps, 'withings', null);
  for (const address of [
    `${right}x`,
    noticesUrl(deps, 'oura', null).replace('oura', 'withings'),
    noticesUrl(deps, 'withings', null).replace('withings', 'aurora_ring'),
    noticesUrl(deps, 'saturn', null),
    // The key is valid, but nobody has such an application.
    noticesUrl(deps, 'withings', applicationOf('unknown')),
    // The service has no application.
    noticesUrl(deps, 'strava', null),
    // The provider sends no notices.
    noticesUrl(deps, 'dexcom', null),
  ])
    assert.equal(
      (await app.request(address, { method: 'POST', ...tells['withings']!(account) })).status,
      404,
      address,
    );
  assert.equal(await isDue(userId), false);
  assert.equal((await app.request(right, { method: 'PUT' })).status, 405);
  assert.ok(!service.logged().includes(right.split('/').at(-1)!));
});

it('providers check the address', async () => {
  const { deps, app } = service;
  assert.equal((await app.request(noticesUrl(deps, 'withings', null), { method: 'HEAD' })).status, 200);
  const oura = await app.request(`${noticesUrl(deps, 'oura', null)}?verification_token=v&challenge=c`);
  assert.deepEqual([oura.status, await oura.json()], [200, { challenge: 'c' }]);
  const query = 'hub.mode=subscribe&hub.challenge=c&hub.verify_token=any';
  const strava = await app.request(`${noticesUrl(deps, 'strava', application)}?${query}`);
  assert.deepEqual(await strava.json(), { 'hub.challenge': 'c' });
  assert.equal(await send('polar', { body: '{"event":"PING"}', headers: {} }), 200);
  // Google checks with the secret and without, while the subscriber is made, and expects the second check to be refused.
  const verification = (headers: Sent['headers']) => ({ body: '{"type":"verification"}', headers });
  const authorization = `Bearer ${noticeSecret}`;
  assert.equal(await send('google_health', verification({ authorization })), 201);
  assert.equal(await send('google_health', verification({})), 401);
});

it('a hint has an effect once in ten minutes for each account, and a proved notice each time', async () => {
  const [hinted, other, proved] = [await linked('withings'), await linked('withings'), await linked('oura')];
  for (const { userId, account, slug, again } of [
    { ...hinted, slug: 'withings', again: false },
    { ...proved, slug: 'oura', again: true },
  ]) {
    assert.equal(await send(slug, tells[slug]!(account)), 200);
    await lookLater(userId);
    assert.equal(await send(slug, tells[slug]!(account)), 200);
    assert.equal(await isDue(userId), again);
  }
  await send('withings', tells['withings']!(other.account));
  assert.equal(await isDue(other.userId), true);
});

it('a look that waits for its turn keeps it, and one in progress begins anew', async () => {
  const { userId, account } = await linked('oura');
  const due = new Date(Date.now() - 5_000);
  await lookLater(userId, { next_pull_at: due });
  await send('oura', tells['oura']!(account));
  assert.deepEqual((await connectionOf(userId)).next_pull_at, due);
  await lookLater(userId, { next_pull_at: due, pull_until: new Date(Date.now() + 60_000) });
  await send('oura', tells['oura']!(account));
  assert.ok(Number((await connectionOf(userId)).next_pull_at) > due.getTime());
});

it('a paused connection stays as it is', async () => {
  const { userId, account } = await linked('oura');
  await lookLater(userId, { status: 'paused' });
  assert.equal(await send('oura', tells['oura']!(account)), 200);
  assert.equal(await isDue(userId), false);
});

it('a proved end breaks the connection, and is reported once', async () => {
  const { userId, account } = await linked('strava', application);
  const end = {
    object_type: 'athlete',
    aspect_type: 'update',
    owner_id: Number(account),
    updates: { authorized: 'false' },
  };
  assert.equal(await send('strava', stravaTells(end, 'guess'), application), 200);
  assert.equal((await connectionOf(userId)).status, 'connected');
  for (let times = 0; times < 2; times++)
    assert.equal(await send('strava', stravaTells(end), application), 200);
  const { status, grant_id, error_details } = await connectionOf(userId);
  assert.deepEqual([status, error_details?.error_type], ['error', 'reconnect_required']);
  const grant = await db
    .selectFrom('provider_grant')
    .select('status')
    .where('id', '=', grant_id)
    .executeTakeFirstOrThrow();
  assert.equal(grant.status, 'dead');
  const types = (await service.eventsOf(userId)).map(({ event_type }) => event_type);
  assert.equal(types.filter((type) => type === 'provider.connection.error').length, 1);
});

it('an end that is signed with the secret of another team, which only names the client id, ends nothing', async () => {
  const { userId, account } = await linked('strava', application);
  const body = { ...own, client_secret: 'made up' };
  const { apiKey } = await service.newTeam();
  await service.call(setCustomCredentials, { apiKey, params: { provider: 'strava' }, body });
  const end = { ...{ object_type: 'athlete', aspect_type: 'update' }, owner_id: Number(account) };
  const notice = { ...end, updates: { authorized: 'false' } };
  assert.equal(await send('strava', stravaTells(notice, 'made up'), application), 200);
  assert.equal((await connectionOf(userId)).status, 'connected');
  assert.equal(await isDue(userId), true);
  assert.equal(await send('strava', stravaTells(notice), application), 200);
  assert.equal((await connectionOf(userId)).status, 'error');
});

it('an unproved end only triggers a look at the account', async () => {
  const end = { object_type: 'athlete', aspect_type: 'update', updates: { authorized: 'false' } };
  const { userId, account } = await linked('strava', application);
  const body = JSON.stringify({ ...end, owner_id: Number(account) });
  assert.equal(await send('strava', { body, headers: {} }, application), 200);
  assert.equal((await connectionOf(userId)).status, 'connected');
  assert.equal(await isDue(userId), true);
});

it('a notice of Strava, with or without a signature of a key that only Strava has, has the account looked at now, once in ten minutes', async () => {
  const { userId, account } = await linked('strava', application);
  const told = { object_type: 'activity', aspect_type: 'create', object_id: 1, owner_id: Number(account) };
  const unsigned = { body: JSON.stringify(told), headers: {} };
  assert.equal(await send('strava', stravaTells(told, 'of Strava'), application), 200);
  assert.equal(await isDue(userId), true);
  await lookLater(userId);
  assert.equal(await send('strava', unsigned, application), 200);
  assert.equal(await isDue(userId), false);
});

it('an undocumented body is 400, and is logged without its content', async () => {
  assert.equal(await send('withings', { body: 'userid=someone-private&appli=44', headers: {} }), 400);
  assert.match(service.logged(), /"misfits":\["userid invalid_format"\]/);
  assert.ok(!service.logged().includes('someone-private'));
  assert.equal(await send('withings', { body: Uint8Array.of(0xff, 0xfe), headers: {} }), 400);
  const body = JSON.stringify({ data_type: 'sleep', user_id: 'a\u0000' });
  const time = String(Date.now());
  const headers = { 'x-oura-timestamp': time, 'x-oura-signature': hmacSha256(secret, time + body, 'hex') };
  assert.equal(await send('oura', { body, headers }), 400);
  assert.equal(await send('withings', { body: 'x'.repeat(1024 * 1024 + 1), headers: {} }), 413);
});
