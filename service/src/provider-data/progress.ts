// What a window changes in a pull of past data: how far it is, and when it continues. Pure.
import type { DayWindow, Failure } from '../adapters/index.js';
import { againAt } from '../provider-http/index.js';
import type { PullRow } from '../pulls/index.js';
import { addDays, after } from '../work/index.js';
import { unexpectedAnswer } from './read-window.js';
import { applicationWait, misreadWaits, passingWaits, refusedWait, waitAfter } from './waits.js';
import { isPastRead } from './windows.js';

/** What is known when a window is asked for. */
interface Moment {
  readonly now: Date;
  /** The version of the service. */
  readonly version: string;
}

/**
 * The pull after a window was read. A window that was not understood is skipped and kept. It is read again when everything
 * else is there: after a day, and by another version.
 */
export function advancedPull(
  pull: PullRow,
  window: DayWindow,
  misread: Failure | undefined,
  { now, version }: Moment,
): PullRow {
  const isAgain = isPastRead(pull);
  const left = isAgain ? withoutFirst(pull.unread ?? [], window) : (pull.unread ?? []);
  const unread = misread ? [...left, window] : left;
  const row = {
    ...pull,
    unread: unread.length > 0 ? unread : null,
    misread_by: misread ? version : pull.misread_by,
    pulled_from: isAgain ? pull.pulled_from : window.from,
    // New days may have come meanwhile.
    pulled_until: laterOf(pull.pulled_until, pull.range_end),
  };
  const isOver = isPastRead(row);
  if (isOver && row.unread === null)
    return {
      ...row,
      ...{ status: 'success', attempts: 0, error_details: null, misread_by: null },
      next_attempt_at: null,
      ended_on: now,
    };
  if (!isOver || (isAgain && !misread)) {
    const kept = pull.status === 'retrying' ? null : pull.error_details;
    return {
      ...row,
      ...{ status: 'in_progress', attempts: 0 },
      error_details: misread ? detailsOf(misread) : kept,
    };
  }
  // If there are several windows, the next try begins with another one.
  const attempts = isAgain ? pull.attempts + 1 : 1;
  return {
    ...row,
    ...{ status: 'failure', attempts },
    error_details: detailsOf(misread ?? unexpectedAnswer),
    next_attempt_at: after(now, waitAfter(misreadWaits, attempts)),
    ended_on: now,
  };
}

/** Only the newest days of the first window were read, perhaps all of them. */
function withoutFirst([first, ...rest]: readonly DayWindow[], { from }: DayWindow): readonly DayWindow[] {
  return first && from > first.from ? [{ from: first.from, until: addDays(from, -1) }, ...rest] : rest;
}

const laterOf = (one: string | null, other: string): string => (one !== null && one > other ? one : other);

/** The pull after the provider has refused its kind of data. */
export const refusedPull = (pull: PullRow, failure: Failure, now: Date): PullRow => ({
  ...pull,
  status: 'failure',
  attempts: pull.attempts + 1,
  error_details: detailsOf(failure),
  next_attempt_at: failure.kind === 'scope' ? after(now, refusedWait) : null,
  ended_on: now,
});

/** A pull that waits for a reason that is not its own. */
export const waitingPull = (pull: PullRow, failure: Failure, now: Date): PullRow => ({
  ...pull,
  status: 'retrying',
  attempts: pull.attempts + 1,
  error_details: detailsOf(failure),
  next_attempt_at: nextTry(pull.attempts + 1, failure, now),
});

function nextTry(attempts: number, failure: Failure, now: Date): Date {
  if (failure.kind === 'application') return after(now, applicationWait);
  return againAt(failure, after(now, waitAfter(passingWaits, attempts)));
}

const detailsOf = ({ errorType, message }: Failure) => ({ error_type: errorType, error_message: message });
