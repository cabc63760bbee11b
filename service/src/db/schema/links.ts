// Links in progress: sessions, tries to sign in, visits to providers.
import type { Generated } from 'kysely';
import type { LinkStep } from 'svc-link/contract';
import type { Json, NullableJson } from './json.js';

export type SessionState =
  | 'created'
  | 'started'
  | 'pending_provider_mfa'
  | 'pending_confirmation'
  | 'success'
  | 'error';

export interface LinkSessionTable {
  id: string;
  team_id: string;
  user_id: string;
  token_hash: Uint8Array;
  state: SessionState;
  /** The provider of the latest try; before the first one, the provider that the token names. */
  provider: string | null;
  /** The one provider that the token is for. */
  only_provider: string | null;
  filter: NullableJson<readonly string[]>;
  redirect_url: string | null;
  on_error: 'redirect' | null;
  on_close: 'redirect' | null;
  allowed_origins: NullableJson<readonly string[]>;
  app_name: string | null;
  user_label: string | null;
  confirm: 'host' | null;
  reject_duplicate: boolean;
  /** The number of tries begun. An answer is stored only if it belongs to the latest try. */
  attempt: Generated<number>;
  error_type: string | null;
  /** The account at the provider that was connected. */
  provider_account: string | null;
  /** What the provider still asks for; encrypted, gone when the challenge ends. */
  challenge: Uint8Array | null;
  challenge_expires_at: Date | null;
  wrong_codes: Generated<number>;
  /** The number of sign-ins and codes that a provider has refused or not answered yet. */
  refused_sign_ins: Generated<number>;
  /** A connection that waits for the team's server; encrypted. */
  pending_connection: Uint8Array | null;
  confirm_hash: Uint8Array | null;
  confirm_expires_at: Date | null;
  /** The hash of the cookie of the browser that needs no token. */
  browser_hash: Uint8Array | null;
  /** How the session was bound to that browser: by a token from an address, or by our own page. Null if it is not bound. */
  started_via: 'link' | 'page' | null;
  /** Whether a page's form brought that browser here, which then returns to that page whatever the outcome. */
  comes_home: Generated<boolean>;
  /** The page that the form came from. Used if the token has no redirect URL. */
  return_url: string | null;
  created_on: Date;
  started_on: Date | null;
  expires_at: Date;
  ended_on: Date | null;
}

/** The steps of a session, for the statistics of its team. Rows are only added, and deleted with their session. */
export interface LinkStepTable {
  id: Generated<string>;
  session_id: string;
  team_id: string;
  /** When the session was opened, as YYYY-MM-DD in UTC: what the rows are counted by. */
  day: string;
  /** `challenged` and `connected` imply `signed_in`, which is stored only if neither follows. */
  step: LinkStep | 'problem';
  provider: string | null;
  /** Of a problem. */
  error_type: string | null;
  at: Date;
}

/** The recent refusals of an account at a provider, by a digest of its user name. */
export interface SignInTryTable {
  team_id: string;
  account: string;
  /** In milliseconds. */
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
  verifier: Uint8Array | null;
  nonce: string | null;
  display: string | null;
  return_url: string | null;
  attempt: number;
  created_on: Date;
  used_on: Date | null;
  superseded: Generated<boolean>;
  expires_at: Date;
}
