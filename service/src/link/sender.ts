// Which page a request comes from, and whether its link token may be used there.
import type { Context } from 'hono';
import { normalizeOrigin } from './token-rules.js';

/** What is known of the page that a widget stands on. */
export interface Sender {
  /** What the browser says: the `Origin` of the request. */
  readonly origin: string | undefined;
  /** What the page says of the one that opened it. Our own page reads it from the browser's messages. */
  readonly opener: string | undefined;
}

/** The page that posted a form. Browsers keep its origin back if it has no referrer; what comes of it goes home only. */
export function senderOfForm(c: Context): Sender {
  const origin = c.req.header('origin');
  return { origin: origin === 'null' ? undefined : origin, opener: undefined };
}

/** Whether a token that names its origins may be used from there. One that names none serves everywhere. */
export function isAllowedSender(
  allowed: readonly string[] | null,
  { origin, opener }: Sender,
  publicUrl: string,
): boolean {
  if (allowed === null) return true;
  const isOurs = origin === publicUrl;
  const seen = [
    ...(origin === undefined || isOurs ? [] : [origin]),
    // Our page in a frame opens another one of ours for OAuth; its own opener was checked.
    ...(opener === undefined || (isOurs && opener === publicUrl) ? [] : [opener]),
  ];
  return seen.map(normalizeOrigin).every((from) => from !== undefined && allowed.includes(from));
}
