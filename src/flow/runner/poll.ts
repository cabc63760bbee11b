import type { LinkSession } from '../../contract/index.js';
import { ruleOf } from '../problems.js';
import type { Failure } from '../state/index.js';
import { laterFrom, laterPollInterval, pollInterval } from './poll-interval.js';
import type { LinkService, Ports } from './ports.js';
import { abortable } from './under-way.js';

export interface Poll {
  /** Asks at once and drops the request that is under way. */
  now(): void;
  stop(): void;
}

/**
 * Requests the session's state again and again, and at once when the person comes back to the page. After a failed request it
 * tries the next one. A failure that no further request can fix goes to `onFailure` and ends the polling.
 */
export function poll(
  ports: Pick<Ports, 'clock' | 'failureOf' | 'onReturn'> & { readonly service: Pick<LinkService, 'state'> },
  onSession: (session: LinkSession) => void,
  onFailure: (failure: Failure) => void,
): Poll {
  let looks = 0;
  let current: { abort(): void } | null = null;
  let cancelTimer = () => {};

  const later = (milliseconds: number) => {
    cancelTimer = ports.clock.after(milliseconds, now);
  };
  function now(): void {
    drop();
    const request = abortable();
    current = request;
    looks += 1;
    const settled = (act: () => void) => {
      // Another request, or the end, has replaced this one.
      if (current !== request) return;
      current = null;
      act();
    };
    ports.service.state(request.signal).then(
      (session) => {
        settled(() => {
          later(looks < laterFrom ? pollInterval : laterPollInterval);
          onSession(session);
        });
      },
      (error: unknown) => {
        settled(() => {
          const failure = ports.failureOf(error);
          if (ruleOf(failure.code).passes) {
            later(Math.max(pollInterval, (failure.retryAfter ?? 0) * 1000));
          } else onFailure(failure);
        });
      },
    );
  }
  function drop(): void {
    cancelTimer();
    current?.abort();
    current = null;
  }

  const forgetReturn = ports.onReturn(now);
  now();
  return {
    now,
    stop: () => {
      forgetReturn();
      drop();
    },
  };
}
