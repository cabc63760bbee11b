import { type ApiError, broken } from '../http/index.js';
import { isPrivateHost, isUrl } from '../outbound/index.js';

/** The fields of a webhook that have rules beyond their schema. */
export interface Destination {
  readonly kind: 'webhook' | 'event_hub';
  readonly url: string;
  readonly routes: readonly { readonly prefix: string; readonly url: string }[];
  readonly headers: Readonly<Record<string, string>>;
}

const mostHeaders = 20;

/** Headers that HTTP, the body or the signature sets. */
const reserved =
  /^(?:host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|date|user-agent|(?:content|webhook|proxy|ce)-.*)$/i;

/** Checks the addresses and headers of a webhook. Throws 422 and names the rule and the field. */
export function checkDestination({ kind, url, routes, headers }: Destination, allowPrivate: boolean): void {
  checkUrl('url', url, allowPrivate);
  if (routes.length > 0 && kind !== 'event_hub')
    throw refuse('routes', 'kind', 'are for the kind event_hub; make a webhook for each address instead');
  if (new Set(routes.map(({ prefix }) => prefix)).size < routes.length)
    throw refuse('routes', 'repeated', 'hold a prefix twice');
  for (const route of routes) checkUrl('routes', route.url, allowPrivate);
  checkHeaders(headers);
}

const refuse = (field: string, rule: string, message: string): ApiError =>
  broken(422, 'webhook_not_allowed', `${field} ${message}.`, { field, rule });

function checkUrl(field: string, text: string, allowPrivate: boolean): void {
  if (!isUrl(text) || /[\s\\]/.test(text))
    throw refuse(field, 'absolute', 'is not an address such as https://example.com/webhooks');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw refuse(field, 'user_info', 'must not hold a user name or password; send a header instead');
  if (url.hash !== '') throw refuse(field, 'fragment', 'must not hold a fragment');
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw refuse(field, 'https', allowPrivate ? 'must use https or http' : 'must use https');
  if (!allowPrivate && isPrivateHost(url))
    throw refuse(field, 'private_address', 'must not lead to a private address');
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const names = Object.keys(headers);
  if (names.length > mostHeaders) throw refuse('headers', 'too_many', `are more than ${mostHeaders}`);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw refuse('headers', 'repeated', 'hold a name twice');
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~\da-z-]{1,100}$/i.test(name) || !/^[\t -~]*$/.test(value))
      throw refuse('headers', 'characters', 'hold what no HTTP header can');
    if (reserved.test(name))
      throw refuse('headers', 'reserved', 'hold one that HTTP, the body or the signature sets');
  }
}
