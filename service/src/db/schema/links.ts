// Links under way: sessions, tries to sign in, visits to providers.
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
  /** Counts the tries begun. An answer is stored only if it is still that of the latest try. */
  attempt: Generated<number>;
  error_type: string | null;
  /** The account at the provider that was connected. */
  provider_account: string | null;
  /** What the provider still asks for; encrypted, gone when the challenge ends. */
  challenge: Uint8Array | null;
  challenge_expires_at: Date | null;
  wrong_codes: Generated<number>;
  /** Sign-ins and codes that a provider refused, and those under way. */
  refused_sign_ins: Generated<number>;
  /** A connection that waits for the team's server; encrypted. */
  pending_connection: Uint8Array | null;
  confirm_hash: Uint8Array | null;
  confirm_expires_at: Date | null;
  /** The browser that may go on by its cookie, in place of the token. */
  browser_hash: Uint8Array | null;
  /** How that browser came by the session: from an address, once; or by our own page. Null if none did. */
  started_via: 'link' | 'page' | null;
  /** A page's form brought that browser here: every end leads back. */
  comes_home: Generated<boolean>;
  /** The page that the form came from; the way home if the token names none. */
  return_url: string | null;
  created_on: Date;
  started_on: Date | null;
  expires_at: Date;
  ended_on: Date | null;
}

/** The way of a session, for the figures of its team. Rows are only added; they go with their session. */
export interface LinkStepTable {
  id: Generated<string>;
  session_id: string;
  team_id: string;
  /** When the session was opened, as YYYY-MM-DD in UTC: what the rows are counted by. */
  day: string;
  /** `challenged` and `connected` stand for `signed_in` too, which is noted only if neither follows. */
  step: LinkStep | 'problem';
  provider: string | null;
  /** Of a problem. */
  error_type: string | null;
  at: Date;
}

/** How often an account at a provider was refused of late, by a digest of its user name. */
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
