// What Garmin sent while there was no access. Nobody received it, so the service asks for those days once there is access again.
import assert from 'node:assert/strict';
import { afterAll, beforeEach, it } from 'vitest';
import { addDays, dayOf, lastWholeDay } from '../../src/work/index.js';
import { newLink } from '../support/oauth-service.js';
import { aDaily, type Person, startGarmin } from './garmin-scene.js';

const all = await startGarmin();
afterAll(() => all.close());
let person: Person;
beforeEach(async () => {
  person = await all.newPerson();
  await all.scene.fetchAll(person.id);
});

const today = dayOf(new Date());
const last = lastWholeDay(new Date());

/** Makes it look as if nothing had come since a day. */
async function loseSince(day: string): Promise<void> {
  await all.service.deps.db
    .deleteFrom('pulled_day')
    .where('connection_id', '=', person.id)
    .where('date', '>', day)
    .execute();
}
async function linkAgain(request: Record<string, string>): Promise<void> {
  const again = await newLink(all.service, request, { userId: person.link.userId });
  assert.equal((await all.scene.send(again, person.account))['state'], 'success');
}
const historical = 'historical.data.activity.created';
const created = 'daily.data.activity.created';

it('is asked for after a link with `reconnect`, from the last day that came', async () => {
  const { db } = all.service.deps;
  const known = addDays(today, -6);
  await loseSince(known);
  await db
    .updateTable('provider_grant')
    .set({ status: 'dead' })
    .where('account', '=', person.account)
    .execute();
  await db.updateTable('connection').set({ status: 'error' }).where('id', '=', person.id).execute();
  // The notice is dropped, because no connection can fetch it.
  await person.upload('dailies', aDaily(addDays(today, -2), 4));
  assert.deepEqual(await person.offers(), []);
  await linkAgain({ reconnect: 'garmin' });
  const pull = await person.pullOf('activity');
  assert.deepEqual(
    [pull?.status, pull?.range_start, pull?.range_end],
    ['scheduled', addDays(known, -1), last],
  );
  const told = [await person.eventsOf(historical), await person.eventsOf(created)] as const;
  assert.equal(told[0], 1);
  await all.scene.fetchAll(person.id);
  assert.ok((await person.stepsOn(addDays(today, -2))) !== undefined);
  assert.ok((await person.stepsOn(addDays(today, -5))) !== undefined);
  assert.equal((await person.pullOf('activity'))?.status, 'success');
  // These days are reported like new days. The past is not reported again.
  assert.deepEqual(
    [await person.eventsOf(historical), await person.eventsOf(created)],
    [told[0], told[1] + 1],
  );
});

it('is over some minutes later if nothing is missing, and tells nothing, however often the person links', async () => {
  const told = async () => [
    await person.eventsOf(historical),
    await person.eventsOf(created),
    await person.eventsOf('daily.data.activity.updated'),
  ];
  const before = await told();
  for (let times = 0; times < 2; times++) {
    await linkAgain({ reconnect: 'garmin' });
    const pull = await person.pullOf('activity');
    assert.deepEqual([pull?.status, pull?.range_start, pull?.range_end], ['scheduled', last, last]);
    await person.stepNow();
    await all.scene.step(person.id, new Date(Date.now() + 301_000));
    assert.equal((await person.pullOf('activity'))?.status, 'success');
  }
  assert.deepEqual(await told(), before);
});

it('is told of as the past if that was not told of before', async () => {
  await all.service.deps.db
    .updateTable('historical_pull')
    .set({ status: 'failure' })
    .where('connection_id', '=', person.id)
    .execute();
  await linkAgain({ reconnect: 'garmin' });
  const before = [await person.eventsOf(historical), await person.eventsOf(created)];
  // Garmin gives the same days only once. This lets the simulator give them again.
  person.records.asked.clear();
  await all.scene.fetchAll(person.id);
  assert.deepEqual(
    [await person.eventsOf(historical), await person.eventsOf(created)],
    [(before[0] ?? 0) + 1, before[1]],
  );
});

it('is asked for after a pause that was longer than what is told is kept, as far as Garmin goes back', async () => {
  const { db } = all.service.deps;
  await loseSince(addDays(today, -80));
  await db.updateTable('connection').set({ status: 'paused' }).where('id', '=', person.id).execute();
  // If the pause had really been that long, Garmin would not have been asked for these days before.
  person.records.asked.clear();
  await linkAgain({ provider: 'garmin' });
  assert.equal((await person.connection()).id, person.id);
  assert.equal((await person.pullOf('activity'))?.range_start, addDays(last, -29));
  await all.scene.fetchAll(person.id);
  assert.ok((await person.stepsOn(addDays(today, -2))) !== undefined);
});

it('is asked for as of now, if the past failed long ago', async () => {
  await all.service.deps.db
    .updateTable('historical_pull')
    .set({ status: 'failure', range_start: addDays(last, -79), range_end: addDays(last, -50) })
    .where('connection_id', '=', person.id)
    .execute();
  await linkAgain({ reconnect: 'garmin' });
  const pull = await person.pullOf('activity');
  assert.deepEqual([pull?.range_start, pull?.range_end], [addDays(last, -29), last]);
});
