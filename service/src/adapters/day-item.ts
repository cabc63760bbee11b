import { dayAt, timestampAt } from './days.js';

/** An item of a person's own day, with its fields but for those of time. `offset` is null if nobody knows what their clock showed. */
export const dayItem = <const Fields extends object>(
  day: string,
  id: string,
  offset: number | null,
  fields: Fields,
) => ({ day, id, item: { calendar_date: day, timezone_offset: offset, ...fields } });

/** A measurement at a moment. */
export const sampleAt = (id: string, at: number, offset: number | null, value: number, unit: string) =>
  dayItem(dayAt(at, offset ?? 0), id, offset, { timestamp: timestampAt(at, offset ?? 0), value, unit });
