// Events, who is to receive them, and what became of that.
import type { Generated } from 'kysely';
import type { Json, NullableJson } from './json.js';

export interface EventTable {
  id: string;
  team_id: string;
  user_id: string;
  client_user_id: string | null;
  event_type: string;
  /** Over whose connection of the user it came, if over any. */
  provider: string | null;
  /** Encrypted, because it is health data. */
  sealed_data: Uint8Array | null;
  /** What an earlier version stored, until it is sealed. */
  unsealed_data: NullableJson<object>;
  created_on: Date;
  /** Since when it only waits for its deliveries to end, and goes with the last of them. */
  ended_on: Generated<Date | null>;
}

export interface WebhookTable {
  id: string;
  team_id: string;
  kind: 'webhook' | 'event_hub';
  url: string;
  /** Beginnings of event types; none is all of them. */
  events: Json<readonly string[]>;
  routes: Json<readonly { readonly prefix: string; readonly url: string }[]>;
  /** Encrypted: some are credentials at the team's side. */
  headers: Uint8Array;
  /** Encrypted, as the one is that it took the place of. */
  secret: Uint8Array;
  old_secret: Uint8Array | null;
  /** Real time. */
  old_secret_until: Date | null;
  status: 'enabled' | 'disabled';
  disabled_reason: 'requested' | 'gone' | 'failing' | null;
  /** Real time: the first failure since the last success. */
  failing_since: Date | null;
  /** What arrived last was answered late. */
  slow: Generated<boolean>;
  created_on: Date;
}

export interface WebhookDeliveryTable {
  id: string;
  webhook_id: string;
  event_id: string;
  status: 'pending' | 'success' | 'failed';
  /** Counts the attempts that ended. An attempt counts only while it is the next one. */
  attempts: Generated<number>;
  /** How many of the waits between attempts are over; a replay begins anew. */
  retries: Generated<number>;
  response_status: number | null;
  error: string | null;
  /** Real time. */
  next_attempt_at: Date | null;
  created_on: Date;
}
