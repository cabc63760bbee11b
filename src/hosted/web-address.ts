/**
 * Whether the provider's address can be gone to. It is the service's word; a script would run in this page, and
 * user info would hide which host it is.
 */
export function isWebAddress(url: string): boolean {
  if (/^https?:\/\/[^/?#\\@]+(?:[/?#]|$)/i.test(url)) return true;
  console.warn('<svc-link> oauth_url is not followed: only https: and http: are.');
  return false;
}
