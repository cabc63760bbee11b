import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { mint } from '../crypto/index.js';
import { longestTokenSeconds } from './sessions.js';

/** What a browser is told from any other by: for its link sessions, and for a visit to a provider. */
type CookieName = 'svc-link-session' | 'svc-link-oauth';

/** `__Host-` binds the cookie to this very host; WebKit keeps no Secure cookie on loopback http. */
export const cookieName = (publicUrl: string, name: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name;

/** The secret that stands for this browser. */
export function readBrowser(c: Context, publicUrl: string, name: CookieName): string | undefined {
  const kept = getCookie(c, cookieName(publicUrl, name));
  return kept !== undefined && /^[\w-]{43}$/.test(kept) ? kept : undefined;
}

/** The same, given to a browser that has none. Its tabs share it. */
export function bindBrowser(c: Context, publicUrl: string, name: CookieName): string {
  const browser = readBrowser(c, publicUrl, name) ?? mint('');
  setCookie(c, cookieName(publicUrl, name), browser, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: publicUrl.startsWith('https:'),
    maxAge: longestTokenSeconds,
  });
  return browser;
}
