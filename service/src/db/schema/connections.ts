// Connections, the data that was pulled over them, and the teams' own applications.
import type { Generated } from 'kysely';
import type { Consent, ConnectionProblem, HistoricalPullState } from 'svc-link/contract';
import type { Json, NullableJson } from './json.js';
import type { NullableSealed, Sealed } from './sealed.js';

export interface ConnectionTable {
  id: string;
  team_id: string;
  user_id: string;
  provider: string;
  /** The provider's id of the account, or a digest of the user name if the provider has no id. */
  provider_account: string;
  credentials: Sealed;
  scopes_granted: Json<readonly string[]>;
  scopes_denied: Json<readonly string[]>;
  /** What the person agreed to share; null if nothing is on record, which means that all is shared. */
  consent: NullableJson<Consent>;
  /** Only a connection that is `connected` is pulled. */
  status: 'connected' | 'error' | 'paused';
  /** Why the connection is broken. The value stays while a broken connection is paused. */
  error_details: NullableJson<ConnectionProblem>;
  /** The team's own application that the credentials belong to; null for the service's. */
  application: string | null;
  /** The grant of a real provider, which keeps the tokens. Then `credentials` has none. */
  grant_id: Generated<string | null>;
  created_on: Date;
  /** When to ask for the next day; null if nothing was asked for yet. */
  next_pull_at: Generated<Date | null>;
  /** Until when a process has claimed the connection to pull it, in real time. */
  pull_until: Generated<Date | null>;
  /** The first day whose data is kept, as YYYY-MM-DD; null before this was set. */
  kept_from: Generated<string | null>;
}

/** Connections whose account an earlier version has named by the id of our user. */
export interface UnnamedAccountTable {
  connection_id: string;
}

export interface HistoricalPullTable {
  id: string;
  connection_id: string;
  resource: string;
  status: HistoricalPullState;
  /** Failed tries so far. */
  attempts: number;
  error_details: NullableJson<{ readonly error_type: string; readonly error_message: string }>;
  /** Days, as YYYY-MM-DD. */
  range_start: string;
  range_end: string;
  /** The first day that was pulled from a real provider, whose past data comes newest first. */
  pulled_from: Generated<string | null>;
  /** After a real provider has refused this kind of data, the time until which it is not asked again. */
  refused_until: Generated<Date | null>;
  /** The windows whose answers from a real provider were not understood, in the order in which they will be read again. */
  unread: NullableJson<readonly { readonly from: string; readonly until: string }[]>;
  /** The version of the service that did not understand an answer, about the past or about the last days. */
  misread_by: Generated<string | null>;
  /** The last day that was pulled. It advances day by day once the past data is complete. */
  pulled_until: string | null;
  /** When the pull is due, by the service's clock; null once it has ended. */
  next_attempt_at: Date | null;
  /** The provider, while the pull has work to do and its connection is pulled. An index finds pulls by it. A trigger sets it. */
  claim_provider: Generated<string | null>;
  /** The team, under the same conditions. */
  claim_team: Generated<string | null>;
  created_on: Date;
  ended_on: Date | null;
  /** Whether an event has reported the past. It is reported once; data that is asked for again is reported day by day. */
  past_told: Generated<boolean>;
}

export interface PulledDayTable {
  connection_id: string;
  resource: string;
  date: string;
  /** Encrypted, because it is health data. */
  sealed_items: NullableSealed;
  /** The data that an earlier version stored, until it is sealed. */
  unsealed_items: NullableJson<readonly StoredItem[]>;
  /** False for a day that is not over yet: it can be read, but no event has reported it. */
  told: Generated<boolean>;
}

/** An item as it appears in a summary or event, without its user. */
export interface StoredItem {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface CustomCredentialsTable {
  team_id: string;
  provider: string;
  /** The hash of the client id, which identifies the application. */
  application: string;
  /** Client id and secret; encrypted. */
  credentials: Sealed;
  updated_on: Date;
}
