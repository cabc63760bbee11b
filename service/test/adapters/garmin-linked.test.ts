// How Garmin's data arrives, through the whole service: a notice says where it is, and the service fetches it there.
import assert from 'node:assert/strict';
import { afterAll, beforeEach, describe, it } from 'vitest';
import { transact } from '../../src/db/index.js';
import { pruneOffers } from '../../src/provider-data/index.js';
import { addDays, dayOf } from '../../src/work/index.js';
import { aDaily, type Person, startGarmin } from './garmin-scene.js';

const all = await startGarmin();
afterAll(() => all.close());
let person: Person;
const today = dayOf(new Date());

beforeEach(async () => {
  person = await all.newPerson();
  // The people live in Berlin, where the day is over while it still lasts in UTC: it would be reported at once.
  const { dailies } = person.records;
  dailies.splice(0, Infinity, ...dailies.filter(({ calendarDate }) => calendarDate !== today));
});

describe('the past', () => {
  it('is asked for once of each kind, and is complete some minutes after it has come', async () => {
    const before = new Date();
    await person.stepNow();
    const kinds = person.asked().filter((url) => url.startsWith('/backfill/'));
    assert.equal(new Set(kinds).size, 5);
    assert.equal(kinds.length, 5);
    assert.ok((await person.stepsOn(addDays(today, -3))) !== undefined);
    const waiting = await person.pullOf('activity');
    assert.equal(waiting?.status, 'in_progress');
    const seconds = (Number(waiting.next_attempt_at) - before.getTime()) / 1000;
    assert.ok(seconds >= 300 && seconds < 360, `${seconds}`);
    assert.equal(await person.eventsOf('historical.data.activity.created'), 0);
    // The past is not reported day by day.
    assert.equal(await person.eventsOf('daily.data.activity.created'), 0);
    await all.scene.step(person.id, new Date(Date.now() + 301_000));
    assert.equal((await person.pullOf('activity'))?.status, 'success');
    assert.equal(await person.eventsOf('historical.data.activity.created'), 1);
  });

  it('is waited for through a day if nothing comes, and then there is none', async () => {
    person.records.bodyComps.length = 0;
    const before = Date.now();
    await person.stepNow();
    const waiting = await person.pullOf('body');
    const hours = (Number(waiting?.next_attempt_at) - before) / 3_600_000;
    assert.ok(hours >= 24 && hours < 24.1, `${hours}`);
    await all.scene.step(person.id, new Date(before + 24.2 * 3_600_000));
    assert.equal((await person.pullOf('body'))?.status, 'success');
  });

  it('is refused if the person has not ticked it, and what is new comes all the same', async () => {
    person.records.permissions.delete('HISTORICAL_DATA_EXPORT');
    await all.scene.fetchAll(person.id);
    const pull = await person.pullOf('activity');
    assert.deepEqual(
      [pull?.status, pull?.error_details?.error_type],
      ['failure', 'required_scopes_not_granted'],
    );
    const yesterday = addDays(today, -1);
    await person.upload('dailies', aDaily(yesterday, 77));
    await person.look();
    assert.equal(await person.stepsOn(yesterday), 77);
    assert.equal(await person.eventsOf('daily.data.activity.created'), 1);
    assert.equal((await person.connection()).status, 'connected');
  });
});

describe('what is new', () => {
  beforeEach(() => all.scene.fetchAll(person.id));

  it('is fetched at once where the notice says, is told when its day is over, and changes with a later one', async () => {
    await all.forgetHints();
    await person.upload('dailies', aDaily(today, 500));
    await person.stepNow();
    assert.deepEqual(
      [await person.stepsOn(today), (await person.storedOf('activity', today))?.told],
      [500, false],
    );
    const [created, updated] = ['daily.data.activity.created', 'daily.data.activity.updated'] as const;
    const told = await person.eventsOf(created);
    await all.forgetHints();
    await person.upload('dailies', aDaily(today, 900));
    await person.stepNow();
    assert.deepEqual([await person.stepsOn(today), await person.eventsOf(created)], [900, told]);
    // Nothing more arrives for that day. A look reports the day when it is over.
    const tomorrow = new Date(Date.parse(addDays(today, 1)) + 3_600_000);
    await all.scene.letPass(person.id);
    assert.equal(await all.scene.step(person.id, tomorrow), true);
    assert.deepEqual(
      [(await person.storedOf('activity', today))?.told, await person.eventsOf(created)],
      [true, told + 1],
    );
    await all.forgetHints();
    await person.upload('dailies', aDaily(today, 1000));
    await all.scene.step(person.id, tomorrow);
    assert.deepEqual([await person.eventsOf(created), await person.eventsOf(updated)], [told + 1, 1]);
  });

  it('stands beside what came of its day before', async () => {
    const workout = { activityType: 'RUNNING', durationInSeconds: 600, startTimeOffsetInSeconds: 0 };
    const startTimeInSeconds = Date.parse(today) / 1000;
    await person.upload('activities', { ...workout, summaryId: 'one', startTimeInSeconds });
    await person.look();
    await person.upload('activities', {
      ...workout,
      summaryId: 'two',
      startTimeInSeconds: startTimeInSeconds + 60,
    });
    await person.look();
    const times = (await person.storedOf('workouts', today))?.items.map((item) => item['time_start']);
    assert.ok(times && times.length >= 2);
    assert.ok(times.includes(`${today}T00:01:00Z`) && times.includes(`${today}T00:00:00Z`));
  });

  it('is on its new day alone if it was moved, and others of its old day stay', async () => {
    const [day, before] = [addDays(today, -1), addDays(today, -9)];
    const run = (summaryId: string, on: string, calories: number) => ({
      ...{ summaryId, activityType: 'RUNNING', durationInSeconds: 600, startTimeOffsetInSeconds: 0 },
      ...{ startTimeInSeconds: Date.parse(on) / 1000, activeKilocalories: calories },
    });
    const of = async (date: string): Promise<readonly unknown[]> =>
      ((await person.storedOf('workouts', date))?.items ?? [])
        .map((item) => item['calories'])
        .filter((each) => Number(each) > 90_000)
        .sort();
    await person.upload('activities', run('moved', before, 90_001), run('stays', before, 90_002));
    await person.look();
    assert.deepEqual(await of(before), [90_001, 90_002]);
    const updated = await person.eventsOf('daily.data.workouts.updated');
    await person.upload('activities', run('moved', day, 90_001));
    await person.look();
    assert.deepEqual([await of(before), await of(day)], [[90_002], [90_001]]);
    assert.equal(await person.eventsOf('daily.data.workouts.updated'), updated + 1);
  });

  it('is fetched at once however many notices there are, and once however often it is told', async () => {
    const [first, second] = [addDays(today, -1), addDays(today, -2)];
    await all.forgetHints();
    await person.upload('dailies', aDaily(first, 1));
    const body = person.noticeOf('dailies', aDaily(second, 2));
    for (let times = 0; times < 3; times++) assert.equal(await all.tell(body), 200);
    assert.equal((await person.offers()).length, 2);
    await person.stepNow();
    assert.deepEqual([await person.stepsOn(first), await person.stepsOn(second)], [1, 2]);
    assert.equal(
      person.asked().filter((url) => url.startsWith('/dailies')).length,
      3,
      'with that of the past',
    );
  });

  it('that is only hinted at is looked at ten minutes later, if that was just done', async () => {
    await all.forgetHints();
    const hint = { userPermissionsChange: [{ userId: person.account }] };
    const before = Date.now();
    assert.equal(await all.tell(hint), 200);
    assert.ok(Number((await person.connection()).next_pull_at) < Date.now() + 1000);
    await person.stepNow();
    assert.equal(await all.tell(hint), 200);
    const seconds = (Number((await person.connection()).next_pull_at) - before) / 1000;
    assert.ok(seconds >= 600 && seconds < 660, `${seconds}`);
  });

  it('that is told while a look ends is not left waiting', async () => {
    await all.forgetHints();
    await person.upload('dailies', aDaily(addDays(today, -1), 1));
    const body = person.noticeOf('dailies', aDaily(addDays(today, -2), 22));
    all.garmin.meanwhile(async () => assert.equal(await all.tell(body), 200));
    await all.scene.step(person.id, new Date());
    assert.equal(await person.stepsOn(addDays(today, -1)), 1);
    await person.stepNow();
    assert.equal(await person.stepsOn(addDays(today, -2)), 22);
  });

  it('waits while the connection is paused', async () => {
    await all.service.deps.db
      .updateTable('connection')
      .set({ status: 'paused' })
      .where('id', '=', person.id)
      .execute();
    const before = person.asked().length;
    await person.upload('dailies', aDaily(addDays(today, -1), 33));
    await person.look();
    assert.deepEqual([person.asked().length, (await person.offers()).length], [before, 1]);
    await all.service.deps.db
      .updateTable('connection')
      .set({ status: 'connected' })
      .where('id', '=', person.id)
      .execute();
    await person.look();
    assert.equal(await person.stepsOn(addDays(today, -1)), 33);
  });

  it('keeps where it is encrypted, for a week', async () => {
    await person.upload('dailies', aDaily(today, 1));
    const [offer] = await person.offers();
    assert.ok(offer && !Buffer.from(offer.address).toString('latin1').includes('token'));
    assert.ok(!all.service.logged().includes('token=pull'));
    const age = (days: number) =>
      all.service.deps.db
        .updateTable('provider_offer')
        .set({ created_on: new Date(Date.now() - days * 86_400_000) })
        .execute();
    await age(6.9);
    await transact(all.service.deps.db, pruneOffers);
    assert.equal((await person.offers()).length, 1);
    await age(7.1);
    await transact(all.service.deps.db, pruneOffers);
    assert.deepEqual(await person.offers(), []);
  });
});
