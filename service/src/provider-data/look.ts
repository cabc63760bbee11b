// When a connection is looked at again, and which of the found days are reported.
import { sql } from 'kysely';
import { dayAt, type Failure, offsetOfZone } from '../adapters/index.js';
import type { Db, Tx } from '../db/index.js';
import { againAt, ProviderFailure } from '../provider-http/index.js';
import type { PulledConnection, PulledDay } from '../pulls/index.js';
import { after } from '../work/index.js';
import type { FetchDeps } from './ask.js';
import { applicationWait } from './waits.js';

/** Seconds until a look is repeated after a passing failure, unless the provider wants a longer wait. */
export const retryWait = 900;
/** A night is reported when its provider has had this many seconds to correct it. */
const nightSettles = 6 * 3600;

/**
 * Whether a day is over for the person, so that an event reports it. Until then the day is stored and can be read, but is not
 * reported, as each step would report it again. A night is over after its morning and some hours for the provider's corrections.
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

/** Sets the next look after the whole look was refused. Rejects with errors that are no failure of the provider. */
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

/** Sets the next look, unless somebody has asked for a look meanwhile. */
export const setNext = (db: Db | Tx, { id, next_pull_at }: PulledConnection, next: Date) =>
  db
    .updateTable('connection')
    .set({ next_pull_at: next })
    .where('id', '=', id)
    // A date here has milliseconds. A time that was set by SQL has microseconds, and the same look would come again and again.
    .where(sql<boolean>`date_trunc('milliseconds', next_pull_at) = ${next_pull_at}::timestamptz`)
    .execute();

function nextLook(failure: Failure, now: Date): Date {
  if (failure.kind === 'application') return after(now, applicationWait);
  return againAt(failure, after(now, retryWait));
}
