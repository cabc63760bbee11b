import type { PortEvent, Timer } from '../state/index.js';
import type { FirstPorts, Signal } from './ports.js';

/** Browsers and Node have it; the flow compiles without the library that declares it. */
declare const AbortController: new () => { readonly signal: Signal; abort(): void };

/** A request that can be given up. */
export const abortable = () => new AbortController();

/** What the runner has begun and can end: requests, polling and windows by their number, timers by name. */
export interface UnderWay {
  /** Begins a request; its answer is sent unless the request was aborted meanwhile. */
  request<T>(
    id: number,
    call: (signal: Signal) => Promise<T>,
    answered: (answer: T) => PortEvent,
    refused?: (error: unknown) => PortEvent,
  ): void;
  /** Keeps the function that ends something else. */
  keep(id: number, abort: () => void): void;
  abort(id: number): void;
  startTimer(timer: Timer, seconds: number): void;
  /** Timers of a step end with it; `expiry` lasts for the run. */
  endStep(): void;
  endAll(): void;
}

export function createUnderWay(
  ports: Pick<FirstPorts, 'clock' | 'failureOf'>,
  send: (event: PortEvent) => void,
): UnderWay {
  const begun = new Map<number, () => void>();
  const timers = new Map<Timer, () => void>();

  const abort = (id: number) => {
    const end = begun.get(id);
    // Deleted first, so that it sends nothing more.
    begun.delete(id);
    end?.();
  };
  const endTimer = (timer: Timer) => {
    timers.get(timer)?.();
    timers.delete(timer);
  };
  return {
    request(id, call, answered, refused) {
      const controller = abortable();
      begun.set(id, () => {
        controller.abort();
      });
      const settle = (event: () => PortEvent) => {
        if (begun.delete(id)) send(event());
      };
      // An async function, so that a port that throws counts as one that rejects.
      (async () => call(controller.signal))().then(
        (answer) => {
          settle(() => answered(answer));
        },
        (error: unknown) => {
          settle(() => refused?.(error) ?? { type: 'request-failed', id, failure: ports.failureOf(error) });
        },
      );
    },
    keep: (id, end) => begun.set(id, end),
    abort,
    startTimer(timer, seconds) {
      endTimer(timer);
      const cancel = ports.clock.after(seconds * 1000, () => {
        timers.delete(timer);
        send({ type: 'timer-fired', timer, now: ports.clock.now() });
      });
      timers.set(timer, cancel);
    },
    endStep() {
      for (const timer of timers.keys()) if (timer !== 'expiry') endTimer(timer);
    },
    endAll() {
      for (const id of begun.keys()) abort(id);
      for (const timer of timers.keys()) endTimer(timer);
    },
  };
}
