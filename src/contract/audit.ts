// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { calendarDate } from './calendar-date.js';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { openEnum } from './open-enum.js';
import { queryInteger } from './paging.js';
import { uuid } from './uuid.js';

/** What is written down: keys made, rotated, expired, deleted and used, signing in to the console and out of it, tokens and people that were exported, deletions, settings, and what a management key or a person at the console sends again or makes links for. */
export const auditActions = [
  'key.created',
  'key.rotated',
  'key.expired',
  'key.deleted',
  'key.used',
  'console.signed_in',
  'console.signed_out',
  'console.sign_in_refused',
  'tokens.exported',
  'user.deleted',
  'user.restored',
  'user.exported',
  'connection.deleted',
  'team.created',
  'team.changed',
  'team.deleted',
  'application.set',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.replayed',
  'reconnect_link.created',
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * Who did it: somebody with a key, a person who signed in to the console, the command line on the service's machine, the service's settings at a start, time, which ends keys,
 * the user in a link, or an import, which goes on after its request.
 */
export const auditActors = ['key', 'command', 'settings', 'time', 'person', 'user', 'import'] as const;

/** One thing that was done. It holds no key, token, password, name or health data. */
export const AuditEntry = z.looseObject({
  /** Rises with time; some numbers may be missing. */
  number: z.int(),
  at: timestamp,
  action: openEnum(auditActions),
  actor: openEnum(auditActors),
  /** The key that it was done with, also after that was deleted; null for the other actors. */
  key_id: z.nullable(id),
  /** The person who did it, as your identity provider calls them (`sub`); null for the other actors. */
  person: z.optional(z.nullable(z.string())),
  /** The team that it was about; null if it was about the organization. */
  team_id: z.nullable(id),
  /** What it was done to: the id of a key, user, webhook, delivery or link session, or the slug of a provider. */
  subject: z.nullable(z.string()),
  /** More of it in a few words, such as which settings. */
  detail: z.nullable(z.string()),
  /** The request that did it: `x-request-id` of its answer, and in the service's log. */
  request_id: z.nullable(id),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** How many days entries are kept at least. */
export const auditDays = 400;

/**
 * What was done in the organization, the newest first, for 400 days or as long as the service's settings say; entries are only added. `key.used` is there once a day for each
 * key. With the header `Accept: application/x-ndjson` or `text/csv` all that the query names is answered as a file, without
 * pages. Only for a key of the organization.
 */
export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/audit',
  auth: 'management-key',
  role: 'view',
  query: z.object({
    team_id: z.optional(uuid),
    action: z.optional(z.enum(auditActions)),
    /** The first day, in UTC. */
    start: z.optional(calendarDate),
    /** The day after the last one. */
    end: z.optional(calendarDate),
    /** Of the answer before, for the page after it. */
    next_cursor: z.optional(z.string()),
    page_size: queryInteger(1, 200),
  }),
  response: z.looseObject({ data: z.array(AuditEntry), next_cursor: z.nullable(z.string()) }),
});
