import type { PublicResult } from '../../contract/index.js';

/**
 * Whether an address from outside may be followed: `https:` and `http:` without user info, and schemes of
 * apps, which hold a dot. So `javascript:`, `data:`, `intent:` and their like never are.
 */
export function isFollowable(url: string): boolean {
  // Browsers drop control characters and read backslashes as slashes, so that a scheme may hide in them.
  if (/[\p{Cc}\s\\]/u.test(url)) return false;
  return /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(url) || /^[a-z][a-z\d+-]*\.[a-z\d.+-]*:/i.test(url);
}

/** The redirect URL with the result; it keeps its own query and fragment. */
export function withResult(url: string, result: PublicResult): string {
  const [address = '', ...fragment] = url.split('#');
  const names = ['state', 'provider', 'link_session_id', 'error_type', 'confirm_code'] as const;
  const pairs = names.flatMap((name) => {
    const value = result[name];
    return value ? [`${name}=${encodeURIComponent(value)}`] : [];
  });
  const join = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return [address + join + pairs.join('&'), ...fragment].join('#');
}
