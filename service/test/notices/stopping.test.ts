// A process that stops while it handles subscriptions.
import assert from 'node:assert/strict';
import { it } from 'vitest';
import { subscribe } from '../../src/notices/subscribe.js';
import { sceneOfTests } from './subscription-scene.js';

const scene = sceneOfTests();

it('the next process continues its work, and nothing counts as failed', async () => {
  await scene.link('withings');
  const stopping = AbortSignal.abort(new Error('the process stops'));
  let asked = 0;
  // One application and one person.
  const goOn = (): boolean => asked++ % 2 === 0;
  await subscribe(scene.newProcess({ stopping, cutOff: stopping }), { isStart: true, goOn });
  assert.equal(asked, 4);
  const now = new Date();
  const applications = await scene.db.selectFrom('notice_subscriber').selectAll().execute();
  assert.ok(applications.length > 0);
  for (const { tries, problem, lease, check_at } of applications)
    assert.deepEqual([tries, problem, lease, check_at <= now], [0, null, null, true]);
  const person = await scene.db.selectFrom('provider_grant').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual(
    [person.subscribe_tries, person.subscribe_problem, person.subscribe_at <= now, person.subscribed],
    [0, null, true, true],
  );
  await scene.look();
  assert.equal(scene.withings.subscriptions.length, 5);
  assert.equal(scene.oura.subscriptions.length, 12);
});
