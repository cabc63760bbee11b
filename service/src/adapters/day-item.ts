import { dayAt, timestampAt } from './days.js';

/**
 * An item on a person's own day, with all fields except those for time. `offset` is null if the person's offset is not
 * known.
 */
export const dayItem = <const Fields extends object>(
  day: string,
  id: string,
  offset: number | null,
  fields: Fields,
) => ({ day, id, item: { calendar_date: day, timezone_offset: offset, ...fields } });

/** A measurement at a moment. */
export const sampleAt = (id: string, at: number, offset: number | null, value: number, unit: string) =>
  dayItem(dayAt(at, offset ?? 0), id, offset, { timestamp: timestampAt(at, offset ?? 0), value, unit });
