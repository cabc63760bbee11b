// Requests that keep their place for as long as their caller likes, or for long: one caller has a share of all places for them.
import type { Context } from 'hono';
import type { Env } from './env.js';

/** Whether a request of a caller may take long. It counts as one that does until it is answered. */
export const mayTakeLong = (c: Context<Env>, caller: string): boolean => c.get('beginLong')?.(caller) ?? true;

/** The same for a request that cannot do without. Throws 503 while too many others of the caller do. HEAD has no body that lasts. */
export function takeLong(c: Context<Env>, caller: string): void {
  if (c.req.method === 'HEAD') return;
  const refused = c.get('refused');
  if (!mayTakeLong(c, caller) && refused) throw refused();
}
