import type { Selectable } from 'kysely';
import type { Tables } from '../db/index.js';
import type { Deps } from '../deps.js';
import { openEvent } from '../crypto/index.js';
import { openHeaders, secretsOf, type WebhookRow } from './rows.js';
import { signatures } from './signature.js';

export type EventRow = Omit<Selectable<Tables['event']>, 'provider' | 'ended_on'>;
type Event = Omit<EventRow, 'sealed_data' | 'unsealed_data'> & { readonly data: object };

/** Where the message goes, and the secrets that sign it. */
export type Addressee = Pick<
  WebhookRow,
  'id' | 'kind' | 'url' | 'routes' | 'headers' | 'secret' | 'old_secret' | 'old_secret_until'
>;

/** The message for an event. Its body is the same at every attempt; its time and signature are not. `now` is real time. */
export function messageFor(
  { secrets, publicUrl, clock }: Pick<Deps, 'secrets' | 'publicUrl' | 'clock'>,
  webhook: Addressee,
  row: EventRow,
  now: Date,
) {
  const event: Event = { ...row, data: openEvent(secrets, row) };
  const hub = webhook.kind === 'event_hub';
  const body = JSON.stringify(hub ? cloudEvent(event, publicUrl) : envelope(event));
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    url: addressFor(webhook, event.event_type),
    headers: {
      ...openHeaders(secrets, webhook),
      'content-type': hub ? 'application/cloudevents+json; charset=utf-8' : 'application/json',
      'user-agent': 'svc-link',
      'webhook-id': event.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatures(secretsOf(secrets, webhook, clock.now()), event.id, seconds, body),
    },
    body,
  };
}

/** The event in the format of spec 6. */
const envelope = ({ event_type, data, user_id, team_id, client_user_id }: Event) => ({
  event_type,
  data,
  user_id,
  team_id,
  client_user_id,
});

/** The same as a structured CloudEvent 1.0. */
const cloudEvent = (event: Event, publicUrl: string) => ({
  specversion: '1.0',
  id: event.id,
  source: `${publicUrl}/team/${event.team_id}`,
  type: event.event_type,
  subject: event.user_id,
  time: event.created_on.toISOString(),
  datacontenttype: 'application/json',
  data: envelope(event),
});

/** The address for an event: the route with the longest matching prefix of its type, or the webhook's own address. */
function addressFor({ url, routes }: Pick<WebhookRow, 'url' | 'routes'>, eventType: string): string {
  const [route] = routes
    .filter(({ prefix }) => eventType.startsWith(prefix))
    .sort((one, other) => other.prefix.length - one.prefix.length);
  return route?.url ?? url;
}
