// Organizations, teams and their keys, and the users of teams.
import type { Generated } from 'kysely';
import type { RetentionKind } from 'svc-link/contract';
import type { Json, NullableJson } from './json.js';

export interface Brand {
  readonly name: string | null;
  readonly color: string | null;
  readonly logo: string | null;
}

export interface OrgTable {
  id: string;
  name: string;
  created_on: Date;
}

export interface TeamTable {
  id: string;
  org_id: string;
  name: string;
  region: 'us' | 'eu';
  /** The switches that are on (`teamFlags` of the contract). */
  flags: Json<readonly string[]>;
  brand: NullableJson<Brand>;
  terms_url: string | null;
  privacy_url: string | null;
  /** For how many days the team keeps each kind of data, if that is shorter than the service does. */
  retention: NullableJson<Readonly<Partial<Record<RetentionKind, number>>>>;
  created_on: Date;
  /** When the team was deleted. The row is deleted after the last of its users. */
  deleted_on: Generated<Date | null>;
  /** When the last attempt to delete the rest of the team failed; null if it did not fail. */
  deletion_failed_on: Generated<Date | null>;
}

export interface ApiKeyTable {
  id: string;
  /** `team`: an API key. Management keys are of the whole organization (`org`) or of some of its teams (`teams`). */
  kind: 'team' | 'org' | 'teams';
  /** Set for an API key. */
  team_id: string | null;
  /** Set for a management key. */
  org_id: string | null;
  name: string;
  /** SHA-256 of the key; the key itself is not stored. */
  hash: Uint8Array;
  prefix: string;
  last4: string;
  /** Whether the key comes from the settings. */
  seeded: Generated<boolean>;
  created_on: Date;
  /** From when on the key is refused, by the service's clock. */
  expires_at: Generated<Date | null>;
  /** When the key was last used, to within two minutes. */
  last_used_at: Generated<Date | null>;
  /** The key that replaced this one when it was rotated. */
  replaced_by: Generated<string | null>;
  /** When the key's expiry was written into the audit log. */
  expired_on: Generated<Date | null>;
}

/** The teams that a management key of some teams reaches. */
export interface ManagementKeyTeamTable {
  key_id: string;
  team_id: string;
}

export interface AppUserTable {
  id: string;
  /** The place in the list, which is read by offset. New rows come at the end. PostgreSQL's bigint. */
  place: Generated<string>;
  team_id: string;
  client_user_id: string | null;
  created_on: Date;
  deleted_on: Date | null;
  /** When the last attempt to delete the user for good failed; null if it did not fail. */
  deletion_failed_on: Generated<Date | null>;
  fallback_birth_date: NullableJson<Fallback & { readonly value: string }>;
  fallback_time_zone: NullableJson<Fallback & { readonly id: string }>;
}

/** The source of a fallback: the slug of a provider, or `manual` for the team itself. */
export interface Fallback {
  readonly source_slug: string;
  /** ISO 8601. */
  readonly updated_at: string;
}

/** How many users a team has that are not deleted: the sum over its parts. A single part may be below 0. */
export interface UserCountTable {
  team_id: string;
  part: number;
  users: number;
}
