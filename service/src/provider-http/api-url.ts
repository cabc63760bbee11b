import type { ApiRequest, Urls } from '../adapters/index.js';
import { isUrl } from '../outbound/index.js';

/**
 * The address of a request; undefined if it is not below the address of the interface. A provider names the next page
 * itself. With an address elsewhere, the person's token would be sent there.
 */
export function apiUrl(
  { to, query = {} }: Pick<ApiRequest, 'to' | 'query'>,
  urls: Pick<Urls, 'api' | 'token' | 'revoke'>,
): URL | undefined {
  const text =
    typeof to !== 'string'
      ? (urls[to.address] ?? '')
      : to.startsWith('/')
        ? urls.api.replace(/\/$/, '') + to
        : to;
  if (!isUrl(text)) return undefined;
  const url = new URL(text);
  if (typeof to === 'string' && !isBelow(url, new URL(urls.api))) return undefined;
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.delete(name);
    for (const each of [value].flat()) if (each !== undefined) url.searchParams.append(name, String(each));
  }
  url.hash = '';
  return url;
}

function isBelow(url: URL, base: URL): boolean {
  const folder = base.pathname.replace(/\/$/, '');
  return (
    url.origin === base.origin &&
    url.username === '' &&
    url.password === '' &&
    (url.pathname === folder || url.pathname.startsWith(`${folder}/`))
  );
}
