// What Garmin offers when not all goes well: an offer that cannot be fetched,
// a permission that is given meanwhile, and a past that comes slowly.
import assert from 'node:assert/strict';
import { afterAll, beforeEach, describe, it } from 'vitest';
import { addDays, dayOf } from '../../src/work/index.js';
import { aDaily, type Person, startGarmin } from './garmin-scene.js';
import { unavailable } from './simulators/garmin.js';

const all = await startGarmin();
afterAll(() => all.close());
let person: Person;
beforeEach(async () => {
  person = await all.newPerson();
});

const today = dayOf(new Date());
const yesterday = addDays(today, -1);
const minutesUntil = (at: unknown): number => (Number(at) - Date.now()) / 60_000;

describe('one that cannot be had now', () => {
  beforeEach(() => all.scene.fetchAll(person.id));

  it('keeps no newer one waiting', async () => {
    await person.upload('dailies', { ...aDaily(yesterday, 1), summaryId: unavailable });
    await person.upload('dailies', aDaily(yesterday, 77));
    await person.stepNow();
    assert.equal(await person.stepsOn(yesterday), 77);
    const [left, ...others] = await person.offers();
    assert.deepEqual(others, []);
    const minutes = minutesUntil(left?.next_try);
    assert.ok(minutes > 14 && minutes <= 15, `${minutes}`);
    const next = minutesUntil((await person.connection()).next_pull_at);
    assert.ok(next > 14 && next <= 15, `${next}`);
  });

  it('keeps no newer one waiting if it cannot be decrypted', async () => {
    await person.upload('dailies', aDaily(yesterday, 1));
    const { db } = all.service.deps;
    await db
      .updateTable('provider_offer')
      .set({ address: new Uint8Array([1, 2, 3]) })
      .where('connection_id', '=', person.id)
      .execute();
    await person.upload('dailies', aDaily(yesterday, 78));
    await person.stepNow();
    assert.equal(await person.stepsOn(yesterday), 78);
    const [left, ...others] = await person.offers();
    assert.deepEqual(others, []);
    const minutes = minutesUntil(left?.next_try);
    assert.ok(minutes > 14 && minutes <= 15, `${minutes}`);
  });

  it('keeps no day from being told if it is a stored day that cannot be decrypted', async () => {
    const { db } = all.service.deps;
    const days = (date: string) =>
      db.updateTable('pulled_day').where('connection_id', '=', person.id).where('date', '=', date);
    await days(yesterday).set({ told: false }).execute();
    await days(addDays(today, -2))
      .set({ told: false, sealed_items: new Uint8Array([1, 2, 3]) })
      .execute();
    await person.look();
    assert.equal((await person.storedOf('activity', yesterday))?.told, true);
    assert.ok(minutesUntil((await person.connection()).next_pull_at) > 15);
  });

  it('is tried again after as long as it has waited', async () => {
    await person.upload('dailies', { ...aDaily(yesterday, 1), summaryId: unavailable });
    await all.service.deps.db
      .updateTable('provider_offer')
      .set({ created_on: new Date(Date.now() - 2 * 3_600_000) })
      .where('connection_id', '=', person.id)
      .execute();
    await person.stepNow();
    const [left] = await person.offers();
    const minutes = minutesUntil(left?.next_try);
    assert.ok(minutes > 119 && minutes < 121, `${minutes}`);
  });

  it('is one of three in a row, if the provider is away, and days that are over are told all the same', async () => {
    for (let at = 0; at < 5; at++)
      await person.upload('dailies', { ...aDaily(yesterday, at), summaryId: unavailable });
    const asked = () => person.asked().filter((url) => url.startsWith('/dailies')).length;
    const before = asked();
    await all.service.deps.db
      .updateTable('pulled_day')
      .set({ told: false })
      .where('connection_id', '=', person.id)
      .where('resource', '=', 'activity')
      .where('date', '=', yesterday)
      .execute();
    await person.stepNow();
    assert.equal(asked() - before, 3);
    assert.equal((await person.storedOf('activity', yesterday))?.told, true);
    const minutes = minutesUntil((await person.connection()).next_pull_at);
    assert.ok(minutes > 14 && minutes <= 15, `${minutes}`);
  });
});

describe('what is granted', () => {
  beforeEach(() => all.scene.fetchAll(person.id));
  const asked = (): number => person.asked().filter((url) => url.endsWith('/user/permissions')).length;
  const change = async (): Promise<void> => {
    assert.equal(await all.tell({ userPermissionsChange: [{ userId: person.account }] }), 200);
  };

  it('is asked every six hours, however often something is offered', async () => {
    const before = asked();
    for (let hour = 2; hour <= 16; hour++) {
      await person.upload('dailies', aDaily(yesterday, hour));
      await all.scene.step(person.id, new Date(Date.now() + hour * 3_600_000));
    }
    assert.equal(asked() - before, 2);
  });

  it('is asked at once when a notice says so, also right after an offer', async () => {
    await person.upload('dailies', aDaily(yesterday, 5));
    await person.stepNow();
    const before = asked();
    await change();
    await person.stepNow();
    assert.equal(asked() - before, 1);
  });

  it('is asked ten minutes after the last time, also if something is offered meanwhile', async () => {
    await change();
    await person.stepNow();
    const before = asked();
    await change();
    await person.upload('dailies', aDaily(yesterday, 6));
    await person.stepNow();
    assert.deepEqual([await person.stepsOn(yesterday), asked() - before], [6, 0]);
    const minutes = minutesUntil((await person.connection()).next_pull_at);
    assert.ok(minutes > 9 && minutes <= 10, `${minutes}`);
    await all.scene.step(person.id, new Date(Date.now() + 601_000));
    assert.equal(asked() - before, 1);
  });

  it('is asked before what is offered of a kind that was not granted is left', async () => {
    person.records.permissions.delete('HEALTH_EXPORT');
    await person.look();
    assert.equal(await person.pullOf('activity'), undefined);
    person.records.permissions.add('HEALTH_EXPORT');
    await person.upload('dailies', aDaily(yesterday, 88));
    await all.scene.step(person.id, new Date());
    assert.equal(await person.stepsOn(yesterday), 88);
  });
});

describe('the past', () => {
  it('is not over while some of it waits to be fetched', async () => {
    await person.stepNow();
    const late = addDays(today, -9);
    await person.upload('dailies', { ...aDaily(late, 9), summaryId: unavailable });
    const end = new Date(Date.now() + 301_000);
    await all.scene.step(person.id, end);
    assert.equal((await person.pullOf('workouts'))?.status, 'success');
    const pull = await person.pullOf('activity');
    assert.deepEqual([pull?.status, Number(pull?.next_attempt_at) - Number(end)], ['in_progress', 300_000]);
    assert.equal(await person.eventsOf('historical.data.activity.created'), 0);
    // Now nothing of the past waits to be fetched any more.
    await all.service.deps.db.deleteFrom('provider_offer').where('connection_id', '=', person.id).execute();
    await all.scene.step(person.id, new Date(Number(end) + 300_000));
    assert.equal((await person.pullOf('activity'))?.status, 'success');
  });

  it('is not taken to have come by what is new', async () => {
    person.records.dailies.length = 0;
    await person.stepNow();
    await person.upload('dailies', aDaily(yesterday, 5));
    await person.stepNow();
    assert.equal(await person.stepsOn(yesterday), 5);
    const minutes = minutesUntil((await person.pullOf('activity'))?.next_attempt_at);
    assert.ok(minutes > 23 * 60, `${minutes}`);
  });

  it('has none of what is new before it was asked for, which is told by itself: the past may be refused', async () => {
    const { db } = all.service.deps;
    const wait = (at: Date) =>
      db
        .updateTable('historical_pull')
        .set({ next_attempt_at: at })
        .where('connection_id', '=', person.id)
        .execute();
    await wait(new Date(Date.now() + 86_400_000));
    await person.upload('dailies', aDaily(yesterday, 5));
    await person.stepNow();
    assert.equal(await person.eventsOf('daily.data.activity.created'), 1);
    person.records.permissions.delete('HISTORICAL_DATA_EXPORT');
    await wait(new Date());
    await person.stepNow();
    assert.equal((await person.pullOf('activity'))?.status, 'failure');
  });
});
