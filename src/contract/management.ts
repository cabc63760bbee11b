// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { openEnum } from './open-enum.js';
import { uuid } from './uuid.js';

const success = z.looseObject({ success: z.boolean() });

/** Where a team's data is (spec 2.14). */
export const teamRegions = ['us', 'eu'] as const;

/**
 * What is switched on for a team (spec 4): bulk import and export, the reading of insurance cards, and the
 * management of the team and its webhooks.
 */
export const teamFlags = ['bulk_import', 'bulk_export', 'insurance_inference', 'management'] as const;
export type TeamFlag = (typeof teamFlags)[number];

const name = z
  .string()
  .check(z.maxLength(100), z.regex(/\S/, 'expected a name'), z.regex(/^\P{Cc}*$/u, 'expected one line'));
const url = z.string().check(z.maxLength(2048));
const colour = z.string().check(z.regex(/^#[\da-f]{6}$/i, 'expected a colour such as #3156d3'));

/** A team as the list shows it (spec 2.14). */
export const TeamListItem = z.looseObject({
  id,
  name: z.string(),
  created_on: timestamp,
  region: openEnum(teamRegions),
});
export type TeamListItem = z.infer<typeof TeamListItem>;

/** A team with what people see of it (spec 4.13): `brand` and the two addresses are null if it has none. */
export const Team = z.extend(TeamListItem, {
  brand: z.nullable(
    z.looseObject({
      name: z.nullable(z.string()),
      color: z.nullable(z.string()),
      logo: z.nullable(z.string()),
    }),
  ),
  terms_url: z.nullable(z.string()),
  privacy_url: z.nullable(z.string()),
  /** What is switched on. */
  flags: z.array(openEnum(teamFlags)),
});
export type Team = z.infer<typeof Team>;

/** How many teams a page of the list holds. */
export const teamsOnPage = 50;

/**
 * The teams of the organization, the oldest first; a new one comes at the end (spec 4.12). `search_query` is a part of
 * the name, whatever its case. Only for a key of the organization.
 */
export const listTeams = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team',
  auth: 'management-key',
  query: z.object({
    region: z.optional(z.nullable(z.array(z.enum(teamRegions)))),
    search_query: z.optional(
      z.nullable(
        z
          .string()
          .check(z.regex(/^[A-Za-z0-9 .,'&()_-]{0,80}$/, "expected at most 80 letters, digits and .,'&()_-")),
      ),
    ),
    /** Of the answer before, for the page after it. */
    next_cursor: z.optional(z.nullable(z.string())),
  }),
  response: z.looseObject({ teams: z.array(TeamListItem), next_cursor: z.nullable(z.string()) }),
});

/** Makes a team (spec 4.13). Of the switches only `management` is on. Only for a key of the organization. */
export const createTeam = endpoint({
  method: 'POST',
  path: '/v1/org/{org_id}/team',
  auth: 'management-key',
  body: z.object({ name, region: z.enum(teamRegions) }),
  response: Team,
});

/** Reads a team. */
export const readTeam = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}',
  auth: 'management-key',
  response: Team,
});

/**
 * Changes a team (spec 4.13). What is absent stays, null takes away; of `brand` each field by itself. `flags` are
 * replaced whole, and only by a key of the organization. 422 names the field that is not kept: addresses are https, or
 * http on a loopback address.
 */
export const updateTeam = endpoint({
  method: 'PATCH',
  path: '/v1/org/{org_id}/team/{team_id}',
  auth: 'management-key',
  body: z.object({
    name: z.optional(name),
    /** What people see while they connect. */
    brand: z.optional(
      z.nullable(
        z.object({
          name: z.optional(z.nullable(name)),
          /** `#rrggbb`. */
          color: z.optional(z.nullable(colour)),
          /** The address of an image. */
          logo: z.optional(z.nullable(url)),
        }),
      ),
    ),
    terms_url: z.optional(z.nullable(url)),
    privacy_url: z.optional(z.nullable(url)),
    flags: z.optional(z.array(z.enum(teamFlags))),
  }),
  response: Team,
});

/**
 * Deletes a team for good (spec 5). Its keys, webhooks, link tokens and connections end at once, its users with all
 * that is theirs after 7 days. Only for a key of the organization.
 */
export const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/v1/org/{org_id}/team/{team_id}',
  auth: 'management-key',
  response: success,
});

/** What identifies a key in lists without revealing it: its beginning and its last four characters. */
const marks = {
  id,
  name: z.string(),
  prefix: z.string(),
  last4: z.string(),
  created_on: timestamp,
};

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
  body: z.object({
    name,
    kind: z.enum(managementKeyKinds),
    /** Teams of the organization; for the kind `team`, which needs one at least. */
    team_ids: z.optional(z.nullable(z.array(uuid).check(z.maxLength(100)))),
  }),
  response: CreatedManagementKey,
});

/** The management keys of the organization, the oldest first. Only for a key of the organization. */
export const listManagementKeys = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/management_key',
  auth: 'management-key',
  response: z.looseObject({ management_keys: z.array(ManagementKey) }),
});

/**
 * Deletes a management key, which stops at once. 409 `last_org_key` for the last one of the organization, without which
 * nobody could get in. Only for a key of the organization.
 */
export const deleteManagementKey = endpoint({
  method: 'DELETE',
  path: '/v1/org/{org_id}/management_key/{id}',
  auth: 'management-key',
  response: success,
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
  body: z.object({ name }),
  response: CreatedApiKey,
});

/** The API keys of a team, the oldest first. */
export const listApiKeys = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/api_key',
  auth: 'management-key',
  response: z.looseObject({ api_keys: z.array(ApiKey) }),
});

/** Deletes an API key of a team, which stops at once. */
export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/v1/org/{org_id}/team/{team_id}/api_key/{id}',
  auth: 'management-key',
  response: success,
});
