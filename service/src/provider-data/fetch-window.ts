import type { Adapter, DayWindow, Failure } from '../adapters/index.js';
import type { PulledConnection } from '../pulls/index.js';
import { dayOf } from '../work/index.js';
import type { Purpose } from '../provider-http/index.js';
import type { FetchDeps } from './ask.js';
import { readWindow, type ReadWindow, TooMuch } from './read-window.js';
import { halvesOf } from './windows.js';

/** A window as the provider answered it: perhaps shorter than was asked for, with the same last day. */
export interface FetchedWindow {
  readonly window: DayWindow;
  readonly records: ReadWindow['records'];
  /** The resources that cannot be made of it, and why. */
  readonly refused: ReadonlyMap<string, Failure>;
}

/** Fetches what some resources need of a window. A window that is too large is cut until it is not. */
export async function fetchWindow(
  deps: FetchDeps,
  adapter: Adapter,
  connection: PulledConnection,
  purpose: Purpose,
  {
    window,
    resources,
    now,
  }: { readonly window: DayWindow; readonly resources: readonly string[]; readonly now: Date },
): Promise<FetchedWindow> {
  const names = [...new Set(resources.flatMap((resource) => adapter.resources[resource]?.from ?? []))];
  const scopes = new Set(connection.scopes_granted);
  for (let part = window; ;) {
    try {
      const read = await deps.ask(connection, purpose, (api) =>
        readWindow(
          adapter,
          { names, window: part, account: connection.provider_account, scopes, today: dayOf(now) },
          api,
        ),
      );
      for (const misfit of read.misfits)
        deps.log.warn(
          { provider: adapter.slug, misfit },
          'a provider answered in a way that is not understood',
        );
      return { window: part, records: read.records, refused: refusedOf(adapter, resources, read) };
    } catch (error) {
      const halves = error instanceof TooMuch ? halvesOf(part) : undefined;
      if (!halves) throw error;
      [part] = halves;
    }
  }
}

/** A resource is made from its first collection; without one of the others it is only less complete. */
const refusedOf = (
  adapter: Adapter,
  resources: readonly string[],
  { failures }: ReadWindow,
): Map<string, Failure> =>
  new Map(
    resources.flatMap((resource) => {
      const failure = failures.get(adapter.resources[resource]?.from[0] ?? '');
      return failure ? [[resource, failure] as const] : [];
    }),
  );
