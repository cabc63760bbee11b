import {
  listHistoricalPulls,
  readActivitySummary,
  readBodySummary,
  readMealSummary,
  readProfileSummary,
  readSleepSummary,
  readWorkoutsSummary,
  timeseriesOf,
  type QueryOf,
  type readTimeseries,
  type Timeseries,
  type TimeseriesResource,
} from '../contract/index.js';
import type { Answer, CallOptions } from './client-options.js';
import type { Send } from './send.js';

/** The calls for users' data. */
export interface SummaryCalls {
  /** Days of movement, the earliest first (spec 4.13). */
  readActivitySummary(
    userId: string,
    range: QueryOf<typeof readActivitySummary>,
    call?: CallOptions,
  ): Answer<typeof readActivitySummary>;
  /** Measurements of the body, the earliest first (spec 4.13). */
  readBodySummary(
    userId: string,
    range: QueryOf<typeof readBodySummary>,
    call?: CallOptions,
  ): Answer<typeof readBodySummary>;
  /** Meals, the earliest first (spec 4.13). */
  readMealSummary(
    userId: string,
    range: QueryOf<typeof readMealSummary>,
    call?: CallOptions,
  ): Answer<typeof readMealSummary>;
  /** The person's profile at the provider that was connected last (spec 4.13). */
  readProfileSummary(userId: string, call?: CallOptions): Answer<typeof readProfileSummary>;
  /** Nights, the earliest first (spec 4.13). */
  readSleepSummary(
    userId: string,
    range: QueryOf<typeof readSleepSummary>,
    call?: CallOptions,
  ): Answer<typeof readSleepSummary>;
  /** Workouts, the earliest first (spec 4.13). */
  readWorkoutsSummary(
    userId: string,
    range: QueryOf<typeof readWorkoutsSummary>,
    call?: CallOptions,
  ): Answer<typeof readWorkoutsSummary>;
  /** The items of a resource without a summary, such as `glucose`, in at most 31 days, earliest first, under its name. */
  readTimeseries<R extends TimeseriesResource>(
    userId: string,
    resource: R,
    range: QueryOf<typeof readTimeseries>,
    call?: CallOptions,
  ): Promise<Timeseries<R>>;
  /** How much of the data from before each connection has arrived (spec 3.4). */
  listHistoricalPulls(userId: string, call?: CallOptions): Answer<typeof listHistoricalPulls>;
}

export function summaryCalls(send: Send): SummaryCalls {
  return {
    readActivitySummary: (userId, range, call) =>
      send(readActivitySummary, { params: { user_id: userId }, query: range, ...call }),
    readBodySummary: (userId, range, call) =>
      send(readBodySummary, { params: { user_id: userId }, query: range, ...call }),
    readMealSummary: (userId, range, call) =>
      send(readMealSummary, { params: { user_id: userId }, query: range, ...call }),
    readProfileSummary: (userId, call) => send(readProfileSummary, { params: { user_id: userId }, ...call }),
    readSleepSummary: (userId, range, call) =>
      send(readSleepSummary, { params: { user_id: userId }, query: range, ...call }),
    readWorkoutsSummary: (userId, range, call) =>
      send(readWorkoutsSummary, { params: { user_id: userId }, query: range, ...call }),
    readTimeseries: (userId, resource, range, call) =>
      send(timeseriesOf(resource), { params: { resource, user_id: userId }, query: range, ...call }),
    listHistoricalPulls: (userId, call) => send(listHistoricalPulls, { query: { user_id: userId }, ...call }),
  };
}
