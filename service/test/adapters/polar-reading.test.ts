// Reading from Polar's interface, which is simulated: what it has, what it refuses, and whose account it is.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { polar } from '../../src/adapters/polar.js';
import { addDays } from '../../src/work/index.js';
import { assertInContract, stagesByMinute } from './mapping.js';
import { exchange, readItems } from './reading.js';
import { sceneOf } from './scene.js';
import { createPolarSimulator } from './simulators/polar.js';

const until = '2026-04-10';
const account = '475';
const lastWeeks = { from: addDays(until, -20), until };

/** A person who is registered, unless the argument says otherwise. */
async function scene(registered = true) {
  const { signIn } = polar;
  assert.ok(signIn.type === 'oauth');
  const of = sceneOf({ adapter: polar, create: createPolarSimulator, window: lastWeeks, account });
  if (registered) await signIn.afterLink?.({ account, userId: 'u', api: of.api });
  return { ...of, signIn };
}

describe('Polar: reading from its interface', () => {
  it('registers the person first, once', async () => {
    const { reading, records, signIn, api } = await scene(false);
    await assert.rejects(readItems(reading, 'sleep'), { message: /403/ });
    await signIn.afterLink?.({ account, userId: 'u', api });
    assert.equal(records.memberId, account);
    await signIn.afterLink?.({ account, userId: 'another', api });
    assert.equal(records.memberId, account);
  });

  it('reads what there is, each once and under its own day', async () => {
    const { reading, records } = await scene();
    const read = (resource: string) => readItems(reading, resource);
    const expected = {
      sleep: records.nights.map(({ date }) => date),
      activity: records.activities.map(({ date }) => date),
      workouts: records.exercises.map(({ start_time }) => String(start_time).slice(0, 10)),
    };
    for (const [resource, days] of Object.entries(expected)) {
      const items = await read(resource);
      assert.deepEqual(
        items.map(({ day }) => day),
        days.filter((day) => day >= lastWeeks.from),
      );
      for (const { item } of items) assertInContract(resource, item);
    }
    assert.equal((await read('profile')).length, 1);
  });

  it('reads the course of nights to a minute', async () => {
    const { reading, records } = await scene();
    const items = await readItems(reading, 'sleep_cycle');
    for (const { day, item } of items) {
      const night = records.life.days.find(({ date }) => date === day)?.night;
      const asleep = night?.course.filter(({ stage }) => stage !== 'awake') ?? [];
      const from = asleep[0]?.from ?? 0;
      const until = asleep.at(-1)?.until ?? 0;
      const lived = night?.course
        .filter((each) => each.from >= from && each.until <= until)
        .flatMap((each) => Array.from({ length: (each.until - each.from) / 60 }, () => each.stage));
      assert.deepEqual(stagesByMinute(item), lived);
    }
    // Without the night on which the clocks went forward, and without the nights on which no sleep was recognized.
    const nights = records.nights.filter(({ date }) => date >= lastWeeks.from);
    assert.ok(items.length > 12 && items.length < nights.length, `${items.length} of ${nights.length}`);
  });

  it('reads a year of movement in requests that Polar allows', async () => {
    const { reading, simulator, records } = await scene();
    const items = await readItems({ ...reading, window: { from: addDays(until, -364), until } }, 'activity');
    assert.equal(items.length, records.activities.length);
    assert.equal(simulator.requests.filter(({ url }) => url.startsWith('/v3/users/activities')).length, 14);
  });

  it('sees what came late, changed and went', async () => {
    const { reading, records } = await scene();
    const read = () => readItems(reading, 'sleep');
    const before = await read();
    const [first, second] = records.nights.filter(({ date }) => date >= lastWeeks.from);
    assert.ok(first && second);
    records.nights = records.nights.filter((night) => night !== first);
    second['sleep_score'] = 1;
    const after = await read();
    assert.equal(after.length, before.length - 1);
    assert.equal(after.find(({ id }) => id === second.date)?.item['score'], 1);
    records.nights.push(first);
    assert.equal((await read()).length, before.length);
  });

  it('has no profile of somebody without one', async () => {
    const { reading, records } = await scene();
    records.physical = null;
    assert.deepEqual(await readItems(reading, 'profile'), []);
  });

  it('ends the registration at disconnect', async () => {
    const { reading, records, signIn } = await scene();
    const request = signIn.revoke?.({ account, accessToken: 'good', refreshToken: null });
    assert.ok(request);
    assert.equal((await exchange(reading, request)).status, 204);
    assert.equal(records.memberId, null);
  });
});

describe('Polar: refusals', () => {
  const now = new Date('2026-04-10T12:00:00Z');
  const refusal = async (prepare: (of: Awaited<ReturnType<typeof scene>>) => unknown, given = 'good') => {
    const of = await scene();
    prepare(of);
    return exchange({ ...of.reading, token: given }, { to: '/v3/users/sleep' });
  };

  it('takes missing consents for data that is refused, and no reason to connect again', async () => {
    const answer = await refusal(({ simulator }) => simulator.lapsed.add(account));
    assert.equal(answer.status, 403);
    assert.equal(polar.classify?.(answer)?.kind, 'scope');
  });

  it('leaves to the common rules what means the same everywhere', async () => {
    const answers = await Promise.all([
      refusal(() => undefined, 'wrong'),
      refusal(({ simulator }) => simulator.refuseNext(1)),
      refusal(({ simulator }) => simulator.breakNext(1)),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 429, 503],
    );
    for (const answer of answers) assert.equal(polar.classify?.(answer), undefined);
    const page = { status: 403, headers: new Headers({ 'content-type': 'text/html' }), body: undefined };
    assert.equal(polar.classify?.(page), undefined);
  });

  it('says how its limits stand', async () => {
    const refused = await refusal(({ simulator }) => simulator.refuseNext(1));
    assert.deepEqual(polar.standing?.(refused, now), {
      per: 'application',
      seconds: 900,
      remaining: 0,
      resetAt: new Date('2026-04-10T12:10:00Z'),
    });
    assert.equal(polar.standing?.(await refusal(() => undefined), now)?.remaining, 500);
    assert.equal(polar.standing?.({ ...refused, headers: new Headers() }, now), undefined);
  });
});

describe('Polar: the account', () => {
  const accountOf = async (x_user_id: unknown) => {
    const { signIn, api } = await scene();
    return signIn.readAccount({
      token: { access_token: 'a', x_user_id },
      api,
      where: { base: null, region: null },
    });
  };

  it('is in the answer with the token', async () => {
    assert.equal(await accountOf(10_579), '10579');
    assert.equal(await accountOf('10579'), '10579');
    for (const wrong of [undefined, null, '', 1.5]) await assert.rejects(accountOf(wrong));
  });
});
