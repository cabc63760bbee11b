/**
 * Whether a browser may be sent to an address that came from outside. Allowed are `https:` and `http:` without user info, and
 * the schemes of apps, which have a dot. `javascript:`, `data:`, `intent:` and the like never are.
 */
export function isFollowable(address: string): boolean {
  // Browsers drop control characters and read backslashes as slashes, so a scheme could hide behind them.
  if (/[\p{Cc}\s\\]/u.test(address)) return false;
  return /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address) || /^[a-z][a-z\d+-]*\.[a-z\d.+-]*:/i.test(address);
}
