// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { calendarDate } from './calendar-date.js';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { openEnum } from './open-enum.js';
import { queryInteger } from './paging.js';
import { uuid } from './uuid.js';

/**
 * The actions that the audit log records: keys created, rotated, expired, deleted and used; people signing in to and out of
 * the console; exports of tokens and of users; deletions; settings; and deliveries replayed or reconnect links created by a
 * management key or a person at the console.
 */
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
  'application.deleted',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.replayed',
  'reconnect_link.created',
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * Who did it: somebody with a key, the command line on the service's machine, the service's settings at a start, time (which
 * ends keys), a person who signed in to the console, the user in a link, or an import, which goes on after its request.
 */
export const auditActors = ['key', 'command', 'settings', 'time', 'person', 'user', 'import'] as const;

/** One thing that was done. It holds no key, token, password, name of a user, or health data. */
export const AuditEntry = z.looseObject({
  /** Rises with time; some numbers may be missing. */
  number: z.int(),
  at: timestamp,
  action: openEnum(auditActions),
  actor: openEnum(auditActors),
  /** The key that was used, even if it has been deleted since; null for the other actors. */
  key_id: z.nullable(id),
  /** The name that this key has now; null if it has been deleted, and for the other actors. */
  key_name: z.optional(z.nullable(z.string())),
  /** The person who did it, as your identity provider calls them (`sub`); null for the other actors. */
  person: z.optional(z.nullable(z.string())),
  /** The team that the action was about; null if it was about the organization. */
  team_id: z.nullable(id),
  /** What the action was done to: the id of a key, user, webhook, delivery or link session, or the slug of a provider. */
  subject: z.nullable(z.string()),
  /** The name that the subject has now, if it is a key that has not been deleted. */
  subject_name: z.optional(z.nullable(z.string())),
  /** More detail in a few words, such as which settings. */
  detail: z.nullable(z.string()),
  /** The id of the request that did it, which is also in `x-request-id` of its answer and in the service's log. */
  request_id: z.nullable(id),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The least number of days for which entries are kept. */
export const auditDays = 400;

/**
 * What was done in the organization, newest first. Entries are kept for 400 days or as long as the service's settings say,
 * and never change. `key.used` appears once a day for each key. With the header `Accept: application/x-ndjson` or
 * `text/csv` the answer is a file of everything that the query selects, without pages. Only for a key of the organization.
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
    /** `next_cursor` of the previous answer, for the next page. */
    next_cursor: z.optional(z.string()),
    page_size: queryInteger(1, 200),
  }),
  response: z.looseObject({ data: z.array(AuditEntry), next_cursor: z.nullable(z.string()) }),
});
