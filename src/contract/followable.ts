/**
 * Whether a browser may be led to an address from outside: `https:` and `http:` without user info, and schemes of apps, which
 * have a dot. So `javascript:`, `data:`, `intent:` and their like never are.
 */
export function isFollowable(address: string): boolean {
  // Browsers drop control characters and read backslashes as slashes, so that a scheme may hide in them.
  if (/[\p{Cc}\s\\]/u.test(address)) return false;
  return /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address) || /^[a-z][a-z\d+-]*\.[a-z\d.+-]*:/i.test(address);
}
