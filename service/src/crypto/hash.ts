import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The form in which keys, tokens and codes are stored. They are 256 random bits, so they need no salt or slow hash. */
export const hash = (value: string): Uint8Array => createHash('sha256').update(value).digest();

/** The same as text, to find something in memory by it. */
export const hashText = (value: string): string => createHash('sha256').update(value).digest('base64');

/** Whether a value is the one whose hash was stored. Takes as long for any value. */
export const isHashOf = (value: string, stored: Uint8Array | null): boolean => {
  const hashed = hash(value);
  return stored?.length === hashed.length && timingSafeEqual(hashed, stored);
};

/** A new secret: a prefix that tells its kind, then 32 random bytes. */
export const mint = (prefix: 'sk_' | 'mk_' | 'tmk_' | 'lt_' | ''): string =>
  prefix + randomBytes(32).toString('base64url');
