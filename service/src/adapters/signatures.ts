// Checks the signatures of notices, and compares secrets.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The HMAC-SHA256 of a text. */
export const hmacSha256 = (secret: string, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', secret).update(text).digest(encoding);

/** The SHA-256 of a text, as hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two texts are the same, in constant time. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other));

/** The largest distance between the signed time of a notice and now, in milliseconds. */
const longestAge = 5 * 60_000;

/**
 * Whether a signed time, in seconds or milliseconds since 1970, is near: most providers do not document which unit they
 * send.
 */
export function isRecent(time: string | null, now: Date): boolean {
  const number = /^\d{9,14}$/.test(time ?? '') ? Number(time) : Number.NaN;
  return Math.abs(now.getTime() - (number > 1e11 ? number : number * 1000)) <= longestAge;
}
