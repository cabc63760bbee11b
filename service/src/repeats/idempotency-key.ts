import type { Context } from 'hono';
import { type Env, invalid } from '../http/index.js';

/** Visible ASCII, which every program and proxy passes on unchanged. */
const form = /^[\x21-\x7e]{1,255}$/;

/** The `Idempotency-Key` of a request; undefined if it has none. Throws 422 if it is not a valid key. */
export function idempotencyKeyOf(c: Context<Env>): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key === undefined || form.test(key)) return key;
  const msg = 'expected 1 to 255 visible ASCII characters without spaces, such as a random UUID';
  throw invalid({ loc: ['header', 'Idempotency-Key'], msg, type: 'invalid_format' });
}
