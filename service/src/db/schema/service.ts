// The service's own state.
import type { Generated } from 'kysely';
import type { AuditAction, Role } from 'svc-link/contract';
import type { Json } from './json.js';
import type { NullableSealed } from './sealed.js';

/** A key that seals values, wrapped by a master key. Never deleted: what it sealed may be in an address or a backup. */
export interface DataKeyTable {
  /** The first one is 1. It also makes digests and derived secrets. */
  number: number;
  wrapped: Uint8Array;
  /** The id of the master key. */
  wrapped_by: string;
  /** Whether it is the master key of a version that had no data keys. */
  was_master: boolean;
  /** When the last number seals, by the database's clock. Until then every process learns of it. */
  seals_from: Date;
  /** When all values were sealed with it. */
  resealed_on: Date | null;
  created_on: Date;
}

/** A process of the service that runs, or did lately. */
export interface ServiceProcessTable {
  id: string;
  /** Of its machine and process, for people. */
  name: string;
  /** What tells the master keys apart that it has, whatever it calls them. */
  master_keys: Json<readonly string[]>;
  /** The numbers of the data keys that it has. */
  data_keys: Json<readonly number[]>;
  /** When it last said so, by the database's clock. */
  seen_on: Date;
}

/** One row: the fingerprint of the master key of a version that had no data keys. */
export interface MasterKeyTable {
  id: number;
  fingerprint: string;
  created_on: Date;
}

export interface ServiceClockTable {
  id: number;
  advanced_seconds: number;
}

/** What was done. Rows are only added; a trigger sees to it. */
export interface AuditEntryTable {
  /** PostgreSQL's bigint. */
  id: Generated<string>;
  org_id: string;
  team_id: string | null;
  /** Real time. */
  at: Generated<Date>;
  action: AuditAction;
  actor: 'key' | 'command' | 'settings' | 'time' | 'person' | 'user' | 'import';
  key_id: string | null;
  /** The subject of who signed in to the console. */
  person: Generated<string | null>;
  subject: string | null;
  detail: string | null;
  request_id: string | null;
  /** Of `key.used`: the day in UTC. */
  used_day: Generated<string | null>;
}

/** What a request with an `Idempotency-Key` has made. */
export interface KeptAnswerTable {
  id: string;
  /** A team, or an organization. */
  owner_id: string;
  key_digest: string;
  /** Of the method, address and body. */
  request_digest: string;
  /** With which it is deleted. */
  team_id: string | null;
  /** The person it is about, with whom it is deleted. */
  user_id: string | null;
  /** Null only within the transaction that makes it. */
  answer: NullableSealed;
  created_on: Date;
}

/** A sign-in to the console that has begun. */
export interface ConsoleSignInTable {
  /** Of the secret in the browser's cookie, from which state, nonce and PKCE verifier are made. */
  hash: Uint8Array;
  /** The place in the console to come back to: a fragment. */
  back_to: string;
  ends_at: Date;
}

/** Somebody who signed in to the console with one browser. */
export interface ConsoleSessionTable {
  id: string;
  /** Of the secret in the browser's cookie. */
  hash: Uint8Array;
  org_id: string;
  subject: string;
  /** What the page calls the person. */
  name: string;
  role: Role;
  created_on: Date;
  /** To within a minute. */
  seen_on: Date;
  /** The latest end, however much it is used. */
  ends_at: Date;
  /** Where the person signed in; null of a session that a process of an earlier version began. */
  issuer: Generated<string | null>;
}
