// For servers only: nothing here is part of a browser's bundle. `index.ts` exports the schemas that use this, not this.
import * as z from 'zod/mini';
import { date, id } from './formats.js';
import { SourceContext } from './source.js';

export const maybeNumber = z.nullable(z.number());

/** The fields of every item of data. If a day's data changes, the id of its item stays the same. */
export const dataItem = {
  /** Never changes. */
  id,
  user_id: id,
  /** The day by the person's own clock, as YYYY-MM-DD. */
  calendar_date: date,
  /** How many seconds the person's clock is ahead of UTC. */
  timezone_offset: maybeNumber,
  /** The slug of the `provider`, the `type` of device, and the `app_id` of the app that the data came through. */
  source: SourceContext,
};
