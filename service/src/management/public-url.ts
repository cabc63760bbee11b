import { isFollowable } from 'svc-link/contract';
import { loopback, type Place } from '../http/index.js';
import { isUrl } from '../outbound/index.js';

/**
 * Checks addresses that people can open, each with the place of its field. Returns the places of those that are not
 * allowed.
 */
export const wrongAddresses = (
  addresses: readonly { readonly loc: readonly string[]; readonly url: string | null | undefined }[],
): readonly Place[] =>
  addresses.flatMap(({ loc, url }) => {
    const problem = url == null ? undefined : problemOf(url);
    return problem ? [{ loc: ['body', ...loc], ...problem }] : [];
  });

function problemOf(text: string): Pick<Place, 'msg' | 'type'> | undefined {
  if (!isUrl(text) || !isFollowable(text) || !/^https?:/i.test(text))
    return { msg: 'expected an address such as https://example.com/terms', type: 'url_absolute' };
  const { protocol, hostname } = new URL(text);
  if (protocol === 'http:' && !loopback.test(hostname))
    return { msg: 'expected https; http only on a loopback address', type: 'url_https' };
  return undefined;
}
