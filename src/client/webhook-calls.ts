import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  updateWebhook,
  type BodyOf,
  type Endpoint,
  type QueryOf,
  type WebhookDelivery,
} from '../contract/index.js';
import type { Answer, ManagedCallOptions, RepeatableCallOptions } from './client-options.js';
import { eachFrom } from './pages.js';
import { replayMissed } from './replay-missed.js';
import type { Send } from './send.js';

/** The calls for webhooks and what was sent to them. */
export interface WebhookCalls {
  /** Makes a webhook, a destination for events. Only this answer holds the secret that signs its deliveries. */
  createWebhook(
    body: BodyOf<typeof createWebhook>,
    call?: ManagedCallOptions & RepeatableCallOptions,
  ): Answer<typeof createWebhook>;
  /** The webhooks of the team. */
  listWebhooks(call?: ManagedCallOptions): Answer<typeof listWebhooks>;
  /** Reads a webhook. */
  getWebhook(webhookId: string, call?: ManagedCallOptions): Answer<typeof getWebhook>;
  /** Changes a webhook. `headers` and lists are replaced as a whole. */
  updateWebhook(
    webhookId: string,
    changes: BodyOf<typeof updateWebhook>,
    call?: ManagedCallOptions,
  ): Answer<typeof updateWebhook>;
  /** Deletes a webhook with its deliveries. */
  deleteWebhook(webhookId: string, call?: ManagedCallOptions): Answer<typeof deleteWebhook>;
  /** Makes a new secret for a webhook. For 24 hours the previous secret signs too. */
  rotateWebhookSecret(
    webhookId: string,
    call?: ManagedCallOptions & RepeatableCallOptions,
  ): Answer<typeof rotateWebhookSecret>;
  /** A page of the deliveries to a webhook, the latest first. */
  listWebhookDeliveries(
    webhookId: string,
    query?: QueryOf<typeof listWebhookDeliveries>,
    call?: ManagedCallOptions,
  ): Answer<typeof listWebhookDeliveries>;
  /** All deliveries to a webhook in the last 30 days, or those with a `status`; reads each page as you need it. */
  webhookDeliveries(
    webhookId: string,
    call?: ManagedCallOptions & {
      readonly status?: NonNullable<QueryOf<typeof listWebhookDeliveries>['status']>;
    },
  ): AsyncGenerator<WebhookDelivery, void, undefined>;
  /** Sends a delivery again at once, whether it failed or waits for a retry. */
  replayWebhookDelivery(
    webhookId: string,
    deliveryId: string,
    call?: ManagedCallOptions & RepeatableCallOptions,
  ): Answer<typeof replayWebhookDelivery>;
  /**
   * For use after an outage: sends again at once all deliveries of the last 30 days that have not arrived, whether they
   * failed or wait for a retry. Returns how many.
   */
  replayWebhookDeliveries(webhookId: string, call?: ManagedCallOptions): Promise<number>;
}

export function webhookCalls(send: Send): WebhookCalls {
  const deliveriesOf: WebhookCalls['listWebhookDeliveries'] = (webhookId, query = {}, call) =>
    send(keyed(listWebhookDeliveries, call), {
      ...partsOf(call),
      params: { id: webhookId },
      query: { ...query, ...partsOf(call).query },
    });
  const allDeliveriesOf: WebhookCalls['webhookDeliveries'] = (webhookId, { status, ...call } = {}) =>
    eachFrom(async (next_cursor) => {
      const query = { page_size: 50, ...(status && { status }), ...(next_cursor && { next_cursor }) };
      const page = await deliveriesOf(webhookId, query, call);
      return { items: page.data, next: page.next_cursor };
    });
  const replay: WebhookCalls['replayWebhookDelivery'] = (webhookId, deliveryId, call) =>
    send(keyed(replayWebhookDelivery, call), {
      params: { id: webhookId, delivery_id: deliveryId },
      ...partsOf(call),
    });
  return {
    createWebhook: (body, call) => send(keyed(createWebhook, call), { body, ...partsOf(call) }),
    listWebhooks: (call) => send(keyed(listWebhooks, call), partsOf(call)),
    getWebhook: (webhookId, call) =>
      send(keyed(getWebhook, call), { params: { id: webhookId }, ...partsOf(call) }),
    updateWebhook: (webhookId, body, call) =>
      send(keyed(updateWebhook, call), { params: { id: webhookId }, body, ...partsOf(call) }),
    deleteWebhook: (webhookId, call) =>
      send(keyed(deleteWebhook, call), { params: { id: webhookId }, ...partsOf(call) }),
    rotateWebhookSecret: (webhookId, call) =>
      send(keyed(rotateWebhookSecret, call), { params: { id: webhookId }, ...partsOf(call) }),
    listWebhookDeliveries: deliveriesOf,
    webhookDeliveries: allDeliveriesOf,
    replayWebhookDelivery: replay,
    replayWebhookDeliveries: (webhookId, call) =>
      replayMissed(
        (status) => allDeliveriesOf(webhookId, { ...call, status }),
        (id) => replay(webhookId, id, call),
      ),
  };
}

/** The endpoint with the credential of the call: a call that names a team is sent with the management key. */
const keyed = <E extends Endpoint>(endpoint: E, { teamId }: ManagedCallOptions = {}): E =>
  teamId === undefined ? endpoint : { ...endpoint, auth: 'management-key' };

/** The parts of a request that come from the options of its call. The team goes in the query. */
const partsOf = ({ teamId, ...others }: ManagedCallOptions & RepeatableCallOptions = {}) => ({
  query: teamId === undefined ? {} : { team_id: teamId },
  ...others,
});
