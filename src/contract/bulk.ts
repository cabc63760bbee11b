// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { openEnum } from './open-enum.js';
import { queryInteger } from './paging.js';
import { unreadable } from './unreadable-value.js';
import { uuid } from './uuid.js';

/**
 * A connection as it moves from one team to another (spec 2.7). Tokens are secrets: keep them out of logs. The limits apply
 * to each connection separately: a connection that exceeds them fails, and the others of its import do not.
 */
export const ConnectionRecipe = z.object({
  /** The user of the connection. */
  user_id: uuid,
  /** 1 to 16,384 characters. */
  access_token: z.string(),
  /** Empty if the provider gave none; at most 16,384 characters. Required for a real provider that renews tokens. */
  refresh_token: z.string(),
  /** The account at the provider, as link results name it; at most 512 characters. */
  provider_id: z.string(),
  /**
   * When the access token expires, in seconds since 1970; 0 if the provider did not say. A time after the year 9999 fails,
   * because it was sent in milliseconds by mistake.
   */
  expires_at: z.int(),
  /** What the person granted: at most 256 scopes of at most 256 characters. */
  oauth_scopes: z.array(z.string()),
});
export type ConnectionRecipe = z.infer<typeof ConnectionRecipe>;

/**
 * Imports connections of a provider that signs in by OAuth (spec 4.3). The service stores all of them as one operation and
 * then answers 202 with empty lists and `Location: /v2/link/bulk_op?id=…`. With `wait_for_completion` it answers 200 with
 * the lists filled if the operation ended within 20 seconds. A connection fails, without failing the others, if it is not
 * proven to be bound to the team's application, has an unknown user, repeats a user, has expired or exceeds a limit of
 * `ConnectionRecipe`. 403 `feature_not_enabled`; 400 `custom_credentials_missing` if the team has no application at the
 * provider. The body has at most 64 MiB.
 */
export const bulkImport = endpoint({
  method: 'POST',
  path: '/v2/link/bulk_import',
  auth: 'api-key',
  repeatable: true,
  linking: true,
  body: z.object({
    /** Slug of the provider. */
    provider: z.string(),
    connections: z.array(ConnectionRecipe),
    /** Waits for up to 20 seconds. */
    wait_for_completion: z.optional(z.boolean()),
  }),
  response: z.looseObject({ user_ids_imported: z.array(id), user_ids_failed: z.array(id) }),
});

/**
 * The connections that the team's users have with a provider, a page at a time (spec 4.4). `user_ids` absent or null
 * means all users; unknown users and users without a connection are left out. Pause first: a connection that is not paused
 * may be refreshed while you read. The refusals are those of `bulkImport`, with the switch `bulk_export`.
 */
export const bulkExport = endpoint({
  method: 'POST',
  path: '/v2/link/bulk_export',
  auth: 'api-key',
  repeatable: false,
  once: false,
  linking: true,
  body: z.object({
    /** Slug of the provider. */
    provider: z.string(),
    user_ids: z.optional(z.nullable(z.array(uuid))),
    /** `next_token` of the previous answer, for the next page. */
    next_token: z.optional(z.nullable(z.string())),
  }),
  response: z.looseObject({
    data: z.array(
      z.looseObject({
        user_id: id,
        access_token: z.string(),
        refresh_token: z.string(),
        provider_id: z.string(),
        expires_at: z.int(),
        oauth_scopes: z.array(z.string()),
      }),
    ),
    next_token: z.nullable(z.string()),
    /** What the page lacks because its tokens could not be read, by the `user_id` as `row`; absent if it lacks nothing. */
    unreadable,
  }),
});

/**
 * Pauses the connections of these users with a provider: nothing refreshes them any more, and their `status` is
 * `paused` (spec 4.4). Linking again or importing ends the pause. Answers 202 with `Location: /v2/link/bulk_op?id=…`.
 * The operation ends once all refreshes that began before it are over, so export after that. A user without such a
 * connection fails, without failing the others.
 */
export const bulkPause = endpoint({
  method: 'POST',
  path: '/v2/link/bulk_pause',
  auth: 'api-key',
  repeatable: true,
  body: z.object({
    /** Slug of the provider. */
    provider: z.string(),
    user_ids: z.array(uuid),
  }),
  response: z.looseObject({}),
});

/** The statuses of an operation. `aborted`: it ended before everything was tried. Non-exhaustive. */
export const bulkOperationStatuses = ['in_progress', 'success', 'failure', 'aborted'] as const;

/** A bulk operation and its progress (spec 4.3). */
export const BulkOperation = z.looseObject({
  id,
  /** What it does: `bulk_import` or `bulk_pause`; new types may come. */
  type: openEnum(['bulk_import', 'bulk_pause']),
  /** `success` once everything was tried, `failure` if nothing could be done, `aborted` if it ended before that. */
  status: openEnum(bulkOperationStatuses),
  /** Slug of the provider. */
  provider: z.string(),
  /** How many connections are still to be tried. */
  pending: z.int(),
  /** How many were tried, including those that failed. */
  processed: z.int(),
  /** How many failed. */
  failed: z.int(),
  /** ISO 8601: when the operation was accepted. */
  started_at: timestamp,
  /** ISO 8601; null while it goes on. */
  ended_at: z.nullable(timestamp),
});
export type BulkOperation = z.infer<typeof BulkOperation>;

const operationsQuery = z.object({
  id: z.optional(uuid),
  /** `next_cursor` of the previous answer, for the next page. */
  next_cursor: z.optional(z.string()),
  page_size: queryInteger(1, 50),
});
const operationsPage = z.looseObject({ data: z.array(BulkOperation), next_cursor: z.nullable(z.string()) });

/** The team's operations that are in progress or ended in the last 30 days, the newest first, or the one with `id` (spec 4.3). */
export const listBulkOperations = endpoint({
  method: 'GET',
  path: '/v2/link/bulk_op',
  auth: 'api-key',
  query: operationsQuery,
  response: operationsPage,
});

/**
 * The same list for a management key. The answer names no user and holds no token. A management key cannot begin an
 * operation (spec 5.4).
 */
export const listTeamBulkOperations = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/bulk_op',
  auth: 'management-key',
  role: 'view',
  query: operationsQuery,
  response: operationsPage,
});
