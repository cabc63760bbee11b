import type { Context } from 'hono';
import { mint } from '../crypto/index.js';
import { cookieName, readSecret, writeSecret } from '../http/index.js';
import { longestTokenSeconds } from './sessions.js';

/** The cookies that identify a browser: one for its link sessions, one for visits to a provider. */
type CookieName = 'svc-link-session' | 'svc-link-oauth';

/** Returns the secret that a browser keeps in a cookie. Makes one if there is none. The cookie lasts `seconds` from now. */
export function keepSecret(c: Context, publicUrl: string, name: string, seconds: number): string {
  const secret = readSecret(c, name) ?? mint('');
  writeSecret(c, publicUrl, name, secret, seconds);
  return secret;
}

/** The secret that stands for this browser. */
export const readBrowser = (c: Context, publicUrl: string, name: CookieName): string | undefined =>
  readSecret(c, cookieName(publicUrl, name));

/** Returns the secret that stands for this browser, and makes one if there is none. All tabs of the browser share it. */
export const bindBrowser = (c: Context, publicUrl: string, name: CookieName): string =>
  keepSecret(c, publicUrl, cookieName(publicUrl, name), longestTokenSeconds);
