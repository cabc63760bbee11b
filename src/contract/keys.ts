// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { name, success } from './management-fields.js';
import { openEnum } from './open-enum.js';
import { uuid } from './uuid.js';

/** The fields that identify a key in lists without revealing it, such as its beginning and its last four characters. */
const marks = {
  id,
  name: z.string(),
  prefix: z.string(),
  last4: z.string(),
  created_on: timestamp,
  /** From when on the key is refused; null if it never expires. */
  expires_at: z.optional(z.nullable(timestamp)),
  /** When the key was last used, to within two minutes; null if never. */
  last_used_at: z.optional(z.nullable(timestamp)),
  /** The key that replaced this one at its rotation; null if there was no rotation, or if that key is deleted. */
  replaced_by: z.optional(z.nullable(id)),
  /** Whether the service's settings name the key. If it is deleted, it is back at the next start unless the settings change. */
  in_settings: z.optional(z.boolean()),
};

/** Says that a key was deleted, and whether it will come back. */
const deleted = z.extend(success, {
  /** Whether the service's settings name the key. If so, it is back at the next start unless the settings change. */
  in_settings: z.optional(z.boolean()),
});

/** A time in the future, at most ten years from now. */
const end = z.iso.datetime({
  offset: true,
  error: 'expected a time with its zone, such as 2027-03-01T00:00:00Z',
});

/** How long the old key keeps working after a rotation, in seconds: by default, and at most. */
export const defaultOverlap = 86_400;
export const longestOverlap = 604_800;

const rotation = z.object({
  /** How long the old key keeps working; 86400 by default, at most 604800. 0 ends it now. */
  overlap_seconds: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(longestOverlap)))),
  /** When the new key ends; null for never. If absent, the new key gets the lifetime that the old key was made with. */
  expires_at: z.optional(z.nullable(end)),
});

/** The key that is replaced, and until when it keeps working. */
const replaces = z.looseObject({ id, expires_at: timestamp });

/** The kinds of management keys: for the whole organization, or for some of its teams (spec 5). */
export const managementKeyKinds = ['org', 'team'] as const;

/** A management key as the list shows it (spec 5). */
export const ManagementKey = z.looseObject({
  ...marks,
  kind: openEnum(managementKeyKinds),
  /** The teams that a key of the kind `team` reaches; empty for a key of the organization. */
  team_ids: z.array(id),
});
export type ManagementKey = z.infer<typeof ManagementKey>;

/** A management key with its organization. */
export const OwnManagementKey = z.extend(ManagementKey, { org_id: id, org_name: z.string() });
export type OwnManagementKey = z.infer<typeof OwnManagementKey>;

/** Reads the key that the request is made with: its organization and what it reaches. For any management key. */
export const readOwnManagementKey = endpoint({
  method: 'GET',
  path: '/v1/management_key',
  auth: 'management-key',
  role: 'view',
  response: OwnManagementKey,
});

/** A new management key with `key`, the key itself, which is shown only this once. */
export const CreatedManagementKey = z.extend(ManagementKey, { key: z.string() });

/**
 * Makes a management key (spec 5): `org` reaches everything, `team` only the teams of `team_ids`. 409 `too_many_keys`
 * beyond 200 keys. Only for a key of the organization.
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
    /** Teams of the organization. Only for the kind `team`, which needs at least one. */
    team_ids: z.optional(z.nullable(z.array(uuid).check(z.maxLength(100)))),
    /** When the key ends: a time in the future, at most ten years from now. Without it, the key never ends. */
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
 * Deletes a management key, which stops working at once. 409 `last_org_key` for the last key of the organization, because
 * nobody could get in without it. A key that the service's settings name is back at its next start unless the settings
 * change; the answer then says `in_settings`. Only for a key of the organization.
 */
export const deleteManagementKey = endpoint({
  method: 'DELETE',
  path: '/v1/org/{org_id}/management_key/{id}',
  auth: 'management-key',
  role: 'own',
  response: deleted,
});

/** The new management key, and the key that it replaces. */
export const RotatedManagementKey = z.extend(CreatedManagementKey, { replaces });

/**
 * Makes a management key that replaces another one, with the same name and reach. The old key keeps working for
 * `overlap_seconds`, so that nothing stops while you put the new key to use. 409 `key_replaced` if the old key was rotated
 * before, `key_in_settings` if the service's settings name it. Only for a key of the organization.
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

/** A new API key with `key`, the key itself, which is shown only this once. */
export const CreatedApiKey = z.extend(ApiKey, { key: z.string() });

/** Makes an API key of a team (spec 5). 409 `too_many_keys` beyond 50 keys. */
export const createApiKey = endpoint({
  method: 'POST',
  path: '/v1/org/{org_id}/team/{team_id}/api_key',
  auth: 'management-key',
  repeatable: true,
  role: 'own',
  body: z.object({
    name,
    /** When the key ends: a time in the future, at most ten years from now. Without it, the key never ends. */
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
 * Deletes an API key of a team, which stops working within a second. A key that the service's settings name is back at its
 * next start unless the settings change; the answer then says `in_settings`.
 */
export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/v1/org/{org_id}/team/{team_id}/api_key/{id}',
  auth: 'management-key',
  role: 'own',
  response: deleted,
});

/** The new API key, and the key that it replaces. */
export const RotatedApiKey = z.extend(CreatedApiKey, { replaces });

/**
 * Makes an API key that replaces another one, with the same name. The old key keeps working for `overlap_seconds`. 409
 * `key_replaced` if the old key was rotated before, `key_in_settings` if the service's settings name it.
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
