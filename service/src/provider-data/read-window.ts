// Asks a provider for a window of days: each collection once, however many resources are made from it.
import type { Adapter, Api, Collection, DayWindow, Failure } from '../adapters/index.js';
import { ProviderFailure } from '../provider-http/index.js';
import { addDays } from '../work/index.js';
import * as z from 'zod/mini';

/** The most pages of a collection in one window. If there are more, the window is cut in half. */
const mostPages = 50;

/** A window has more than can be held in memory at once. */
export class TooMuch extends Error {
  constructor() {
    super('a window has too many pages');
    this.name = 'TooMuch';
  }
}

/** What was read from each collection, and which collections could not be read. */
export interface ReadWindow {
  readonly records: Readonly<Record<string, readonly unknown[]>>;
  /**
   * The days for which each collection was read. Collections that were not asked for, or that do not go back so far, are
   * left out.
   */
  readonly read: ReadonlyMap<string, DayWindow>;
  readonly failures: ReadonlyMap<string, Failure>;
  /** Where and how answers differed from the documentation, never their values. */
  readonly misfits: readonly string[];
  /** The same for records that were left out of a collection, with their number. */
  readonly leftOut: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Whether a window twice as long would probably not be too large either. */
  readonly isSmall: boolean;
}

export interface WindowRequest {
  /** The days that are wanted of each collection. */
  readonly wanted: ReadonlyMap<string, DayWindow>;
  readonly account: string;
  readonly scopes: ReadonlySet<string>;
  /** The provider's today, as far as any clock goes. `span.back` is counted from it. */
  readonly today: string;
}

/**
 * Reads the collections. If one collection is refused, the others are still read. Rejects with
 * `ProviderFailure` for a failure that concerns all of them, and with `TooMuch`.
 */
export async function readWindow(adapter: Adapter, request: WindowRequest, api: Api): Promise<ReadWindow> {
  const records: Record<string, readonly unknown[]> = {};
  const read = new Map<string, DayWindow>();
  const failures = new Map<string, Failure>();
  const misfits: string[] = [];
  const leftOut = new Map<string, ReadonlyMap<string, number>>();
  let isSmall = true;
  // One after the other: a provider may allow one request at a time for a person.
  for (const [name, wanted] of request.wanted) {
    records[name] = [];
    const collection = adapter.collections[name];
    if (!collection || !isGranted(collection, request.scopes)) continue;
    const first = firstOf(collection, request.today);
    const there = { from: wanted.from > first ? wanted.from : first, until: wanted.until };
    if (there.until < there.from) continue;
    const window = padded(collection, there, first);
    try {
      const all = await readAll(collection, { window, account: request.account }, api);
      records[name] = all.records;
      read.set(name, there);
      isSmall &&= 2 * all.pages <= mostPages;
      if (all.misfits.size > 0) leftOut.set(name, all.misfits);
    } catch (error) {
      if (error instanceof z.core.$ZodError) {
        failures.set(name, unexpectedAnswer);
        misfits.push(...error.issues.map(({ path, code }) => `${name}: ${path.join('.')} ${code}`));
      } else if (error instanceof ProviderFailure && concernsOne.has(error.failure.kind)) {
        failures.set(name, error.failure);
        if (error.failure.kind === 'schema') misfits.push(`${name}: ${error.failure.message}`);
      } else throw error;
    }
  }
  return { records, read, failures, misfits, leftOut, isSmall };
}

/** Failures of one kind of data, so that the others can still be read. */
const concernsOne: ReadonlySet<Failure['kind']> = new Set(['scope', 'permanent', 'schema']);

export const unexpectedAnswer: Failure = {
  kind: 'schema',
  errorType: 'provider_answer_unexpected',
  message: 'The provider answered in a way that this version does not understand.',
};

const isGranted = ({ scopes }: Collection<unknown>, granted: ReadonlySet<string>): boolean =>
  scopes.length === 0 || scopes.some((scope) => granted.has(scope));

/** The first day for which the provider has data; empty if there is no limit. */
const firstOf = ({ span }: Collection<unknown>, today: string): string =>
  span === 'now' || span.back === undefined ? '' : addDays(today, 1 - span.back);

/** A window with its padding, within the days that the provider has. */
function padded({ span }: Collection<unknown>, { from, until }: DayWindow, first: string): DayWindow {
  if (span === 'now') return { from, until };
  const { pad = 0 } = span;
  const start = addDays(from, -pad);
  return { from: start > first ? start : first, until: addDays(until, pad) };
}

async function readAll(
  collection: Collection<unknown>,
  about: { readonly window: DayWindow; readonly account: string },
  api: Api,
): Promise<{
  readonly records: readonly unknown[];
  readonly misfits: ReadonlyMap<string, number>;
  readonly pages: number;
}> {
  const records: unknown[] = [];
  const misfits = new Map<string, number>();
  let cursor: string | null = null;
  for (let pages = 0; pages < mostPages; pages++) {
    const context: typeof about & { readonly cursor: string | null } = { ...about, cursor };
    const body = await api.send(collection.request(context));
    const page = collection.read(body, context);
    records.push(...page.records);
    for (const misfit of page.misfits ?? []) misfits.set(misfit, (misfits.get(misfit) ?? 0) + 1);
    if (page.next === null) return { records, misfits, pages: pages + 1 };
    // If a provider names the same page again, reading would never end.
    if (page.next === cursor) throw new ProviderFailure(unexpectedAnswer);
    cursor = page.next;
  }
  throw new TooMuch();
}
