/** Reads `Retry-After`, which is a number of seconds or a date, as seconds. */
export function retryAfterSeconds(header: string | null | undefined, now: Date): number | undefined {
  if (header == null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
