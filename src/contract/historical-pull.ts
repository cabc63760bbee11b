// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { date, id, timestamp } from './formats.js';
import { openEnum } from './open-enum.js';
import { uuid } from './uuid.js';

/**
 * The states of the pull of past data. `retrying`: it failed for now and is tried again at `next_attempt_at`. `failure` is
 * final (spec 3.4).
 */
export const historicalPullStates = ['scheduled', 'in_progress', 'retrying', 'success', 'failure'] as const;
export type HistoricalPullState = (typeof historicalPullStates)[number];

/** The pull of one resource's data from before the connection, from one provider (spec 3.4). */
export const HistoricalPull = z.looseObject({
  user_id: id,
  /** Slug. */
  provider: z.string(),
  resource: z.string(),
  status: openEnum(historicalPullStates),
  /** Null unless `retrying` or `failure`. `attempts` counts the tries so far. */
  error_details: z.nullable(
    z.looseObject({ error_type: z.string(), error_message: z.string(), attempts: z.int() }),
  ),
  /** The first day of the range, as YYYY-MM-DD. */
  range_start: date,
  /** The last day of the range, as YYYY-MM-DD. */
  range_end: date,
  /** The last day that has arrived, or null before the first. */
  pulled_until: z.nullable(date),
  /** The first day that has arrived, if the provider's past data comes newest first; null if it comes oldest first. */
  pulled_from: z.nullable(date),
  /** When the pull is tried again, by the service's clock; null unless `retrying`. */
  next_attempt_at: z.nullable(timestamp),
  created_on: timestamp,
  ended_on: z.nullable(timestamp),
});
export type HistoricalPull = z.infer<typeof HistoricalPull>;

/** The historical pulls of a user's connections, one for each resource, in the order of the connections. */
export const listHistoricalPulls = endpoint({
  method: 'GET',
  path: '/v2/introspect/historical_pull',
  auth: 'api-key',
  query: z.object({ user_id: uuid }),
  response: z.looseObject({ data: z.array(HistoricalPull) }),
});
