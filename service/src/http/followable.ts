/**
 * Whether a browser may be redirected to an address: `https:` and `http:` without user info, and schemes of apps, which
 * contain a dot. Not `javascript:`, `data:` and the like.
 */
export function isFollowable(address: string): boolean {
  // Browsers drop control characters and read backslashes as slashes, which could hide another scheme.
  if (/[\p{Cc}\s\\]/u.test(address)) return false;
  return /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address) || /^[a-z][a-z\d+-]*\.[a-z\d.+-]*:/i.test(address);
}
