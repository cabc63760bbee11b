// Checks the requests that subscribe to notices with the providers' documents.
import assert from 'node:assert/strict';
import { it } from 'vitest';
import type { Api, Subscriptions } from '../../src/adapters/index.js';
import { oura } from '../../src/adapters/oura.js';
import { polar } from '../../src/adapters/polar.js';
import { withings } from '../../src/adapters/withings.js';
import { endSubscriptions } from '../../src/grants/index.js';
import { reconcile } from '../../src/notices/reconcile.js';
import { judgeOf } from './documents.js';
import { exchange } from './reading.js';
import {
  simulateOuraSubscriptions,
  simulatePolarWebhooks,
  simulateWithingsSubscriptions,
  type SubscriptionOptions,
} from './simulators/subscriptions.js';

const client = { clientId: 'id', clientSecret: 'secret' };
const options: SubscriptionOptions = {
  ...client,
  accountOf: () => 'ada',
  reach: (url) => {
    const challenge = new URL(url).searchParams.get('challenge');
    return challenge === null ? new Response() : Response.json({ challenge });
  },
};
const base = 'https://svc.example/notices/';

/** The headers with which the service identifies its application. */
const shown = {
  'x-client-id': client.clientId,
  'x-client-secret': client.clientSecret,
};
const basic = {
  authorization: `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`,
};

it.each([
  [
    'oura',
    oura.notices?.subscriptions,
    simulateOuraSubscriptions(options),
    (all: { expiration_time?: string }[]) => {
      for (const one of all) one.expiration_time = new Date(Date.now() + 86_400_000).toISOString();
    },
    ['create', 'delete', 'list', 'renew'],
  ],
  [
    'polar',
    polar.notices?.subscriptions,
    simulatePolarWebhooks(options),
    (all: { active?: boolean }[]) => {
      for (const one of all) one.active = false;
    },
    ['createWebhook', 'deleteWebhook', 'getWebhook', '/v3/webhooks/activate'],
  ],
  [
    'withings',
    withings.notices?.subscriptions,
    simulateWithingsSubscriptions(options),
    () => undefined,
    ['notify-list', 'notify-revoke', 'notify-subscribe'],
  ],
] as const)('asks %s as its document allows', async (slug, subscriptions, simulator, letPass, asked) => {
  const judge = judgeOf(slug);
  assert.ok(subscriptions);
  const objections = new Set<string>();
  const api: Api = {
    async send(request) {
      const headers = request.as === 'application' ? basic : request.as ? shown : {};
      const answer = await exchange({ simulator, token: 'any' }, { ...request, headers });
      assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(request)}`);
      for (const each of judge?.objections({ ...answer, request }) ?? []) objections.add(each);
      return answer.body;
    },
  };
  const look = (how: Subscriptions, url: string) => {
    const topics = how.topics(['user.metrics', 'user.activity']);
    const aim = { topics, base, url, verifyToken: 'verify', isSecretKnown: true };
    return reconcile(api, how, aim, { made: [] }, () => Promise.resolve());
  };
  const all = simulator.subscriptions;
  await look(subscriptions, `${base}first`);
  assert.ok(all.length > 0);
  letPass(all as never);
  await look(subscriptions, `${base}first`);
  const made = structuredClone(all);
  await look(subscriptions, `${base}first`);
  assert.deepEqual(all, made, 'nothing is left to do');
  await look(subscriptions, `${base}second`);
  assert.equal(all.length, made.length);
  await endSubscriptions(api, subscriptions, base);
  assert.deepEqual(all, []);
  // Without the document, this proves only that each request succeeds.
  assert.deepEqual([...objections], []);
  if (judge)
    assert.deepEqual(
      [...judge.judged].map((each) => each.replace(/_webhook_subscription.*/, '')).toSorted(),
      [...asked].toSorted(),
    );
});
