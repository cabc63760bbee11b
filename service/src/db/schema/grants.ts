// What people have allowed at real providers. All times are real time, whatever the sandbox clock shows.
import type { Generated } from 'kysely';
import type { Json, NullableJson } from './json.js';
import type { NullableSealed, Sealed } from './sealed.js';

/** One for each account at a provider and application, however many connections use it. */
export interface ProviderGrantTable {
  id: string;
  provider: string;
  /** The provider's id of the account. */
  account: string;
  /** The team's own application (`custom_credentials`); empty for the service's. */
  application: string;
  /** The tokens; encrypted. */
  credentials: Sealed;
  scopes: Json<readonly string[]>;
  /** When the access token ends; null if it does not. */
  access_until: Date | null;
  /** Counts the credentials that the row has had. */
  version: number;
  /** Who renews the credentials, and until when nobody else may. */
  lease: string | null;
  lease_until: Date | null;
  /** `dead`: the person has to link again. */
  status: 'live' | 'dead';
  error_details: NullableJson<{ readonly error_type: string; readonly error_message: string }>;
  /** The first refusal of the credentials since they last worked, and the latest. */
  suspected_on: Date | null;
  refused_on: Date | null;
  /** When the credentials were got. */
  renewed_on: Date;
  /** When a notice that was not proved last had it looked at. */
  hinted_on: Generated<Date | null>;
  /** When the provider is asked again what is granted, of those that are asked for it; null before. */
  ask_granted_at: Generated<Date | null>;
  created_on: Date;
  /** When the subscriptions of the person are looked at, if the provider has some for each, and how often that failed since. */
  subscribe_at: Generated<Date>;
  subscribe_tries: Generated<number>;
  /** Why it failed last, in our words. */
  subscribe_problem: Generated<string | null>;
  /** Whether there may be subscriptions to end. */
  subscribed: Generated<boolean>;
}

/** How much of a provider's limit was used up to `window_end`, by what for. */
export interface ProviderBudgetTable {
  provider: string;
  application: string;
  /** The grant, for a limit of each person; else empty. */
  scope: string;
  /** The length of the limit's window. */
  seconds: number;
  window_end: Date;
  history: number;
  days: number;
  linking: number;
  /** What others have used of it, as the provider says. */
  elsewhere: number;
  /** The provider wants no request until then. */
  blocked_until: Date | null;
}

/** How often something happened with a team's connections at a provider, by the hour of the day. */
export interface ProviderActivityTable {
  team_id: string;
  provider: string;
  /** Such as `renewed`. */
  kind: string;
  /** The hour of the day in UTC, 0 to 23. */
  slot: number;
  /** When the hour began. An hour of an earlier day is over, and its row is used again. */
  hour: Date;
  times: number;
  latest: Date;
}

/** A grant that has no connection any more and is still to be ended at the provider. */
export interface ProviderRevocationTable {
  /** That of the grant, to which its credentials are bound. */
  id: string;
  provider: string;
  account: string;
  application: string;
  credentials: Sealed;
  access_until: Date | null;
  /** The team's own application as it was, because the team may be deleted; encrypted like `custom_credentials`. */
  client_team: string | null;
  client_credentials: NullableSealed;
  next_try: Date;
  tries: number;
  /** When it is given up and the tokens are forgotten. */
  ends_on: Date;
}

/** Where a notice has said that a provider has something of a connection, until that was fetched. */
export interface ProviderOfferTable {
  id: string;
  connection_id: string;
  /** Which of the adapter's collections it is of. */
  collection: string;
  /** The address, which may hold a token; encrypted. */
  address: Sealed;
  /** That of the address, so that one that is told again is stored once. */
  address_hash: Uint8Array;
  /** When it is fetched, at the earliest. */
  next_try: Date;
  created_on: Date;
}

/** Tokens of a link whose account the provider could not name yet; encrypted. */
export interface UnnamedTokensTable {
  id: string;
  session_id: string;
  provider: string;
  /** The team's own application (`custom_credentials`); empty for the service's. */
  application: string;
  redeemed: Sealed;
  /** Until when the person may come back for them. Then they are to be ended. */
  expires_at: Date;
  /** When it is tried to end them, at the earliest. */
  next_look: Date;
}

/** The same as an earlier version keeps them. */
export interface UnnamedGrantTable {
  session_id: string;
  provider: string;
  /** The team's own application (`custom_credentials`); empty for the service's. */
  application: Generated<string>;
  redeemed: Sealed;
  expires_at: Date;
  /** When it was last tried to end it. */
  looked_on: Generated<Date | null>;
}

/** An application whose notices are subscribed to. */
export interface NoticeSubscriberTable {
  provider: string;
  /** The team's own application (`custom_credentials`); empty for the service's. */
  application: string;
  /** The application's id and secret, its subscriptions, and what notices are signed with; encrypted. */
  sealed: Sealed;
  /** A digest of where notices go. */
  address: Uint8Array;
  /** How many subscriptions there were when they were looked at last. */
  subscriptions: Generated<number>;
  /** When they are looked at again. */
  check_at: Date;
  tries: Generated<number>;
  /** Why they could not be made or kept, in our words; null if they are as they should be. */
  problem: Generated<string | null>;
  problem_since: Generated<Date | null>;
  /** Who looks at them now. */
  lease: Generated<string | null>;
  /** Set if they are to be ended: until when that is tried. */
  ends_on: Generated<Date | null>;
}
