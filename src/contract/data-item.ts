// For servers only: nothing here is part of a browser's bundle. Not exported: the schemas that are made of it are.
import * as z from 'zod/mini';
import { date, id } from './formats.js';
import { SourceContext } from './source.js';

export const maybeNumber = z.nullable(z.number());

/** What every item of data has. The id of a day's item stays the same when the day changes. */
export const dataItem = {
  /** The same for good. */
  id,
  user_id: id,
  /** The person's own day, as YYYY-MM-DD. */
  calendar_date: date,
  /** Seconds that the person's clock is ahead of UTC. */
  timezone_offset: maybeNumber,
  /** The `provider` by its slug, the `type` of device, and the `app_id` of an app in between. */
  source: SourceContext,
};
