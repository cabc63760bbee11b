import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  updateWebhook,
} from 'svc-link/contract';
import { operationsOf, type Operation } from './operation.js';

const of = operationsOf('Webhooks');

export const webhooks = {
  createWebhook: of(createWebhook, 'Create a webhook', {
    description: 'The secret that deliveries are signed with is shown this once.',
    refusals: { 409: '`too_many_webhooks`: a team has at most 50' },
    examples: {
      'all events': { url: 'https://team.example/webhooks' },
      'some of them': { url: 'https://team.example/webhooks', events: ['provider.', 'daily.data.sleep.'] },
      'an event hub': {
        url: 'https://hub.example/events',
        kind: 'event_hub',
        routes: [{ prefix: 'daily.data.', url: 'https://hub.example/daily' }],
        headers: { authorization: 'Bearer of-your-hub' },
      },
    },
  }),
  listWebhooks: of(listWebhooks, 'List the webhooks of the team, the oldest first'),
  getWebhook: of(getWebhook, 'Read a webhook', {
    refusals: { 500: '`value_unreadable`: what is stored cannot be decrypted' },
  }),
  updateWebhook: of(updateWebhook, 'Change a webhook', {
    description: 'Headers and lists are replaced whole. What is still to be sent goes by the new settings.',
    examples: { 'stop it': { status: 'disabled' } },
  }),
  deleteWebhook: of(deleteWebhook, 'Delete a webhook'),
  rotateWebhookSecret: of(rotateWebhookSecret, 'Make a new secret', {
    description: 'The one before signs beside it for 24 hours.',
  }),
  listWebhookDeliveries: of(listWebhookDeliveries, 'List deliveries, the latest first'),
  replayWebhookDelivery: of(replayWebhookDelivery, 'Send a delivery again', {
    success: { 202: 'It will be sent again' },
    refusals: { 409: '`webhook_disabled`: the webhook is disabled' },
  }),
} satisfies Readonly<Record<string, Operation>>;
