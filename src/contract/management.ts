// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { name, success } from './management-fields.js';
import { openEnum } from './open-enum.js';
import { Retention, RetentionGiven } from './retention.js';

/** The regions in which a team's data can be (spec 2.14). */
export const teamRegions = ['us', 'eu'] as const;

/**
 * What can be switched on for a team (spec 4): bulk import and export, the reading of insurance cards, and the management of
 * the team and its webhooks.
 */
export const teamFlags = ['bulk_import', 'bulk_export', 'insurance_inference', 'management'] as const;
export type TeamFlag = (typeof teamFlags)[number];

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

/** A team with all its settings (spec 4.13). `brand` and the two addresses are null if it has none. */
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
  /** For how many days the team keeps data, if it has set fewer days than the service. */
  retention: Retention,
  /** For how many days the service keeps data, which a team cannot exceed; null for as long as the connection. */
  longest_retention: Retention,
});
export type Team = z.infer<typeof Team>;

/** How many teams a page of the list holds. */
export const teamsOnPage = 50;

/**
 * The teams of the organization, oldest first, so that a new team comes at the end (spec 4.12). `search_query` is a part of
 * the name, in any case. Only for a key of the organization.
 */
export const listTeams = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team',
  auth: 'management-key',
  role: 'view',
  query: z.object({
    region: z.optional(z.nullable(z.array(z.enum(teamRegions)))),
    search_query: z.optional(
      z.nullable(
        z
          .string()
          .check(z.regex(/^[A-Za-z0-9 .,'&()_-]{0,80}$/, "expected at most 80 letters, digits and .,'&()_-")),
      ),
    ),
    /** `next_cursor` of the previous answer, for the next page. */
    next_cursor: z.optional(z.nullable(z.string())),
  }),
  response: z.looseObject({ teams: z.array(TeamListItem), next_cursor: z.nullable(z.string()) }),
});

/** Makes a team (spec 4.13). Of its flags, only `management` is on. Only for a key of the organization. */
export const createTeam = endpoint({
  method: 'POST',
  path: '/v1/org/{org_id}/team',
  auth: 'management-key',
  repeatable: true,
  role: 'own',
  body: z.object({ name, region: z.enum(teamRegions) }),
  response: Team,
});

/** Reads a team. */
export const readTeam = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}',
  auth: 'management-key',
  role: 'view',
  response: Team,
});

/**
 * Changes a team (spec 4.13). An absent field stays and null removes it; this holds for each field of `brand` separately.
 * `flags` are replaced as a whole, only by a key of the organization. 422 names the field that is refused: addresses are
 * https, or http on a loopback address; data can be kept for less time than the service keeps it, not for longer.
 */
export const updateTeam = endpoint({
  method: 'PATCH',
  path: '/v1/org/{org_id}/team/{team_id}',
  auth: 'management-key',
  role: 'own',
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
    /** In days, each kind separately; null removes all. Data that is past its time is deleted within a day, for good. */
    retention: z.optional(z.nullable(RetentionGiven)),
  }),
  response: Team,
});

/**
 * Deletes a team for good (spec 5). Its keys, webhooks, link tokens and connections end at once, its users with all their
 * data after 7 days. Only for a key of the organization.
 */
export const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/v1/org/{org_id}/team/{team_id}',
  auth: 'management-key',
  role: 'own',
  response: success,
});
