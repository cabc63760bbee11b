import type { Auth, Endpoint } from '../contract/index.js';
import { ClientError } from './client-error.js';
import { nameOf } from './read-answer.js';

/** The parts of a request; absent parts are undefined. */
export interface RequestParts {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, string>>;
}

const headers = {
  'link-token': 'x-svc-link-token',
  'api-key': 'x-svc-api-key',
  'management-key': 'X-Management-Key',
} as const;

/** The address and options for `fetch`. */
export function httpRequest(
  base: string,
  endpoint: Endpoint,
  { body, query, params }: RequestParts,
  credential: (auth: Auth) => string | null,
): { url: string; init: RequestInit } {
  const header: Record<string, string> = {};
  if (endpoint.auth !== 'none') {
    const value = credential(endpoint.auth);
    if (value === null) throw new ClientError(nameOf(endpoint), { code: 'not_configured' });
    header[headers[endpoint.auth]] = value;
  }
  // Without this header a string is sent as text/plain, which needs no preflight.
  if (body !== undefined && !endpoint.plain) header['content-type'] = 'application/json';
  return {
    url: base.replace(/\/+$/, '') + fill(endpoint.path, params) + search(query),
    init: {
      method: endpoint.method,
      headers: header,
      // A redirect would send the credential to another address.
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      ...(endpoint.last && { keepalive: true }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  };
}

function fill(path: string, params: RequestParts['params']): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params?.[name] ?? '';
    // A dot segment would change the path to another endpoint, even if it is escaped.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`svc-link: "${name}" cannot be "${value}"`);
    return encodeURIComponent(value);
  });
}

function search(query: RequestParts['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}=${encodeURIComponent(String(each))}`),
  );
  return pairs.length ? `?${pairs.join('&')}` : '';
}
