// Which of Garmin's notices the service does not believe, and what
// happens to a connection when its person changes something at Garmin.
import assert from 'node:assert/strict';
import { afterAll, beforeEach, describe, it } from 'vitest';
import { addDays, dayOf } from '../../src/work/index.js';
import { askTeam } from '../support/oauth-service.js';
import { aDaily, type Person, startGarmin } from './garmin-scene.js';
import { listen } from './simulators/listen.js';

const all = await startGarmin();
afterAll(() => all.close());
let person: Person;
beforeEach(async () => {
  person = await all.newPerson();
});

const today = dayOf(new Date());

describe('what is not believed', () => {
  beforeEach(() => all.scene.fetchAll(person.id));
  const offer = (callbackURL: string) => ({ dailies: [{ userId: person.account, callbackURL }] });

  it('is data in a notice', async () => {
    const before = await person.stepsOn(today);
    assert.equal(await all.tell({ dailies: [{ userId: person.account, ...aDaily(today, 123_456) }] }), 400);
    await person.look();
    assert.equal(await person.stepsOn(today), before);
    assert.match(all.service.logged(), /a notice is not as documented/);
  });

  it('is an odd entry, which takes no other with it', async () => {
    const dailies = [
      { userId: person.account, ...aDaily(today, 123_456) },
      { userId: 'nobody\u0000', callbackURL: `${all.scene.api}/dailies?token=t` },
      { userId: person.account, callbackURL: `${all.scene.api}/dailies?token=t` },
    ];
    assert.equal(await all.tell({ dailies }), 200);
    assert.equal((await person.offers()).length, 1);
    assert.match(all.service.logged(), /entries of a notice that do not fit were left out/);
    assert.match(all.service.logged(), /a notice names an account that cannot be/);
    await person.look();
  });

  it('is an address elsewhere, which gets no token', async () => {
    const heard: string[] = [];
    const thief = await listen({
      app: {
        fetch(request) {
          heard.push(request.url);
          return Response.json([aDaily(today, 123_456)]);
        },
      },
    });
    const { host } = new URL(all.scene.api);
    const elsewhere = [
      `${thief.url}/dailies?token=t`,
      `http://${host}@${new URL(thief.url).host}/dailies`,
      `${all.scene.api}@${new URL(thief.url).host}/dailies`,
      'file:///etc/passwd',
    ];
    for (const url of elsewhere) assert.equal(await all.tell(offer(url)), 200);
    assert.deepEqual(await person.offers(), [], 'it would keep the place of another');
    assert.match(all.service.logged(), /a notice offers what is not at its provider/);
    assert.ok(!all.service.logged().includes(thief.url));
    const asked = () => person.asked().filter((url) => !url.endsWith('/user/permissions')).length;
    const before = asked();
    await person.look();
    assert.deepEqual([heard, asked()], [[], before]);
    assert.equal((await person.connection()).status, 'connected');
    await thief.stop();
  });

  it('is a token of another person, or one that is made up', async () => {
    const before = await person.stepsOn(today);
    const theirs = all.garmin.upload('999', 'dailies', [aDaily(today, 123_456)], all.scene.api);
    const body = theirs.replace('"userId":"999"', `"userId":"${person.account}"`);
    assert.equal(await all.tell(body), 200);
    assert.equal(await all.tell(offer(`${all.scene.api}/dailies?token=made-up`)), 200);
    await person.look();
    assert.deepEqual([await person.stepsOn(today), await person.offers()], [before, []]);
    assert.equal((await person.connection()).status, 'connected');
  });

  it('is a record that says that it is of somebody else', async () => {
    const before = await person.stepsOn(today);
    await person.upload('dailies', { ...aDaily(today, 123_456), userId: '999' });
    await person.look();
    assert.equal(await person.stepsOn(today), before);
  });

  it('are more than a thousand at a time', async () => {
    const dailies = Array.from({ length: 1200 }, (_, at) => ({
      userId: person.account,
      callbackURL: `${all.scene.api}/dailies?token=${at}`,
    }));
    assert.equal(await all.tell({ dailies }), 200);
    assert.equal((await person.offers()).length, 1000);
    await all.service.deps.db.deleteFrom('provider_offer').execute();
  });

  it('is longer than sixteen mebibytes, whether its length is told or not, and ten are news', async () => {
    await all.forgetHints();
    const long = (mebibytes: number) =>
      JSON.stringify({
        userPermissionsChange: [{ userId: person.account, filler: 'x'.repeat(mebibytes << 20) }],
      });
    const asStream = (text: string) => new Blob([text]).stream();
    const before = Number((await person.connection()).next_pull_at);
    assert.equal(await all.tell(long(10)), 200);
    assert.ok(Number((await person.connection()).next_pull_at) < before);
    assert.equal(await all.tell(asStream(long(2))), 200);
    assert.equal(await all.tell(long(16)), 413);
    assert.equal(await all.tell(asStream(long(16))), 413);
    const elsewhere = `${all.service.url}/providers/garmin/notices/wrong`;
    assert.equal((await fetch(elsewhere, { method: 'POST', body: long(2) })).status, 404);
  });

  it('may tell of more people than a query has parameters', async () => {
    await all.forgetHints();
    const userPermissionsChange = Array.from({ length: 70_000 }, (_, at) => ({ userId: `nobody-${at}` }));
    const before = Number((await person.connection()).next_pull_at);
    userPermissionsChange.push({ userId: person.account });
    assert.equal(await all.tell({ userPermissionsChange }), 200);
    assert.ok(Number((await person.connection()).next_pull_at) < before);
  });

  it('are more than a hundred whose answers are not understood', async () => {
    const dailies = Array.from({ length: 103 }, (_, at) => ({
      userId: person.account,
      callbackURL: `${all.scene.api}/no/such/page?token=${at}`,
    }));
    assert.equal(await all.tell({ dailies }), 200);
    // The service fetches no more of them within a minute.
    for (let minutes = 0; minutes < 3; minutes++) await person.look();
    assert.equal((await person.offers()).length, 100);
    await all.service.deps.db.deleteFrom('provider_offer').execute();
  });

  it('is a night that is longer than nights can be', async () => {
    const startTimeInSeconds = Date.parse(today) / 1000;
    for (const field of ['durationInSeconds', 'awakeDurationInSeconds', 'unmeasurableSleepInSeconds']) {
      await person.upload('sleeps', { summaryId: 'odd', startTimeInSeconds, [field]: 1e300 });
      await person.upload('sleeps', { summaryId: 'odd', startTimeInSeconds, [field]: -1e300 });
    }
    await person.upload('dailies', aDaily(today, 31));
    await person.look();
    assert.equal(await person.stepsOn(today), 31);
    assert.match(all.service.logged(), /sleeps: durationInSeconds too_big/);
    await all.service.deps.db.deleteFrom('provider_offer').execute();
  });

  it('is an end that Garmin does not confirm', async () => {
    await all.forgetHints();
    assert.equal(await all.tell({ deregistrations: [{ userId: person.account }] }), 200);
    await person.stepNow();
    assert.equal((await person.connection()).status, 'connected');
    assert.ok(person.asked().at(-1)?.endsWith('/user/permissions'));
  });

  it('is what does not fit, which is tried again a day later', async () => {
    await person.upload('dailies', { summaryId: 'odd' });
    await person.look();
    const [left] = await person.offers();
    const hours = (Number(left?.next_try) - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours <= 24, `${hours}`);
    assert.match(all.service.logged(), /dailies: startTimeInSeconds invalid_type/);
  });
});

describe('what a person does at Garmin', () => {
  beforeEach(() => all.scene.fetchAll(person.id));
  const change = async (): Promise<void> => {
    await all.forgetHints();
    const permissions = [...person.records.permissions];
    assert.equal(await all.tell({ userPermissionsChange: [{ userId: person.account, permissions }] }), 200);
    await person.stepNow();
  };
  const problem = async (): Promise<readonly unknown[]> => {
    const { status, error_details } = await person.connection();
    return [status, error_details?.error_type];
  };
  /** Puts the earlier refusal eleven minutes into the past. It has to be ten minutes old to count. */
  const laterOn = async (): Promise<void> => {
    const earlier = new Date(Date.now() - 660_000);
    await all.service.deps.db
      .updateTable('provider_grant')
      .set({ suspected_on: earlier })
      .where('account', '=', person.account)
      .execute();
  };
  const availability = async (resource: string): Promise<string | undefined> => {
    const answer = await askTeam(all.service, 'GET', `/v2/user/providers/${person.link.userId}`);
    const { providers } = (await answer.json()) as {
      providers: { resource_availability: Record<string, { status: string }> }[];
    };
    return providers[0]?.resource_availability[resource]?.status;
  };

  it('to leave ends the connection', async () => {
    await all.scene.server.end(person.account);
    await all.forgetHints();
    assert.equal(await all.tell({ deregistrations: [{ userId: person.account }] }), 200);
    await person.stepNow();
    assert.equal((await person.connection()).status, 'connected', 'it could be a mistake of a moment');
    await laterOn();
    await person.look();
    assert.deepEqual(await problem(), ['error', 'reconnect_required']);
  });

  it('to leave ends it also where Garmin refuses to say what is granted', async () => {
    person.records.hasLeft = true;
    await person.look();
    await laterOn();
    await person.look();
    assert.deepEqual(await problem(), ['error', 'reconnect_required']);
  });

  it('to untick a kind of data keeps it from being read, until it is ticked again', async () => {
    assert.equal(await availability('activity'), 'available');
    person.records.permissions.delete('HEALTH_EXPORT');
    await change();
    assert.deepEqual(
      [await availability('activity'), await availability('workouts')],
      ['unavailable', 'available'],
    );
    assert.equal(await person.pullOf('activity'), undefined);
    const before = await person.stepsOn(addDays(today, -1));
    await person.upload('dailies', aDaily(addDays(today, -1), 4444));
    await person.look();
    assert.equal(await person.stepsOn(addDays(today, -1)), before);

    person.records.permissions.add('HEALTH_EXPORT');
    await change();
    assert.equal(await availability('activity'), 'available');
    assert.equal((await person.pullOf('activity'))?.status, 'in_progress');
    await all.scene.fetchAll(person.id);
    assert.equal((await person.pullOf('activity'))?.status, 'success');
  });
});
