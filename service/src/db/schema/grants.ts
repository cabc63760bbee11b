// The access that people gave at real providers. All times are real time, whatever the sandbox clock shows.
import type { Generated } from 'kysely';
import type { Json, NullableJson } from './json.js';
import type { NullableSealed, Sealed } from './sealed.js';

/** One row for each account at a provider and application, however many connections use it. */
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
  /** When the access token expires; null if it does not. */
  access_until: Date | null;
  /** How many credentials the row has had. */
  version: number;
  /** Who renews the credentials now, and until when nobody else may. */
  lease: string | null;
  lease_until: Date | null;
  /** `dead`: the person has to link again. */
  status: 'live' | 'dead';
  error_details: NullableJson<{ readonly error_type: string; readonly error_message: string }>;
  /** When the credentials were first refused since they last worked, and when they were last refused. */
  suspected_on: Date | null;
  refused_on: Date | null;
  /** When the credentials were received. */
  renewed_on: Date;
  /** When the grant was last checked because of a notice that could not be verified. */
  hinted_on: Generated<Date | null>;
  /** When to ask the provider again which scopes are granted, if the provider can be asked; null before the first time. */
  ask_granted_at: Generated<Date | null>;
  created_on: Date;
  /** When to check the person's subscriptions, if the provider has one for each person, and how often that has failed since. */
  subscribe_at: Generated<Date>;
  subscribe_tries: Generated<number>;
  /** Why subscribing last failed, in our words. */
  subscribe_problem: Generated<string | null>;
  /** Whether there may be subscriptions to end. */
  subscribed: Generated<boolean>;
}

/** How much of a provider's limit was used in the window that ends at `window_end`, and for which purpose. */
export interface ProviderBudgetTable {
  provider: string;
  application: string;
  /** The grant, for a limit per person; empty for others. */
  scope: string;
  /** The length of the limit's window. */
  seconds: number;
  window_end: Date;
  history: number;
  days: number;
  linking: number;
  /** How much others have used, as the provider reports it. */
  elsewhere: number;
  /** Until when the provider wants no requests. */
  blocked_until: Date | null;
}

/** How often something happened with a team's connections at a provider, by hour of the day. */
export interface ProviderActivityTable {
  team_id: string;
  provider: string;
  /** What happened, such as `renewed`. */
  kind: string;
  /** The hour of the day in UTC, 0 to 23. */
  slot: number;
  /** When the hour began. A row from an earlier day is reused for the same hour of today. */
  hour: Date;
  times: number;
  latest: Date;
}

/** A grant that no connection uses any more and that still has to be ended at the provider. */
export interface ProviderRevocationTable {
  /** The id of the grant. The credentials are bound to it. */
  id: string;
  provider: string;
  account: string;
  application: string;
  credentials: Sealed;
  access_until: Date | null;
  /** The team's own application as it was, because the team may have been deleted; encrypted like `custom_credentials`. */
  client_team: string | null;
  client_credentials: NullableSealed;
  next_try: Date;
  tries: number;
  /** When the tries stop and the tokens are deleted. */
  ends_on: Date;
}

/** Data that a notice has offered for a connection, until it was fetched. */
export interface ProviderOfferTable {
  id: string;
  connection_id: string;
  /** The adapter's collection that the data belongs to. */
  collection: string;
  /** The address to fetch it from, which may contain a token; encrypted. */
  address: Sealed;
  /** The hash of the address, so that an offer that is repeated is stored once. */
  address_hash: Uint8Array;
  /** When it may be fetched, at the earliest. */
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
  /** Until when the person may come back for the tokens. After that they have to be ended at the provider. */
  expires_at: Date;
  /** When to try to end them, at the earliest. */
  next_look: Date;
}

/** Tokens without an account as an earlier version keeps them. */
export interface UnnamedGrantTable {
  session_id: string;
  provider: string;
  /** The team's own application (`custom_credentials`); empty for the service's. */
  application: Generated<string>;
  redeemed: Sealed;
  expires_at: Date;
  /** When the service last tried to end them. */
  looked_on: Generated<Date | null>;
}

/** An application that is subscribed to notices. */
export interface NoticeSubscriberTable {
  provider: string;
  /** The team's own application (`custom_credentials`); empty for the service's. */
  application: string;
  /** The application's id and secret, its subscriptions, and the key that signs notices; encrypted. */
  sealed: Sealed;
  /** A digest of the address that notices are sent to. */
  address: Uint8Array;
  /** How many subscriptions existed when they were last checked. */
  subscriptions: Generated<number>;
  /** When to check them again. */
  check_at: Date;
  tries: Generated<number>;
  /** Why they could not be made or kept, in our words; null if all is well. */
  problem: Generated<string | null>;
  problem_since: Generated<Date | null>;
  /** Which process checks them now. */
  lease: Generated<string | null>;
  /** Set if the subscriptions have to be ended: until when this is tried. */
  ends_on: Generated<Date | null>;
}
