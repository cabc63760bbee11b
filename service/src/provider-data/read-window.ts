// Asks a provider for a window of days: each collection once, whatever resources are made from it.
import type { Adapter, Api, Collection, DayWindow, Failure } from '../adapters/index.js';
import { ProviderFailure } from '../provider-http/index.js';
import { addDays } from '../work/index.js';
import * as z from 'zod/mini';

/** The most pages of a collection in one window; with more the window is cut in half. */
const mostPages = 50;

/** A window has more than can be held at once. */
export class TooMuch extends Error {
  constructor() {
    super('a window has too many pages');
    this.name = 'TooMuch';
  }
}

/** What was read of each collection, and which could not be read. */
export interface ReadWindow {
  readonly records: Readonly<Record<string, readonly unknown[]>>;
  readonly failures: ReadonlyMap<string, Failure>;
  /** Where the answers were not as documented: places and kinds, never values. */
  readonly misfits: readonly string[];
}

export interface WindowRequest {
  readonly names: readonly string[];
  readonly window: DayWindow;
  readonly account: string;
  readonly scopes: ReadonlySet<string>;
  /** The provider's today, as far as any clock goes: to know how far back `span.back` is. */
  readonly today: string;
}

/**
 * Reads the collections. One that is refused for itself does not keep the others from being read. Rejects with
 * `ProviderFailure` for what concerns all of them, and with `TooMuch`.
 */
export async function readWindow(adapter: Adapter, request: WindowRequest, api: Api): Promise<ReadWindow> {
  const records: Record<string, readonly unknown[]> = {};
  const failures = new Map<string, Failure>();
  const misfits: string[] = [];
  // One after the other: a provider may allow one request at a time for a person.
  for (const name of request.names) {
    records[name] = [];
    const collection = adapter.collections[name];
    if (!collection || !isGranted(collection, request.scopes)) continue;
    const window = windowFor(collection, request.window, request.today);
    if (!window) continue;
    try {
      records[name] = await readAll(collection, { window, account: request.account }, api);
    } catch (error) {
      if (error instanceof z.core.$ZodError) {
        failures.set(name, unexpectedAnswer);
        misfits.push(...error.issues.map(({ path, code }) => `${name}: ${path.join('.')} ${code}`));
      } else if (error instanceof ProviderFailure && concernsOne.has(error.failure.kind)) {
        failures.set(name, error.failure);
      } else throw error;
    }
  }
  return { records, failures, misfits };
}

/** Failures of one kind of data, with which the others can still be had. */
const concernsOne: ReadonlySet<Failure['kind']> = new Set(['scope', 'permanent', 'schema']);

export const unexpectedAnswer: Failure = {
  kind: 'schema',
  errorType: 'provider_answer_unexpected',
  message: 'The provider answered in a way that this version does not understand.',
};

const isGranted = ({ scopes }: Collection<unknown>, granted: ReadonlySet<string>): boolean =>
  scopes.length === 0 || scopes.some((scope) => granted.has(scope));

/** The window that is asked for, with its padding; undefined if the provider has nothing so far back. */
function windowFor(
  { span }: Collection<unknown>,
  { from, until }: DayWindow,
  today: string,
): DayWindow | undefined {
  if (span === 'now') return { from, until };
  const { back, pad = 0 } = span;
  const first = back === undefined ? from : addDays(today, 1 - back);
  if (until < first) return undefined;
  const start = addDays(from > first ? from : first, -pad);
  return { from: back === undefined || start >= first ? start : first, until: addDays(until, pad) };
}

async function readAll(
  collection: Collection<unknown>,
  about: { readonly window: DayWindow; readonly account: string },
  api: Api,
): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < mostPages; pages++) {
    const context: typeof about & { readonly cursor: string | null } = { ...about, cursor };
    const body = await api.send(collection.request(context));
    const page = collection.read(body, context);
    records.push(...page.records);
    if (page.next === null) return records;
    // A provider that names the same page again would be asked for ever.
    if (page.next === cursor) throw new ProviderFailure(unexpectedAnswer);
    cursor = page.next;
  }
  throw new TooMuch();
}
