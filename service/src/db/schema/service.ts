// The service's own state.
import type { Generated } from 'kysely';
import type { AuditAction, Role } from 'svc-link/contract';
import type { Json } from './json.js';
import type { NullableSealed } from './sealed.js';

/**
 * A key that seals values, wrapped by a master key. It is never deleted, because addresses and backups may contain sealed values.
 */
export interface DataKeyTable {
  /** The first number is 1. That key also makes digests and derived secrets. */
  number: number;
  wrapped: Uint8Array;
  /** The id of the master key. */
  wrapped_by: string;
  /** Whether it is the master key of a version that had no data keys. */
  was_master: boolean;
  /** From when on the key with the highest number seals, by the database's clock. Until then every process learns of it. */
  seals_from: Date;
  /** When all values were sealed again with it. */
  resealed_on: Date | null;
  created_on: Date;
}

/** A process of the service that runs, or ran recently. */
export interface ServiceProcessTable {
  id: string;
  /** Names the machine and process, for people. */
  name: string;
  /** The fingerprints of its master keys. They do not depend on the keys' ids. */
  master_keys: Json<readonly string[]>;
  /** The numbers of the data keys that it has. */
  data_keys: Json<readonly number[]>;
  /** When the process last updated this row, by the database's clock. */
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

/** What was done. Rows are only added; a trigger enforces this. */
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
  /** The subject of a person who signed in to the console. */
  person: Generated<string | null>;
  subject: string | null;
  detail: string | null;
  request_id: string | null;
  /** The day in UTC, for `key.used`. */
  used_day: Generated<string | null>;
}

/** The answer to a request with an `Idempotency-Key`. */
export interface KeptAnswerTable {
  id: string;
  /** A team, or an organization. */
  owner_id: string;
  key_digest: string;
  /** A digest of the method, address and body. */
  request_digest: string;
  /** The team whose deletion also deletes the row. */
  team_id: string | null;
  /** The user that the answer is about. Deleting the user also deletes the row. */
  user_id: string | null;
  /** Null only within the transaction that makes it. */
  answer: NullableSealed;
  created_on: Date;
}

/** A sign-in to the console that has begun and is not finished. */
export interface ConsoleSignInTable {
  /** The hash of the secret in the browser's cookie. The state, nonce and PKCE verifier are made from that secret. */
  hash: Uint8Array;
  /** The place in the console to return to: a fragment. */
  back_to: string;
  ends_at: Date;
}

/** A person who signed in to the console with one browser. */
export interface ConsoleSessionTable {
  id: string;
  /** The hash of the secret in the browser's cookie. */
  hash: Uint8Array;
  org_id: string;
  subject: string;
  /** The name that the page shows for the person. */
  name: string;
  role: Role;
  created_on: Date;
  /** When it was last used, to within a minute. */
  seen_on: Date;
  /** The latest end, however much the session is used. */
  ends_at: Date;
  /** Where the person signed in; null for a session that a process of an earlier version began. */
  issuer: Generated<string | null>;
}
