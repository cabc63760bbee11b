// Cookies with a secret of this service. The secret stands for a browser.
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** `__Host-` binds the cookie to this exact host. It needs https: WebKit stores no Secure cookie on loopback http. */
export const cookieName = (publicUrl: string, name: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name;

/** The secret in a browser's cookie; undefined if there is none, or if it is no secret. */
export function readSecret(c: Context, name: string): string | undefined {
  const stored = getCookie(c, name);
  return stored !== undefined && /^[\w-]{43}$/.test(stored) ? stored : undefined;
}

/** Gives a browser a secret to keep for so many seconds. With 0 the browser deletes it. */
export function writeSecret(
  c: Context,
  publicUrl: string,
  name: string,
  secret: string,
  seconds: number,
  sameSite: 'Lax' | 'Strict' = 'Lax',
): void {
  setCookie(c, name, secret, {
    httpOnly: true,
    sameSite,
    path: '/',
    secure: publicUrl.startsWith('https:'),
    maxAge: seconds,
  });
}
