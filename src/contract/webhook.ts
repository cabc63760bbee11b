// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { managedTeam } from './managed-team.js';
import { openEnum } from './open-enum.js';
import { queryInteger } from './paging.js';
import { unreadable } from './unreadable-value.js';

/** `webhook` posts the event itself; `event_hub` posts CloudEvents 1.0 (structured JSON). */
export const webhookKinds = ['webhook', 'event_hub'] as const;
export const webhookStatuses = ['enabled', 'disabled'] as const;
export const deliveryStatuses = ['pending', 'success', 'failed'] as const;

/** A prefix of event types, such as `daily.data.`, or a whole event type. */
const prefix = z
  .string()
  .check(z.regex(/^[a-z\d_.]{1,100}$/, 'expected the beginning of event types, such as daily.data.'));
const url = z.string().check(z.minLength(1), z.maxLength(2048));
const routes = z.array(z.object({ prefix, url })).check(z.maxLength(50));
const list = <Item extends z.ZodMiniType>(item: Item) => z.array(item).check(z.maxLength(50));

const settings = {
  /** The event types to send, by their prefixes; if empty, all event types. */
  events: z.optional(z.nullable(list(prefix))),
  /** Headers that are sent with each delivery. Headers of HTTP itself, the signature and the body are not allowed. */
  headers: z.optional(z.nullable(z.record(z.string(), z.string().check(z.maxLength(4096))))),
  /** What is sent: the event itself, or a CloudEvent. */
  kind: z.optional(z.enum(webhookKinds)),
  /** For an event hub: other addresses by prefix of the event type; the longest prefix decides. */
  routes: z.optional(z.nullable(routes)),
  /** `disabled` sends nothing, and cancels the deliveries that are still to be sent. */
  status: z.optional(z.enum(webhookStatuses)),
};

/** A destination of a team's events. */
export const Webhook = z.looseObject({
  id,
  /** If a person's role in the console is below `own`, they see `***` for each value in the query, here and in `routes`. */
  url: z.string(),
  /** Prefixes of the event types that it receives; empty if it receives all. */
  events: z.array(z.string()),
  /** Sent with each delivery. If a person's role in the console is below `own`, they see `***` for each value. */
  headers: z.record(z.string(), z.string()),
  kind: openEnum(webhookKinds),
  routes: z.array(z.looseObject({ prefix: z.string(), url: z.string() })),
  status: openEnum(webhookStatuses),
  /** Why it is disabled: by you, because it answered 410, or because nothing arrived for 5 days. */
  disabled_reason: z.nullable(openEnum(['requested', 'gone', 'failing'])),
  created_on: timestamp,
});
export type Webhook = z.infer<typeof Webhook>;

/** A new webhook with the secret that signs its deliveries: `whsec_` and base64. The secret is shown only this once. */
export const CreatedWebhook = z.extend(Webhook, { secret: z.string() });

/**
 * Creates a webhook. `url` is https; http and private addresses only if the service allows them. 422 `webhook_not_allowed`
 * names the broken rule.
 */
export const createWebhook = endpoint({
  method: 'POST',
  path: '/v2/webhook',
  auth: 'api-key',
  repeatable: true,
  role: 'own',
  managed: true,
  query: managedTeam,
  body: z.object({ url, ...settings }),
  response: CreatedWebhook,
});

/** The webhooks of the team, the oldest first. */
export const listWebhooks = endpoint({
  method: 'GET',
  path: '/v2/webhook',
  auth: 'api-key',
  role: 'view',
  managed: true,
  query: managedTeam,
  response: z.looseObject({
    webhooks: z.array(Webhook),
    /** The webhooks whose `headers` are empty because they could not be read; absent if there are none. */
    unreadable,
  }),
});

/** Reads a webhook. */
export const getWebhook = endpoint({
  method: 'GET',
  path: '/v2/webhook/{id}',
  auth: 'api-key',
  role: 'view',
  managed: true,
  query: managedTeam,
  response: Webhook,
});

/** Changes the fields that the body has. `headers` and lists are replaced as a whole; null empties them. */
export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/v2/webhook/{id}',
  auth: 'api-key',
  role: 'own',
  managed: true,
  query: managedTeam,
  body: z.object({ url: z.optional(url), ...settings }),
  response: Webhook,
});

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/v2/webhook/{id}',
  auth: 'api-key',
  role: 'own',
  managed: true,
  query: managedTeam,
  response: z.looseObject({ success: z.boolean() }),
});

/** Creates a new secret. For 24 hours the previous secret signs too; any earlier secret stops at once. */
export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/v2/webhook/{id}/secret/rotate',
  auth: 'api-key',
  repeatable: true,
  role: 'own',
  managed: true,
  query: managedTeam,
  response: z.looseObject({ secret: z.string() }),
});

/** One event on its way to one webhook. `event_id` is the header `webhook-id`, the same at every attempt. */
export const WebhookDelivery = z.looseObject({
  id,
  event_id: id,
  event_type: z.string(),
  /** A `pending` delivery is tried again at `next_attempt_at`, a `failed` delivery only if you replay it. */
  status: openEnum(deliveryStatuses),
  /** How often the delivery was sent. */
  attempts: z.int(),
  /** The HTTP status of the last answer; null if none came. */
  response_status: z.nullable(z.int()),
  /** Why the last attempt failed, in words. */
  error: z.nullable(z.string()),
  /** ISO 8601, by the service's clock. */
  next_attempt_at: z.nullable(timestamp),
  created_on: timestamp,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** How many deliveries a page of the log holds by default. */
export const deliveriesOnPage = 10;

/** The deliveries of the last 30 days, or those of one status, the latest first. New ones do not move the pages. */
export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/v2/webhook/{id}/deliveries',
  auth: 'api-key',
  role: 'view',
  managed: true,
  query: z.extend(managedTeam, {
    status: z.optional(z.enum(deliveryStatuses)),
    /** `next_cursor` of the previous answer, for the next page. */
    next_cursor: z.optional(z.string()),
    page_size: queryInteger(1, 50),
  }),
  response: z.looseObject({ data: z.array(WebhookDelivery), next_cursor: z.nullable(z.string()) }),
});

/**
 * Sends a delivery again, whatever its status, with the same `webhook-id`. If it waits for a retry, it is sent now. Its
 * retries start again from the first. The answer, 202, comes before the delivery is sent. 409 `webhook_disabled` if the
 * webhook is disabled.
 */
export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/v2/webhook/{id}/deliveries/{delivery_id}/replay',
  auth: 'api-key',
  repeatable: true,
  role: 'operate',
  managed: true,
  query: managedTeam,
  response: WebhookDelivery,
});
