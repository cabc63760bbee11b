// Links in progress: sessions, tries to sign in, visits to providers.
import type { Generated } from 'kysely';
import type { Consent, LinkStep, LinkTrace } from 'svc-link/contract';
import type { Json, NullableJson } from './json.js';
import type { NullableSealed } from './sealed.js';

export type SessionState =
  | 'created'
  | 'started'
  | 'pending_provider_mfa'
  | 'pending_confirmation'
  | 'success'
  | 'error';

/** How a page described itself when it opened a session. */
export interface OpenedBy {
  readonly origin: string | null;
  readonly mode: string | null;
  readonly version: string | null;
}

export interface LinkSessionTable {
  id: string;
  team_id: string;
  user_id: string;
  token_hash: Uint8Array;
  /** The hash of the token in the link's address, if that token is a different one. It only starts the session. */
  address_hash: Generated<Uint8Array | null>;
  state: SessionState;
  /** The provider of the latest try; before the first one, the provider that the token names. */
  provider: string | null;
  /** The one provider that the token is for. */
  only_provider: string | null;
  /** Whether the session renews the user's connection with that provider, and makes no new one. */
  reconnects: Generated<boolean>;
  filter: NullableJson<readonly string[]>;
  redirect_url: string | null;
  on_error: 'redirect' | null;
  on_close: 'redirect' | null;
  allowed_origins: NullableJson<readonly string[]>;
  app_name: string | null;
  user_label: string | null;
  confirm: 'host' | null;
  reject_duplicate: boolean;
  /** The names of the resources that the person may not leave out. */
  required_resources: NullableJson<readonly string[]>;
  /** What the person agreed to in the latest try; null if the try has no consent. */
  consent: NullableJson<Consent>;
  /** Whether the token can make further connections after the first, until the person has finished. */
  multiple: Generated<boolean>;
  /** Whether the person may end connections. */
  manage: Generated<boolean>;
  /** When the person finished a session with several connections. */
  finished_on: Date | null;
  /** The page that opened the session, for support. */
  page: NullableJson<OpenedBy>;
  /** The number of tries. An answer is stored only if it belongs to the latest try. */
  attempt: Generated<number>;
  error_type: string | null;
  /** The account at the provider that was connected. */
  provider_account: string | null;
  /** What the provider still asks for; encrypted, and deleted when the challenge ends. */
  challenge: NullableSealed;
  challenge_expires_at: Date | null;
  wrong_codes: Generated<number>;
  /** The number of sign-ins and codes that a provider has refused or not answered yet. */
  refused_sign_ins: Generated<number>;
  /** A connection that waits for the team's server; encrypted. */
  pending_connection: NullableSealed;
  confirm_hash: Uint8Array | null;
  confirm_expires_at: Date | null;
  /** The hash of the cookie of the browser that needs no token. */
  browser_hash: Uint8Array | null;
  /** How the session was bound to that browser: by a token from an address, or by our own page. Null if it is not bound. */
  started_via: 'link' | 'page' | null;
  /** Whether a page's form brought that browser here. The browser then returns to that page, whatever the outcome. */
  comes_home: Generated<boolean>;
  /** The page with the form. Used if the token has no redirect URL. */
  return_url: string | null;
  /** Whether the token forbids continuing on a phone. */
  without_handoff: Generated<boolean>;
  /** How many addresses for a phone were made. */
  handoffs: Generated<number>;
  created_on: Date;
  started_on: Date | null;
  expires_at: Date;
  ended_on: Date | null;
}

/** The phone on which a session continues, or its address. A session has at most one. */
export interface LinkHandoffTable {
  id: string;
  session_id: string;
  /** The hash of the one-time code in the address. */
  code_hash: Uint8Array;
  state: 'offered' | 'opened' | 'accepted' | 'declined' | 'ended';
  /** The website that the person was on, which the phone shows. */
  origin: string | null;
  /** The provider that was chosen there. */
  provider: string | null;
  /** The hash of the cookie of the phone's browser. */
  browser_hash: Uint8Array | null;
  wrong_numbers: Generated<number>;
  /** The latest try that the phone has begun. */
  attempt: number | null;
  /** The code of a connection that the phone made and the team has to confirm; encrypted. */
  confirm_code: NullableSealed;
  /** Until when the address can be opened, and then until when the question on the phone can be answered. */
  expires_at: Date;
}

/** The connections that a session with `multiple` has made, the latest of each provider. */
export interface LinkConnectionTable {
  session_id: string;
  provider: string;
  provider_account: string;
  attempt: number;
  /** What the person agreed to; null if the try had no consent. */
  consent: NullableJson<Consent>;
  connected_on: Date;
}

/** How far deleted sessions came, by the day on which they were opened. Each mode has rows of its own. */
export interface LinkDayTable {
  team_id: string;
  /** As YYYY-MM-DD in UTC. */
  day: string;
  /** Empty for the sums over all providers. */
  provider: string;
  /** The widget's `mode`; empty if no page named one. */
  mode: string;
  step: LinkStep | 'problem';
  /** The error type of a problem; empty for others. */
  error_type: string;
  sessions: number;
  /** How often it happened in these sessions. */
  times: number;
}

/** How far a team's sessions are counted in `link_total`. */
export interface LinkCountedTable {
  team_id: string;
  /** The first day that is not counted, as YYYY-MM-DD in UTC. */
  until: string;
}

/**
 * The steps of a session, for the statistics of its team and for support. Rows are only added, and deleted with their session.
 */
export interface LinkStepTable {
  id: Generated<string>;
  session_id: string;
  team_id: string;
  /** The day when the session was opened, as YYYY-MM-DD in UTC. Rows are counted by this day. */
  day: string;
  /** `challenged` and `connected` imply `signed_in`, which is stored only if neither follows. */
  step: LinkStep | LinkTrace | 'problem';
  provider: string | null;
  /** The error type of a problem. */
  error_type: string | null;
  /** The request that led to the step; null if the service itself did, or a version that stored none. */
  request_id: Generated<string | null>;
  /** Where the person left: the name of a step of the widget. */
  place: Generated<string | null>;
  at: Date;
}

/** The recent refusals of an account at a provider. `account` is a digest of its user name. */
export interface SignInTryTable {
  team_id: string;
  account: string;
  /** The times of the refusals, in milliseconds. */
  times: Json<readonly number[]>;
  latest: Date;
}

export interface OauthAttemptTable {
  id: string;
  session_id: string;
  provider: string;
  ticket_hash: Uint8Array;
  state_hash: Uint8Array | null;
  cookie_hash: Uint8Array | null;
  /** PKCE verifier, encrypted. */
  verifier: NullableSealed;
  nonce: string | null;
  display: string | null;
  return_url: string | null;
  attempt: number;
  created_on: Date;
  used_on: Date | null;
  superseded: Generated<boolean>;
  expires_at: Date;
}
