import { dayAt, timestampAt } from './days.js';

/** A measurement as the interface has it. `offset` is null if nobody knows what the person's clock showed. */
export function sampleAt(at: number, offset: number | null, value: number, unit: string) {
  const day = dayAt(at, offset ?? 0);
  const timestamp = timestampAt(at, offset ?? 0);
  return { day, item: { calendar_date: day, timezone_offset: offset, timestamp, value, unit } };
}
