// Compares addresses by their text, because the URL class of React Native does not implement the whole standard.
// mobile/cases.json has the expected results of these rules, also for Kotlin and Swift.

interface Address {
  readonly scheme: string;
  /** Host and port, as a browser would write them; null if there are none. */
  readonly authority: string | null;
  readonly path: string;
  readonly query: string;
}

const form = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/i;
const defaultPorts: Readonly<Record<string, RegExp>> = { https: /:443$/, http: /:80$/ };

/** Lower case of ASCII letters only. Some letters of other scripts have an ASCII letter as their lower case. */
const small = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function readAddress(url: string): Address | null {
  const [, scheme, authority, path = '', query = ''] = form.exec(url) ?? [];
  if (scheme === undefined) return null;
  const name = scheme.toLowerCase();
  const port = defaultPorts[name];
  return {
    scheme: name,
    authority: authority === undefined ? null : small(authority).replace(port ?? '', ''),
    path: path === '' && port ? '/' : path,
    query,
  };
}

/** Whether an address is the redirect URL, with any query and fragment. */
export function isRedirect(url: string, redirectUrl: string): boolean {
  const [one, other] = [readAddress(url), readAddress(redirectUrl)];
  return (
    one !== null &&
    one.scheme === other?.scheme &&
    one.authority === other.authority &&
    one.path === other.path
  );
}

/** Whether a page has the same origin as the hosted page. */
export function isSamePage(page: string, linkWebUrl: string): boolean {
  const [one, other] = [readAddress(page), readAddress(linkWebUrl)];
  return (
    one !== null &&
    /^https?$/.test(one.scheme) &&
    one.scheme === other?.scheme &&
    Boolean(one.authority) &&
    one.authority === other.authority
  );
}

/** Whether an address may be opened in the system's browser: https, and during development also http on this device. */
export function mayOpen(url: string, development: boolean): boolean {
  return (
    /^https:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?(?:[/?#][^\s\\]*)?$/i.test(url) ||
    (development && /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?(?:[/?#][^\s\\]*)?$/i.test(url))
  );
}

/** Throws if a link may not be opened. */
export function requireOpenable(linkWebUrl: string, development: boolean): void {
  // The message does not name the address, because it contains the token.
  if (!mayOpen(linkWebUrl, development))
    throw new TypeError(
      'linkWebUrl has to be an address with https, or http of this device in a development build.',
    );
}

/** The last value of a name in an address's query, because the service adds its values after the app's own. */
export function valueOf(url: string, name: string): string | null {
  const pairs = (readAddress(url)?.query ?? '').split('&');
  const pair = pairs.findLast((each) => each.startsWith(`${name}=`));
  if (pair === undefined) return null;
  try {
    return decodeURIComponent(pair.slice(name.length + 1)) || null;
  } catch {
    return null;
  }
}
