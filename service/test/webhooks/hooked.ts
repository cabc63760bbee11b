// Webhooks of their own team, with a way to wait for their deliveries.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { Webhook as Verifier } from 'standardwebhooks';
import {
  createWebhook,
  getWebhook,
  listWebhookDeliveries,
  replayWebhookDelivery,
  updateWebhook,
  type BodyOf,
  type WebhookDelivery,
} from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { emit } from '../../src/webhooks/events.js';
import { createDeliverer } from '../../src/webhooks/index.js';
import type { Received, Receiver } from '../support/receiver.js';
import type { TestService } from '../support/test-service.js';

/** A receiver's answer with this status. */
export const answering =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end();

/** A team with a webhook at its own path. */
export async function hooked(
  service: TestService,
  receiver: Receiver,
  body: Partial<BodyOf<typeof createWebhook>> = {},
) {
  const team = await service.newTeam();
  const path = `/${randomUUID()}`;
  const answer = await service.call(createWebhook, {
    apiKey: team.apiKey,
    body: { url: receiver.url + path, ...body },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.detail));
  const { id, secret } = answer.body;
  const user = { id: await service.newUser(team.apiKey), team_id: team.id, client_user_id: 'theirs' };
  const key = { apiKey: team.apiKey, params: { id } };
  const hook = {
    id,
    secret,
    user,
    path,
    apiKey: team.apiKey,
    received: () => receiver.received.filter((each) => each.path === path),
    emit: (type = 'daily.data.steps.created', data: object = { data: [], source: 1 }) =>
      transact(service.deps.db, (tx) => emit(service.deps, tx, { type, user, data })),
    read: async () => (await service.call(getWebhook, key)).body,
    log: async (query = {}) => (await service.call(listWebhookDeliveries, { ...key, query })).body,
    change: (changes: BodyOf<typeof updateWebhook>) => service.call(updateWebhook, { ...key, body: changes }),
    replay: (delivery_id: string) =>
      service.call(replayWebhookDelivery, { apiKey: team.apiKey, params: { id, delivery_id } }),
    /** The only delivery of the webhook, once it differs from what `was` accepts. */
    async settled(was: (one: WebhookDelivery) => boolean): Promise<WebhookDelivery> {
      for (;;) {
        const [one] = (await hook.log()).data;
        if (one && !was(one)) return one;
        // The database answers without a turn of the event loop, and the delivery needs a turn to continue.
        await turn();
      }
    },
    ended: () => hook.settled((one) => one.status === 'pending'),
    attempted: (attempts = 1) => hook.settled((one) => one.attempts < attempts),
    /** Makes the next attempt now, even before it is due. */
    async attempt(): Promise<WebhookDelivery> {
      const [one] = (await hook.log()).data;
      assert.ok(one);
      const job = { delivery_id: one.id, attempts: one.attempts };
      await createDeliverer(service.deps)(job, new AbortController().signal, 'webhook_failing');
      const [later] = (await hook.log()).data;
      assert.ok(later);
      return later;
    },
  };
  return hook;
}

export const verify = (secret: string, { body, headers }: Received) =>
  new Verifier(secret).verify(body, headers as Record<string, string>);
