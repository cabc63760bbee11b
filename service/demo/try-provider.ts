// A first test with a real account: sends each request of a provider's adapter,
// and reports the places and kinds in the answers, never their values.
import * as z from 'zod/mini';
import type { Adapter, ApiRequest } from '../src/adapters/index.js';
import { createApi, ProviderFailure } from '../src/provider-http/index.js';
import { addDays } from '../src/work/index.js';
import { judgeOf } from '../test/adapters/documents.js';

export interface Tried {
  /** The lines to print. */
  readonly lines: readonly string[];
  /** Whether the adapter understands every answer, and the provider's document, if there is one, allows it. */
  readonly fits: boolean;
}

export interface TryOptions {
  readonly adapter: Adapter;
  /** The address of the interface, without a slash at the end. */
  readonly api: string;
  readonly accessToken: string;
  /** The last requested day, as YYYY-MM-DD. */
  readonly until: string;
  readonly days: number;
  /** Changes the path of a request, for a provider whose sandbox has other paths. */
  readonly pathOf?: (path: string) => string;
}

/** The kind of a value, in one word. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'whole number' : 'number';
  if (typeof value !== 'string') return typeof value;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date';
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value))
    return /(Z|[-+]\d\d:?\d\d)$/i.test(value) ? 'time with offset' : 'time without offset';
  return /^[-+]?\d+(\.\d+)?$/.test(value) ? 'text of a number' : 'text';
}

/** The places in a body, with the kinds of values there. Keys with digits may be values themselves, such as times. */
export function placesOf(body: unknown, at = '', places = new Map<string, Set<string>>()): typeof places {
  if (Array.isArray(body)) for (const each of body) placesOf(each, `${at}[]`, places);
  else if (typeof body === 'object' && body !== null)
    for (const [key, value] of Object.entries(body))
      placesOf(value, `${at}.${/\d/.test(key) ? '…' : key}`, places);
  else places.set(at, (places.get(at) ?? new Set()).add(kindOf(body)));
  return places;
}

/** Requests one page of each collection of an adapter with an access token. */
export async function tryProvider(options: TryOptions): Promise<Tried> {
  const { adapter, api: url, accessToken, until, days, pathOf = (path) => path } = options;
  const judge = judgeOf(adapter.slug);
  const api = createApi(
    { allowPrivate: new URL(url).protocol === 'http:' },
    {
      adapter,
      urls: { api: url, token: url },
      application: { clientId: '', clientSecret: '' },
      person: { authorization: `Bearer ${accessToken}` },
    },
  );
  const lines: string[] = [];
  let fits = true;
  const misfit = (text: string): void => {
    fits = false;
    lines.push(`  DOES NOT FIT  ${text}`);
  };
  for (const [name, collection] of Object.entries(adapter.collections)) {
    const window = { from: addDays(until, 1 - days), until };
    const context = { window, account: '', cursor: null };
    const request: ApiRequest = collection.request(context);
    lines.push(`${name}: ${request.method ?? 'GET'} ${String(request.to)}`);
    let body: unknown;
    try {
      body = await api.send(
        typeof request.to === 'string' ? { ...request, to: pathOf(request.to) } : request,
      );
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      misfit(`refused as ${error.failure.kind}: ${error.failure.message}`);
      continue;
    }
    for (const [place, kinds] of placesOf(body))
      lines.push(`  ${place || '.'}  ${[...kinds].sort().join(', ')}`);
    try {
      const { records, misfits = [] } = collection.read(body, context);
      lines.push(`  ${records.length} records on the first page`);
      for (const each of new Set(misfits)) misfit(`for the adapter: ${each}`);
    } catch (error) {
      if (!(error instanceof z.core.$ZodError)) throw error;
      for (const { path, code } of error.issues) misfit(`for the adapter: ${path.join('.')} ${code}`);
    }
    const heard = { request, status: body === undefined ? 204 : 200, headers: new Headers(), body };
    const objections = judge?.objections(heard).map((each) => each.replace(/\/\d+/g, '/n')) ?? [];
    for (const each of new Set(objections)) misfit(`for the document: ${each}`);
  }
  lines.push(
    judge
      ? "Compared with the adapter and the provider's document."
      : 'Compared with the adapter; no document is here.',
  );
  return { lines, fits };
}
