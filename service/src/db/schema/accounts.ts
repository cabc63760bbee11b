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
  /** For how many days it keeps a kind of data, if that is less than the service does. */
  retention: NullableJson<Readonly<Partial<Record<RetentionKind, number>>>>;
  created_on: Date;
  /** When the team was deleted. The row is deleted after the last of its users. */
  deleted_on: Generated<Date | null>;
  /** When what is left of it could not be deleted, if that was so the last time it was tried. */
  deletion_failed_on: Generated<Date | null>;
}

export interface ApiKeyTable {
  id: string;
  /** `team`: an API key. Management keys are of the whole organization (`org`) or of some of its teams (`teams`). */
  kind: 'team' | 'org' | 'teams';
  /** Of an API key. */
  team_id: string | null;
  /** Of a management key. */
  org_id: string | null;
  name: string;
  /** SHA-256 of the key; the key itself is not stored. */
  hash: Uint8Array;
  prefix: string;
  last4: string;
  /** Whether the settings name it. */
  seeded: Generated<boolean>;
  created_on: Date;
  /** From when on it is refused, by the service's clock. */
  expires_at: Generated<Date | null>;
  /** To within two minutes. */
  last_used_at: Generated<Date | null>;
  /** The key that it was rotated to. */
  replaced_by: Generated<string | null>;
  /** When the audit log was told of its end. */
  expired_on: Generated<Date | null>;
}

/** The teams that a management key of some teams reaches. */
export interface ManagementKeyTeamTable {
  key_id: string;
  team_id: string;
}

export interface AppUserTable {
  id: string;
  /** Where it stands in the list, which is read by offset: what is new comes at the end. PostgreSQL's bigint. */
  place: Generated<string>;
  team_id: string;
  client_user_id: string | null;
  created_on: Date;
  deleted_on: Date | null;
  /** When the user could not be deleted for good, if that was so the last time it was tried. */
  deletion_failed_on: Generated<Date | null>;
  fallback_birth_date: NullableJson<Fallback & { readonly value: string }>;
  fallback_time_zone: NullableJson<Fallback & { readonly id: string }>;
}

/** Where a fallback comes from: the slug of a provider, or `manual` for the team itself. */
export interface Fallback {
  readonly source_slug: string;
  /** ISO 8601. */
  readonly updated_at: string;
}

/** How many users a team has that are not deleted: the sum over its parts, of which each may be below 0. */
export interface UserCountTable {
  team_id: string;
  part: number;
  users: number;
}
