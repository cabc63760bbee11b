/**
 * Whether this page can go to the provider's address, which comes from the service. A script would run in this page, and user
 * info would hide which host it is.
 */
export function isWebAddress(url: string): boolean {
  if (/^https?:\/\/[^/?#\\@]+(?:[/?#]|$)/i.test(url)) return true;
  console.warn('<svc-link> oauth_url is not followed: only https: and http: are.');
  return false;
}
