// Which page a request comes from, and whether its link token may be used on that page.
import type { Context } from 'hono';
import { normalizeOrigin } from './token-rules.js';

/** What is known about the page that the widget is on. */
export interface Sender {
  /** From the browser: the `Origin` of the request. */
  readonly origin: string | undefined;
  /** From the page: the origin of its opener, which our own page reads from the browser's messages. */
  readonly opener: string | undefined;
}

/** The page that posted a form. A browser sends the origin `null` for a page that sends no referrer. */
export function senderOfForm(c: Context): Sender {
  const origin = c.req.header('origin');
  return { origin: origin === 'null' ? undefined : origin, opener: undefined };
}

/** Whether the page may use the token. A token that names no origins works everywhere. */
export function isAllowedSender(
  allowed: readonly string[] | null,
  { origin, opener }: Sender,
  publicUrl: string,
): boolean {
  if (allowed === null) return true;
  const isOurs = origin === publicUrl;
  const seen = [
    ...(origin === undefined || isOurs ? [] : [origin]),
    // Our page in a frame opens another page of ours for OAuth. The opener of the first page was already checked.
    ...(opener === undefined || (isOurs && opener === publicUrl) ? [] : [opener]),
  ];
  return seen.map(normalizeOrigin).every((from) => from !== undefined && allowed.includes(from));
}
