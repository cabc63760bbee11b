// When a connection is looked at again, and which of what was found is told.
import { dayAt, type Failure, offsetOfZone } from '../adapters/index.js';
import type { Db, Tx } from '../db/index.js';
import { againAt, ProviderFailure } from '../provider-http/index.js';
import type { PulledConnection, PulledDay } from '../pulls/index.js';
import { after } from '../work/index.js';
import type { FetchDeps } from './ask.js';
import { applicationWait } from './waits.js';

/** Seconds until a look is repeated after a passing failure, which the provider may want to be more. */
export const retryWait = 900;
/** A night is told once its provider has had these seconds to go over it. */
const nightSettles = 6 * 3600;

/**
 * Whether a day is over for the person, so that it is told of. Until then it is stored and can be read, but not told: it
 * would be told again with every step. A night is over with its morning, and some hours for the provider.
 */
export function isComplete(
  { resource, date, items }: PulledDay,
  timezone: string | null,
  now: Date,
): boolean {
  if (resource === 'sleep') {
    const stops = items.map(({ bedtime_stop }) =>
      typeof bedtime_stop === 'string' ? Date.parse(bedtime_stop) : Number.NaN,
    );
    return stops.every((stop) => stop + nightSettles * 1000 <= now.getTime());
  }
  const offset = items[0]?.['timezone_offset'];
  const seconds = offsetOfZone(timezone, now.getTime()) ?? (typeof offset === 'number' ? offset : 0);
  return date < dayAt(now.getTime(), seconds);
}

/** What follows if a look was refused as a whole. Rejects with what is no failure of the provider. */
export async function putOffLook(
  { db, log }: FetchDeps,
  connection: PulledConnection,
  error: unknown,
  now: Date,
): Promise<void> {
  if (!(error instanceof ProviderFailure)) throw error;
  const { failure } = error;
  const { provider } = connection;
  if (failure.kind === 'application')
    log.error({ provider, error_type: failure.errorType }, 'a provider refuses the application');
  if (failure.kind !== 'reconnect') await setNext(db, connection, nextLook(failure, now));
}

/** Not if somebody has asked for a look meanwhile. */
export const setNext = (db: Db | Tx, { id, next_pull_at }: PulledConnection, next: Date) =>
  db
    .updateTable('connection')
    .set({ next_pull_at: next })
    .where('id', '=', id)
    .where('next_pull_at', '=', next_pull_at)
    .execute();

function nextLook(failure: Failure, now: Date): Date {
  if (failure.kind === 'application') return after(now, applicationWait);
  return againAt(failure, after(now, retryWait));
}
