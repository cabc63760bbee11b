import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { mint } from '../hash.js';

const lifetime = 3600;

/** `__Host-` binds the cookie to this very host; WebKit keeps no Secure cookie on loopback http. */
const nameFor = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-svc-link-oauth' : 'svc-link-oauth';

/** The secret that stands for this browser, or an empty string. */
export function readBrowser(c: Context, publicUrl: string): string {
  return getCookie(c, nameFor(publicUrl)) ?? '';
}

/** The same, given to a browser that has none. Attempts in several tabs share it. */
export function bindBrowser(c: Context, publicUrl: string): string {
  const kept = readBrowser(c, publicUrl);
  const browser = /^[\w-]{43}$/.test(kept) ? kept : mint('');
  setCookie(c, nameFor(publicUrl), browser, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: lifetime,
    secure: publicUrl.startsWith('https:'),
  });
  return browser;
}
