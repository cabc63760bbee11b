// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { name, success } from './management-fields.js';
import { openEnum } from './open-enum.js';
import { uuid } from './uuid.js';

/** What identifies a key in lists without revealing it: its beginning and its last four characters. */
const marks = {
  id,
  name: z.string(),
  prefix: z.string(),
  last4: z.string(),
  created_on: timestamp,
  /** From when on it is refused; null if it has no end. */
  expires_at: z.optional(z.nullable(timestamp)),
  /** When it was used last, to within two minutes; null if it never was. */
  last_used_at: z.optional(z.nullable(timestamp)),
  /** The key that it was rotated to; null if it was not, or if that one is deleted. */
  replaced_by: z.optional(z.nullable(id)),
  /** Whether the service's settings name it. Deleted, such a key is back at the next start, unless they change. */
  in_settings: z.optional(z.boolean()),
};

/** That a key was deleted, and whether it will be back. */
const deleted = z.extend(success, {
  /** Whether the service's settings name the key: then it is back at the next start, unless they change. */
  in_settings: z.optional(z.boolean()),
});

/** A moment to come, at most ten years from now. */
const end = z.iso.datetime({
  offset: true,
  error: 'expected a time with its zone, such as 2027-03-01T00:00:00Z',
});

/** How long a rotated key goes on, in seconds: by default, and at most. */
export const defaultOverlap = 86_400;
export const longestOverlap = 604_800;

const rotation = z.object({
  /** How long the old key goes on; 86400 by default, at most 604800. 0 ends it now. */
  overlap_seconds: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(longestOverlap)))),
  /** When the new key ends; null for never. If it is absent, the new one lives as long as the old one was made for. */
  expires_at: z.optional(z.nullable(end)),
});

/** The key that a new one takes the place of, and until when it goes on. */
const replaces = z.looseObject({ id, expires_at: timestamp });

/** Of the whole organization, or of some of its teams (spec 5). */
export const managementKeyKinds = ['org', 'team'] as const;

/** A management key as the list shows it (spec 5). */
export const ManagementKey = z.looseObject({
  ...marks,
  kind: openEnum(managementKeyKinds),
  /** The teams that a key of the kind `team` reaches; empty for one of the organization. */
  team_ids: z.array(id),
});
export type ManagementKey = z.infer<typeof ManagementKey>;

/** A management key with the organization that it is of. */
export const OwnManagementKey = z.extend(ManagementKey, { org_id: id, org_name: z.string() });
export type OwnManagementKey = z.infer<typeof OwnManagementKey>;

/** The key of the request: its organization and what it reaches. For any management key. */
export const readOwnManagementKey = endpoint({
  method: 'GET',
  path: '/v1/management_key',
  auth: 'management-key',
  role: 'view',
  response: OwnManagementKey,
});

/** A management key, and the key itself. It is shown this once. */
export const CreatedManagementKey = z.extend(ManagementKey, { key: z.string() });

/**
 * Makes a management key (spec 5): `org` reaches everything, `team` the teams of `team_ids` alone. 409 `too_many_keys`
 * past 200. Only for a key of the organization.
 */
export const createManagementKey = endpoint({
  method: 'POST',
  path: '/v1/org/{org_id}/management_key',
  auth: 'management-key',
  repeatable: true,
  role: 'own',
  body: z.object({
    name,
    kind: z.enum(managementKeyKinds),
    /** Teams of the organization; for the kind `team`, which needs one at least. */
    team_ids: z.optional(z.nullable(z.array(uuid).check(z.maxLength(100)))),
    /** When the key ends: a moment to come, at most ten years from now. It has no end without. */
    expires_at: z.optional(z.nullable(end)),
  }),
  response: CreatedManagementKey,
});

/** The management keys of the organization, the oldest first. Only for a key of the organization. */
export const listManagementKeys = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/management_key',
  auth: 'management-key',
  role: 'view',
  response: z.looseObject({ management_keys: z.array(ManagementKey) }),
});

/**
 * Deletes a management key, which stops at once. 409 `last_org_key` for the last one of the organization, without which
 * nobody could get in. One that the service's settings name is back at its next start, unless they change: the answer says
 * `in_settings`. Only for a key of the organization.
 */
export const deleteManagementKey = endpoint({
  method: 'DELETE',
  path: '/v1/org/{org_id}/management_key/{id}',
  auth: 'management-key',
  role: 'own',
  response: deleted,
});

/** The new management key, and the one that it takes the place of. */
export const RotatedManagementKey = z.extend(CreatedManagementKey, { replaces });

/**
 * Makes a management key that takes the place of another one, with its name and reach. The old one goes on for
 * `overlap_seconds`, so that nothing stops while the new one is put to use. 409 `key_replaced` if it was rotated before,
 * `key_in_settings` if the service's settings name it. Only for a key of the organization.
 */
export const rotateManagementKey = endpoint({
  method: 'POST',
  path: '/v1/org/{org_id}/management_key/{id}/rotate',
  auth: 'management-key',
  repeatable: true,
  role: 'own',
  body: rotation,
  response: RotatedManagementKey,
});

/** A team's API key as the list shows it (spec 5). */
export const ApiKey = z.looseObject(marks);
export type ApiKey = z.infer<typeof ApiKey>;

/** An API key, and the key itself. It is shown this once. */
export const CreatedApiKey = z.extend(ApiKey, { key: z.string() });

/** Makes an API key of a team (spec 5). 409 `too_many_keys` past 50. */
export const createApiKey = endpoint({
  method: 'POST',
  path: '/v1/org/{org_id}/team/{team_id}/api_key',
  auth: 'management-key',
  repeatable: true,
  role: 'own',
  body: z.object({
    name,
    /** When the key ends: a moment to come, at most ten years from now. It has no end without. */
    expires_at: z.optional(z.nullable(end)),
  }),
  response: CreatedApiKey,
});

/** The API keys of a team, the oldest first. */
export const listApiKeys = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/api_key',
  auth: 'management-key',
  role: 'view',
  response: z.looseObject({ api_keys: z.array(ApiKey) }),
});

/**
 * Deletes an API key of a team, which stops within a second. One that the service's settings name is back at its next start, unless
 * they change: the answer says `in_settings`.
 */
export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/v1/org/{org_id}/team/{team_id}/api_key/{id}',
  auth: 'management-key',
  role: 'own',
  response: deleted,
});

/** The new API key, and the one that it takes the place of. */
export const RotatedApiKey = z.extend(CreatedApiKey, { replaces });

/**
 * Makes an API key that takes the place of another one, with its name. The old one goes on for `overlap_seconds`. 409
 * `key_replaced` if it was rotated before, `key_in_settings` if the service's settings name it.
 */
export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/v1/org/{org_id}/team/{team_id}/api_key/{id}/rotate',
  auth: 'management-key',
  repeatable: true,
  role: 'own',
  body: rotation,
  response: RotatedApiKey,
});
