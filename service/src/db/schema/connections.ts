// Connections, what was pulled over them, and the applications of teams that they serve.
import type { Generated } from 'kysely';
import type { Consent, ConnectionProblem, HistoricalPullState } from 'svc-link/contract';
import type { Json, NullableJson } from './json.js';
import type { NullableSealed, Sealed } from './sealed.js';

export interface ConnectionTable {
  id: string;
  team_id: string;
  user_id: string;
  provider: string;
  /** The provider's id of the account, or a digest of the user name if it has no other. */
  provider_account: string;
  credentials: Sealed;
  scopes_granted: Json<readonly string[]>;
  scopes_denied: Json<readonly string[]>;
  /** What the person agreed to share; null if nothing is on record: then all is shared. */
  consent: NullableJson<Consent>;
  /** Only one that is `connected` is pulled. */
  status: 'connected' | 'error' | 'paused';
  /** Why it is broken. Stays while a broken connection is paused. */
  error_details: NullableJson<ConnectionProblem>;
  /** The team's own application that the credentials belong to; null for the service's. */
  application: string | null;
  /** The grant of a real provider, which has the tokens; `credentials` has none then. */
  grant_id: Generated<string | null>;
  created_on: Date;
  /** When the next day is asked for; null if nothing was asked for yet. */
  next_pull_at: Generated<Date | null>;
  /** Real time: until then a process has claimed it to pull it. */
  pull_until: Generated<Date | null>;
  /** The first day of which data is kept, as YYYY-MM-DD; null before that was asked. */
  kept_from: Generated<string | null>;
}

/** Connections whose account an earlier version named by the id of our user. */
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
  /** The first day that was pulled, of a real provider: its past data comes newest first. */
  pulled_from: Generated<string | null>;
  /** Until when a real provider's refusal of this kind of data is not put to the test again. */
  refused_until: Generated<Date | null>;
  /** Windows whose answers were not understood, of a real provider, in the order in which they are read again. */
  unread: NullableJson<readonly { readonly from: string; readonly until: string }[]>;
  /** The version of the service that did not understand an answer, of the past or of the last days. */
  misread_by: Generated<string | null>;
  /** The last day that was pulled. Goes on day by day once the past data is complete. */
  pulled_until: string | null;
  /** When there is something to do, by the service's clock; null once it has ended. */
  next_attempt_at: Date | null;
  /** The provider, while there is something to do and the connection is pulled: what it is found by. A trigger sets it. */
  claim_provider: Generated<string | null>;
  /** The same of the team. */
  claim_team: Generated<string | null>;
  created_on: Date;
  ended_on: Date | null;
  /** Whether an event has told of the past: it is told once, and what is asked for again day by day. */
  past_told: Generated<boolean>;
}

export interface PulledDayTable {
  connection_id: string;
  resource: string;
  date: string;
  /** Encrypted, because it is health data. */
  sealed_items: NullableSealed;
  /** What an earlier version stored, until it is sealed. */
  unsealed_items: NullableJson<readonly StoredItem[]>;
  /** False for a day that is not over yet: it can be read, and no event has told of it. */
  told: Generated<boolean>;
}

/** An item as a summary or event has it, without whose it is. */
export interface StoredItem {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface CustomCredentialsTable {
  team_id: string;
  provider: string;
  /** The hash of the client id, by which the application is found. */
  application: string;
  /** Client id and secret; encrypted. */
  credentials: Sealed;
  updated_on: Date;
}
