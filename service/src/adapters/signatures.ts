// How notices are signed, and secrets are compared.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The HMAC-SHA256 of a text. */
export const hmacSha256 = (secret: string, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', secret).update(text).digest(encoding);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two texts are the same. Takes as long for any two. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other));
