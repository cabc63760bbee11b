// Subscriptions that the service makes by itself, for applications.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { describe, it } from 'vitest';
import { hmacSha256 } from '../../src/adapters/signatures.js';
import { claimSubscriber, failSubscriber, settleSubscriber } from '../../src/notices/subscriber-rows.js';
import { application, client, own, publicUrl, sceneOfTests } from './subscription-scene.js';

const scene = sceneOfTests();

describe('subscriptions of an application', () => {
  it('are made once by two processes that start at once, one for each topic', async () => {
    await Promise.all([scene.look(true), scene.look(true)]);
    assert.deepEqual(
      scene.oura.subscriptions.map(({ data_type, event_type }) => `${data_type} ${event_type}`).toSorted(),
      ['daily_activity', 'daily_sleep', 'sleep', 'workout'].flatMap((type) =>
        ['create', 'delete', 'update'].map((event) => `${type} ${event}`),
      ),
    );
    assert.equal(scene.oura.requests.filter((one) => one.startsWith('POST')).length, 12);
    for (const { callback_url } of scene.oura.subscriptions) assert.equal(callback_url, scene.urlOf('oura'));
    assert.deepEqual(
      scene.polar.requests.filter((one) => one.startsWith('POST')),
      ['POST /polar/v3/webhooks'],
    );
    const { applications, subscriptions, problems } = (await scene.standing('oura')) ?? assert.fail();
    assert.deepEqual([applications, subscriptions, problems], [1, 12, []]);
  });

  it('are checked once a day, without requests in between', async () => {
    await scene.look();
    const before = scene.oura.requests.length;
    await scene.look();
    await scene.look(true);
    assert.equal(scene.oura.requests.length, before);
    await scene.passTime();
    await scene.look();
    assert.deepEqual(scene.oura.requests.slice(before), ['GET /oura/v2/webhook/subscription']);
  });

  it('are renewed before they end, and made again if they have vanished', async () => {
    await scene.look();
    const [soon, gone, kept] = scene.oura.subscriptions;
    assert.ok(soon && gone && kept);
    soon.expiration_time = new Date(Date.now() + 3 * 86_400_000).toISOString();
    scene.oura.subscriptions.splice(scene.oura.subscriptions.indexOf(gone), 1);
    scene.oura.requests.length = 0;
    await scene.passTime();
    await scene.look();
    assert.ok(Date.parse(soon.expiration_time) > Date.now() + 80 * 86_400_000);
    assert.deepEqual(
      scene.oura.requests.map((one) => one.replace(/renew\/.*/, 'renew')),
      [
        'GET /oura/v2/webhook/subscription',
        'PUT /oura/v2/webhook/subscription/renew',
        'POST /oura/v2/webhook/subscription',
      ],
    );
    const again = scene.oura.subscriptions.filter(
      ({ data_type, event_type }) => data_type === gone.data_type && event_type === gone.event_type,
    );
    assert.equal(again.length, 1);
  });

  it('that a process has made and not stored are found, and not made twice', async () => {
    await scene.look();
    await scene.db.deleteFrom('notice_subscriber').execute();
    await scene.look();
    assert.equal(scene.oura.subscriptions.length, 12);
    assert.equal(scene.oura.requests.filter((one) => one.startsWith('POST')).length, 12);
  });

  it('move along if the address of the service changes', async () => {
    await scene.look();
    const elsewhere = {
      id: 'x',
      data_type: 'tag',
      event_type: 'create',
      expiration_time: '2030-01-01T00:00:00Z',
    };
    scene.oura.subscriptions.push({ ...elsewhere, callback_url: 'https://another.example/of-somebody' });
    const moved = scene.service.deps.publicUrl;
    // Its address is still the one that `reach` knows.
    await scene.db
      .updateTable('notice_subscriber')
      .set({ address: Buffer.from('old') })
      .execute();
    for (const one of scene.oura.subscriptions.slice(0, 12))
      one.callback_url = one.callback_url.replace(publicUrl, moved);
    await scene.look(true);
    const urls = scene.oura.subscriptions.map(({ callback_url }) => callback_url);
    assert.equal(urls.filter((url) => url === scene.urlOf('oura')).length, 12);
    assert.deepEqual(
      urls.filter((url) => url !== scene.urlOf('oura')),
      ['https://another.example/of-somebody'],
    );
  });

  it('that a process is handling are left to it by a starting one, and handled again if the goal has changed', async () => {
    await scene.look();
    const { db } = scene;
    const set = (values: object) => db.updateTable('notice_subscriber').set(values).execute();
    await set({
      address: Buffer.from('old'),
      problem: 'x',
      problem_since: new Date(),
      check_at: new Date(0),
    });
    const [one, other] = [await claimSubscriber(db), await claimSubscriber(db)];
    assert.ok(one && other);
    scene.oura.requests.length = scene.polar.requests.length = 0;
    const providerSettings = scene.settingsOff();
    for (const more of [{}, { providerSettings }, {}, { providerSettings }]) await scene.look(true, more);
    assert.deepEqual([...scene.oura.requests, ...scene.polar.requests], []);
    await settleSubscriber(db, one, 'the address', 3600);
    await failSubscriber(db, other, 'x', 3600);
    await scene.look(false, { providerSettings });
    assert.deepEqual([scene.oura.subscriptions, scene.polar.subscriptions], [[], []]);
  });

  it('are ended once the settings no longer ask for notices, with the application as it was', async () => {
    await scene.look();
    const providerSettings = scene.settingsOff('without applications');
    await scene.look(false, { providerSettings });
    assert.deepEqual([scene.oura.subscriptions, scene.polar.subscriptions], [[], []]);
    assert.deepEqual(await scene.db.selectFrom('notice_subscriber').selectAll().execute(), []);
  });

  it('of a team are its own, and end once no team has the application', async () => {
    await scene.setTeamApplication('strava');
    await scene.look();
    assert.deepEqual(
      scene.strava.subscriptions.map(({ callback_url }) => callback_url),
      [scene.urlOf('strava', application)],
    );
    await scene.passTime();
    await scene.look();
    assert.equal(scene.strava.subscriptions.length, 1);
    scene.strava.subscriptions.length = 0;
    await scene.passTime();
    await scene.look();
    assert.equal(scene.strava.subscriptions.length, 1, 'made anew');
    await scene.db.deleteFrom('custom_credentials').execute();
    await scene.look();
    assert.deepEqual(scene.strava.subscriptions, []);
    assert.ok(scene.strava.requests.every((one) => !one.includes('secret')));
  });
});

describe('a secret that is shown once', () => {
  const tell = (account: string, by: string) => {
    const body = JSON.stringify({ event: 'SLEEP', user_id: Number(account), date: '2026-03-31' });
    const headers = { 'polar-webhook-signature': hmacSha256(by, body, 'hex') };
    return scene.service.app.request(scene.urlOf('polar').slice(publicUrl.length), {
      method: 'POST',
      headers,
      body,
    });
  };

  it('is stored encrypted, and proves notices from then on, which trigger a look sooner', async () => {
    const { userId, account } = await scene.link('polar');
    await scene.look();
    const secret = scene.polar.subscriptions[0]?.secret ?? assert.fail();
    const row = await scene.db
      .selectFrom('notice_subscriber')
      .selectAll()
      .where('provider', '=', 'polar')
      .executeTakeFirstOrThrow();
    assert.ok(!Buffer.from(row.sealed).includes(secret));
    assert.equal((await tell(account, 'a guess')).status, 401);
    assert.equal(await scene.isDue(userId), false);
    assert.equal((await tell(account, secret)).status, 200);
    assert.equal(await scene.isDue(userId), true);
    assert.ok(!scene.service.logged().includes(secret));
  });

  it('that was lost is replaced with a new webhook', async () => {
    await scene.look();
    const [first] = scene.polar.subscriptions;
    await scene.db.deleteFrom('notice_subscriber').execute();
    await scene.look();
    assert.equal(scene.polar.subscriptions.length, 1);
    assert.notEqual(scene.polar.subscriptions[0]?.secret, first?.secret);
    const { account } = await scene.link('polar');
    assert.equal((await tell(account, scene.polar.subscriptions[0]?.secret ?? '')).status, 200);
  });

  it('still works after the provider has switched the webhook off', async () => {
    await scene.look();
    const [one] = scene.polar.subscriptions;
    assert.ok(one);
    one.active = false;
    await scene.passTime();
    await scene.look();
    assert.deepEqual(scene.polar.subscriptions, [{ ...one, active: true }]);
  });
});

describe('a failure', () => {
  it('is logged without secrets, shown, and tried again later each time', async () => {
    await scene.setTeamApplication('strava');
    scene.strava.subscriptions.push({ id: 1, callback_url: 'https://another.example/' });
    scene.oura.broken = 503;
    const before = scene.service.logged().length;
    await scene.look();
    const problems = (await scene.standing('strava'))?.problems ?? [];
    assert.deepEqual(
      problems.map((one) => [one.application, one.problem]),
      [[application, 'Strava has a subscription of the application that this service did not make.']],
    );
    const tries = scene.oura.requests.length;
    await scene.look();
    assert.equal(scene.oura.requests.length, tries, 'not at once');
    const waitOf = async () => {
      const [problem] = (await scene.standing('oura'))?.problems ?? [];
      return (Number(problem?.nextTry) - Date.now()) / 1000;
    };
    assert.ok((await waitOf()) > 50);
    await scene.passTime();
    await scene.look();
    assert.ok((await waitOf()) > 290);
    scene.oura.broken = undefined;
    await scene.look(true);
    assert.deepEqual((await scene.standing('oura'))?.problems, [], 'a start tries what failed');
    const logged = scene.service.logged().slice(before);
    assert.match(logged, /notices could not be subscribed to/);
    for (const secret of [
      own.client_secret,
      client.client_secret,
      scene.urlOf('oura').split('/').at(-1) ?? '',
    ])
      assert.ok(!logged.includes(secret));
  });

  it('of a killed process is taken over once its lease has ended', async () => {
    scene.oura.broken = 503;
    await scene.look();
    scene.oura.broken = undefined;
    // As if the process had been killed during a request.
    await sql`update notice_subscriber set lease = gen_random_uuid(), check_at = now() + interval '15 minutes'`.execute(
      scene.db,
    );
    await scene.look();
    assert.equal(scene.oura.subscriptions.length, 0);
    await scene.passTime();
    await scene.look();
    assert.equal(scene.oura.subscriptions.length, 12);
  });

  it('to end them is given up after a week', async () => {
    await scene.look();
    scene.oura.broken = 500;
    const providerSettings = scene.settingsOff();
    await scene.look(false, { providerSettings });
    assert.equal((await scene.standing('oura'))?.problems.length, 1);
    await sql`update notice_subscriber set ends_on = now()`.execute(scene.db);
    await scene.look(false, { providerSettings });
    assert.equal(await scene.standing('oura'), undefined);
    assert.match(scene.service.logged(), /subscriptions to notices could not be ended/);
  });
});

it('nothing is asked if providers cannot reach the service', async () => {
  await scene.link('withings');
  for (const url of ['http://svc.example', 'https://localhost', 'https://10.0.0.7', 'http://127.0.0.1:8787'])
    await scene.look(true, { publicUrl: url });
  assert.deepEqual([scene.oura.requests, scene.polar.requests, scene.withings.requests], [[], [], []]);
});
