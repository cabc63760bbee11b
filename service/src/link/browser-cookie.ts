import type { Context } from 'hono';
import { mint } from '../crypto/index.js';
import { cookieName, readSecret, writeSecret } from '../http/index.js';
import { longestTokenSeconds } from './sessions.js';

/** The cookies that identify a browser: one for its link sessions, one for visits to a provider. */
type CookieName = 'svc-link-session' | 'svc-link-oauth';

/** The secret that a browser keeps in a cookie, given to one that has none, for so many seconds from now. */
export function keepSecret(c: Context, publicUrl: string, name: string, seconds: number): string {
  const secret = readSecret(c, name) ?? mint('');
  writeSecret(c, publicUrl, name, secret, seconds);
  return secret;
}

/** The secret that stands for this browser. */
export const readBrowser = (c: Context, publicUrl: string, name: CookieName): string | undefined =>
  readSecret(c, cookieName(publicUrl, name));

/** The same, given to a browser that has none. Its tabs share it. */
export const bindBrowser = (c: Context, publicUrl: string, name: CookieName): string =>
  keepSecret(c, publicUrl, cookieName(publicUrl, name), longestTokenSeconds);
