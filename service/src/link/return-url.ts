import { isFollowable } from 'svc-link/contract';
import { isUrl } from '../outbound/index.js';

const longestUrl = 2048;

/** The address of the page to return to, if the token allows its origin. */
export function allowedReturn(address: string | null, allowed: readonly string[] | null): string | null {
  if (address === null || address.length > longestUrl) return null;
  if (!isFollowable(address) || !isUrl(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && allowed?.includes(url.origin) ? url.href : null;
}
