import type { Adapter, DayWindow, Failure } from '../adapters/index.js';
import type { PulledConnection } from '../pulls/index.js';
import { dayOf } from '../work/index.js';
import { providerFetches, countMisfit } from '../metrics/index.js';
import { ProviderFailure, type Purpose } from '../provider-http/index.js';
import type { FetchDeps } from './ask.js';
import { readWindow, type ReadWindow, TooMuch } from './read-window.js';
import { fitting, keepFitting, widen } from './fitting.js';
import { halvesOf } from './windows.js';

/** A resource that is wanted for a window, or only for its days since `from`. */
export interface Wanted {
  readonly resource: string;
  readonly from: string;
}

/** The result for a resource. */
export interface FetchedResource {
  /** The days that were read, so that the records are complete for them; undefined if no days were read. */
  readonly window: DayWindow | undefined;
  /** Why the resource cannot be made: its first collection could not be read. */
  readonly refused: Failure | undefined;
  /** Why fields may be missing: another of its collections could not be read. */
  readonly lacks: Failure | undefined;
  /** Whether records with an unexpected form were left out. */
  readonly leftOut: boolean;
}

/** A window as the provider answered it. It may be shorter than was asked for, with the same last day. */
export interface FetchedWindow {
  readonly window: DayWindow;
  readonly records: ReadWindow['records'];
  readonly resources: ReadonlyMap<string, FetchedResource>;
}

/** Fetches what some resources need for a window. A window that is too large is cut in half until it is not. */
export async function fetchWindow(
  deps: FetchDeps,
  adapter: Adapter,
  connection: PulledConnection,
  purpose: Purpose,
  {
    window,
    resources,
    now,
  }: { readonly window: DayWindow; readonly resources: readonly Wanted[]; readonly now: Date },
): Promise<FetchedWindow> {
  const scopes = new Set(connection.scopes_granted);
  for (let part = fitting(connection.id, window); ;) {
    try {
      const wanted = wantedOf(adapter, resources, part);
      const about = { wanted, account: connection.provider_account, scopes, today: dayOf(now) };
      const read = await counted(
        deps,
        adapter,
        deps.ask(connection, purpose, (api) => readWindow(adapter, about, api)),
      );
      tellMisfits(deps, adapter, connection.id, read);
      if (read.isSmall) widen(connection.id);
      return {
        window: part,
        records: read.records,
        resources: new Map(resources.map((each) => [each.resource, resourceOf(adapter, each, read)])),
      };
    } catch (error) {
      const halves = error instanceof TooMuch ? halvesOf(part) : undefined;
      if (!halves) throw error;
      [part] = halves;
      keepFitting(connection.id, part);
    }
  }
}

/**
 * Counts a fetch, and logs why it failed: with a provider that is away each connection fails by itself, is asked for again
 * later, and nothing else tells of it. What only concerns one person, or waits for a limit, is no failure of the provider.
 */
async function counted<T>(
  { log }: Pick<FetchDeps, 'log'>,
  { slug: provider }: Adapter,
  fetching: Promise<T>,
): Promise<T> {
  try {
    const fetched = await fetching;
    providerFetches.inc({ provider, outcome: 'done' });
    return fetched;
  } catch (error) {
    if (error instanceof ProviderFailure && error.failure.errorType === 'provider_api_error') {
      providerFetches.inc({ provider, outcome: 'failed' });
      log.info({ provider, reason: error.failure.message }, 'a provider did not give data');
    }
    throw error;
  }
}

/** The days of each collection that any resource wants, so that each collection is asked for once. */
function wantedOf(
  adapter: Adapter,
  resources: readonly Wanted[],
  { from, until }: DayWindow,
): Map<string, DayWindow> {
  const wanted = new Map<string, DayWindow>();
  for (const { resource, from: first } of resources)
    for (const name of adapter.resources[resource]?.from ?? []) {
      const start = first > from ? first : from;
      const known = wanted.get(name);
      wanted.set(name, { from: known && known.from < start ? known.from : start, until });
    }
  return wanted;
}

/** A resource is made from its first collection. If another collection is missing, the resource only has fewer fields. */
function resourceOf(
  adapter: Adapter,
  { resource, from }: Wanted,
  { read, failures, leftOut }: ReadWindow,
): FetchedResource {
  const [first = '', ...others] = adapter.resources[resource]?.from ?? [];
  const days = read.get(first);
  const failed = others.flatMap((name) => failures.get(name) ?? []);
  return {
    // For earlier days, another resource may have caused this collection to be read, but not the other collections.
    window: days && { from: days.from > from ? days.from : from, until: days.until },
    refused: failures.get(first),
    lacks: failed.find(({ kind }) => kind === 'schema') ?? failed[0],
    leftOut: [first, ...others].some((name) => leftOut.has(name)),
  };
}

/** Counts and logs what did not fit. Data that a provider gives in another form than before is missing without any failure. */
function tellMisfits(
  { log }: Pick<FetchDeps, 'log'>,
  { slug: provider }: Adapter,
  connectionId: string,
  { misfits, leftOut }: ReadWindow,
): void {
  if (misfits.length > 0) countMisfit(provider, 'answer', connectionId);
  if (leftOut.size > 0) countMisfit(provider, 'record', connectionId);
  for (const misfit of misfits)
    log.warn({ provider, misfit }, 'a provider answered in a way that is not understood');
  for (const [collection, places] of leftOut)
    for (const [misfit, records] of places)
      log.warn(
        { provider, misfit: `${collection}: ${misfit}`, records },
        'records of a provider that do not fit were left out',
      );
}
