// Events, the webhooks that receive them, and the deliveries.
import type { Generated } from 'kysely';
import type { Json, NullableJson } from './json.js';
import type { NullableSealed, Sealed } from './sealed.js';

export interface EventTable {
  id: string;
  team_id: string;
  user_id: string;
  client_user_id: string | null;
  event_type: string;
  /** The provider of the connection that the event came over, if any. */
  provider: string | null;
  /** Encrypted, because it is health data. */
  sealed_data: NullableSealed;
  /** The data that an earlier version stored, until it is sealed. */
  unsealed_data: NullableJson<object>;
  created_on: Date;
  /** Set if the event has to be deleted once its deliveries have ended. */
  ended_on: Generated<Date | null>;
}

export interface WebhookTable {
  id: string;
  team_id: string;
  kind: 'webhook' | 'event_hub';
  url: string;
  /** Prefixes of event types; an empty list means all. */
  events: Json<readonly string[]>;
  routes: Json<readonly { readonly prefix: string; readonly url: string }[]>;
  /** Encrypted, because some headers contain credentials of the team. */
  headers: Sealed;
  /** Encrypted, like the old secret. */
  secret: Sealed;
  old_secret: NullableSealed;
  /** Real time. */
  old_secret_until: Date | null;
  status: 'enabled' | 'disabled';
  disabled_reason: 'requested' | 'gone' | 'failing' | null;
  /** Real time: the first failure since the last success. */
  failing_since: Date | null;
  /** Whether the last attempts took long: an answer was late, or none came. */
  slow: Generated<boolean>;
  created_on: Date;
  /** When it was deleted. The row is deleted after the last of its deliveries. */
  deleted_on: Generated<Date | null>;
  /** When the last attempt to delete the rest of the webhook failed; null if it did not fail. */
  deletion_failed_on: Generated<Date | null>;
}

export interface WebhookDeliveryTable {
  id: string;
  webhook_id: string;
  event_id: string;
  status: 'pending' | 'success' | 'failed';
  /** The number of finished attempts. An attempt is recorded only if it is the next one. */
  attempts: Generated<number>;
  /** How many of the waits between attempts are used up. A replay resets this. */
  retries: Generated<number>;
  response_status: number | null;
  error: string | null;
  /** Real time. */
  next_attempt_at: Date | null;
  /** Whether the next turn of the webhook sends this delivery. Then it has no job. */
  waits_turn: Generated<boolean>;
  created_on: Date;
}
