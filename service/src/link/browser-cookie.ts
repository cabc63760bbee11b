import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { mint } from '../crypto/index.js';
import { longestTokenSeconds } from './sessions.js';

/** The cookies that identify a browser: one for its link sessions, one for visits to a provider. */
type CookieName = 'svc-link-session' | 'svc-link-oauth';

/** `__Host-` binds the cookie to this exact host. It needs https: WebKit stores no Secure cookie on loopback http. */
export const cookieName = (publicUrl: string, name: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name;

/** A secret that a browser keeps in a cookie; undefined if it has none, or something else. */
export function readSecret(c: Context, name: string): string | undefined {
  const stored = getCookie(c, name);
  return stored !== undefined && /^[\w-]{43}$/.test(stored) ? stored : undefined;
}

/** The same, given to a browser that has none, for so many seconds from now. */
export function keepSecret(c: Context, publicUrl: string, name: string, seconds: number): string {
  const secret = readSecret(c, name) ?? mint('');
  setCookie(c, name, secret, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: publicUrl.startsWith('https:'),
    maxAge: seconds,
  });
  return secret;
}

/** The secret that stands for this browser. */
export const readBrowser = (c: Context, publicUrl: string, name: CookieName): string | undefined =>
  readSecret(c, cookieName(publicUrl, name));

/** The same, given to a browser that has none. Its tabs share it. */
export const bindBrowser = (c: Context, publicUrl: string, name: CookieName): string =>
  keepSecret(c, publicUrl, cookieName(publicUrl, name), longestTokenSeconds);
