// Sends an adapter's requests to a simulator, page by page, in the simplest way, for tests of adapters by themselves.
import type { Adapter } from '../../src/adapters/index.js';
import type { ApiRequest } from '../../src/adapters/api.js';
import type { DayItem, DayWindow } from '../../src/adapters/collection.js';
import { addDays } from '../../src/work/index.js';
import type { Simulator } from './simulators/simulator.js';

/** A request of an adapter, and its answer. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Reading {
  readonly adapter: Adapter;
  readonly simulator: Pick<Simulator, 'app'>;
  readonly token: string;
  readonly account: string;
  readonly window: DayWindow;
  readonly timezone?: string | null;
  /** Called with every exchange, before its answer is read. */
  readonly heard?: (exchange: Exchange) => void;
}

const strings = (values: ApiRequest['query'] = {}): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, String(each)]),
  );

/** Sends a request of an adapter to a simulator. */
export async function exchange(
  { simulator, token }: Pick<Reading, 'simulator' | 'token'>,
  request: ApiRequest,
): Promise<Exchange> {
  if (typeof request.to !== 'string') throw new TypeError('no address of the interface');
  const url = new URL(request.to, 'https://provider.test');
  for (const [name, value] of strings(request.query)) url.searchParams.append(name, value);
  const headers = new Headers(request.headers);
  if ((request.as ?? 'person') === 'person') headers.set('authorization', `Bearer ${token}`);
  if (request.json !== undefined) headers.set('content-type', 'application/json');
  const answer = await simulator.app.fetch(
    new Request(url, {
      method: request.method ?? 'GET',
      headers,
      body:
        request.form === undefined
          ? request.json === undefined
            ? null
            : JSON.stringify(request.json)
          : new URLSearchParams(strings(request.form)),
    }),
  );
  const text = await answer.text();
  const json = /json/.test(answer.headers.get('content-type') ?? '') && text !== '';
  return {
    request,
    status: answer.status,
    headers: answer.headers,
    body: json ? JSON.parse(text) : undefined,
  };
}

/** An answer that is not a success, as the adapter sees it. */
export class Refused extends Error {
  readonly answer: Exchange;

  constructor(answer: Exchange) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

/** All records of a collection in a window that already includes the padding. */
async function recordsOf(reading: Reading, name: string, window: DayWindow): Promise<unknown[]> {
  const { adapter, account, heard } = reading;
  const collection = adapter.collections[name];
  if (!collection) throw new TypeError(`no collection ${name}`);
  const records: unknown[] = [];
  let cursor: string | null = null;
  do {
    const answer = await exchange(reading, collection.request({ window, account, cursor }));
    heard?.(answer);
    const also = answer.request.alsoSuccess?.includes(answer.status) ?? false;
    const failed = adapter.classify?.(answer);
    if (failed !== undefined || !((answer.status >= 200 && answer.status < 300) || also))
      throw new Refused(answer);
    const page = collection.read(also ? undefined : answer.body, { window, account, cursor });
    records.push(...page.records);
    if (page.next !== null && page.next === cursor) throw new RangeError('the same page again');
    cursor = page.next;
  } while (cursor !== null);
  return records;
}

/** Splits a window into windows of at most `most` days. */
function cut({ from, until }: DayWindow, most: number): DayWindow[] {
  const windows: DayWindow[] = [];
  for (let start = from; start <= until; start = addDays(start, most)) {
    const end = addDays(start, most - 1);
    windows.push({ from: start, until: end < until ? end : until });
  }
  return windows;
}

/** The items of a resource in a window. If several have the same id, the last one counts. */
export async function readItems(reading: Reading, resource: string): Promise<readonly DayItem[]> {
  const { adapter, window, timezone = null } = reading;
  const made = adapter.resources[resource];
  if (!made) throw new TypeError(`no resource ${resource}`);
  const items = new Map<string, DayItem>();
  const spans = made.from.map((name) => adapter.collections[name]?.span ?? 'now');
  const days = Math.min(
    ...spans.map((span) => (span === 'now' ? Infinity : span.most - 2 * (span.pad ?? 0))),
  );
  for (const each of days === Infinity ? [window] : cut(window, days)) {
    const records: Record<string, unknown[]> = {};
    for (const name of Object.keys(adapter.collections)) records[name] = [];
    for (const [at, name] of made.from.entries()) {
      const span = spans[at] ?? 'now';
      const pad = span === 'now' ? 0 : (span.pad ?? 0);
      records[name] = await recordsOf(reading, name, {
        from: addDays(each.from, -pad),
        until: addDays(each.until, pad),
      });
    }
    for (const item of made.items(records, { window: each, timezone }))
      if (item.day >= each.from && item.day <= each.until) items.set(item.id, item);
  }
  return [...items.values()];
}
