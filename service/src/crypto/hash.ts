import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The form in which keys, tokens and codes are stored. They are 256 random bits, so they need no salt or slow hash. */
export const hash = (value: string): Uint8Array => createHash('sha256').update(value).digest();

/** Like `hash`, but as text, to use it as a key in memory. */
export const hashText = (value: string): string => createHash('sha256').update(value).digest('base64');

/** Whether a value matches a stored hash. It takes the same time for every value. */
export const isHashOf = (value: string, stored: Uint8Array | null): boolean => {
  const hashed = hash(value);
  return stored?.length === hashed.length && timingSafeEqual(hashed, stored);
};

/** Makes a new secret: a prefix that tells its kind, then 32 random bytes. */
export const mint = (prefix: 'sk_' | 'mk_' | 'tmk_' | 'lt_' | ''): string =>
  prefix + randomBytes(32).toString('base64url');
