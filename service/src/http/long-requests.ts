// Requests that may keep their place for a long time, or as long as their caller likes. Each caller has only a share of all
// places for them.
import type { Context } from 'hono';
import type { Env } from './env.js';

/** Whether a request of a caller may take long. It then counts as a long one until it is answered. */
export const mayTakeLong = (c: Context<Env>, caller: string): boolean => c.get('beginLong')?.(caller) ?? true;

/** Whether a request of a caller might take long now. It counts as a long one only with `mayTakeLong` or `takeLong`. */
export const couldTakeLong = (c: Context<Env>, caller: string): boolean =>
  c.get('couldBeLong')?.(caller) ?? true;

/** For a request that must take long. Throws 503 if the caller has too many of them. A HEAD has no body, so it takes no time. */
export function takeLong(c: Context<Env>, caller: string): void {
  if (c.req.method === 'HEAD') return;
  const refused = c.get('refused');
  if (!mayTakeLong(c, caller) && refused) throw refused();
}
