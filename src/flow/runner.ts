import { begin } from './begin.js';
import type { Effect } from './effect.js';
import type { Event, PortEvent, Timer } from './event.js';
import { poll, type Poll } from './poll.js';
import type { OpenWindow, Ports, Signal } from './ports.js';
import type { State } from './state.js';
import { transition } from './transition.js';

/** Every place where this runs has one; the flow compiles without the library that declares it. */
declare const AbortController: new () => { readonly signal: Signal; abort(): void };

/** A flow that runs: a snapshot of where it stands, and a way to tell it what happened. */
export interface Flow {
  readonly state: State;
  /** Calls back after every change, until the answered function is called. */
  subscribe(listener: () => void): () => void;
  /** Takes an event; what it orders is begun before this returns, so that a click can open a window. */
  send(event: Event): void;
  /** Gives up everything that is under way, without a word to the host page. */
  dispose(): void;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly region: string | null;
}

/** Runs a flow over its ports. */
export function createFlow(ports: Ports): Flow {
  let state = begin();
  let credentials: Credentials | null = null;
  let working = false;
  const queue: Event[] = [];
  const listeners = new Set<() => void>();
  const requests = new Map<number, { abort(): void }>();
  const polls = new Map<number, Poll>();
  const windows = new Map<number, OpenWindow>();
  const timers = new Map<Timer, () => void>();
  const abortable = () => new AbortController();

  function send(event: Event): void {
    queue.push(event);
    if (working) return;
    working = true;
    try {
      for (let next = queue.shift(); next; next = queue.shift()) take(next);
    } finally {
      working = false;
    }
  }

  function take(event: Event): void {
    const before = state;
    const [after, effects] = transition(before, event);
    state = after;
    if (after.step !== before.step) endTimers((timer) => timer !== 'expiry');
    if (after !== before) for (const listener of listeners) listener();
    for (const effect of effects) perform(effect);
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'start-session':
        return request(
          effect.id,
          (signal) => ports.service.start(signal),
          (id, answer) => ({ type: 'session-started', id, answer, now: ports.clock.now() }),
        );
      case 'read-state':
        return request(
          effect.id,
          (signal) => ports.service.state(signal),
          (id, session) => ({ type: 'state-read', id, session }),
        );
      case 'submit-credentials': {
        const { username, password, region } = effect;
        credentials = { username, password, region };
        return signIn(effect.id, effect.provider, credentials);
      }
      case 'resubmit-credentials':
        if (credentials) return signIn(effect.id, effect.provider, credentials);
        return send(failed(effect.id, null));
      case 'submit-code':
        return request(
          effect.id,
          (signal) => ports.service.completeMfa(effect.provider, effect.code, signal),
          (id, result) => ({ type: 'result-received', id, result }),
        );
      case 'forget-credentials':
        credentials = null;
        return;
      case 'request-token':
        return request(
          effect.id,
          () => ports.renewToken(),
          (id) => ({ type: 'token-renewed', id }),
          (id) => ({ type: 'token-refused', id }),
        );
      case 'open-window':
        return openWindow(effect.id, effect.provider);
      case 'focus-window':
        return windows.get(effect.id)?.focus();
      case 'leave-for-provider':
        return ports.windows.leave(effect.provider);
      case 'poll-session':
        return pollSession(effect.id);
      case 'abort':
        return abort(effect.id);
      case 'start-timer':
        return startTimer(effect.timer, effect.seconds);
      case 'remember':
        return ports.memory.write(effect.provider, effect.step);
      case 'forget':
        return ports.memory.clear();
      case 'announce':
        return ports.announce(effect.announcement);
      case 'warn':
        return ports.warn(effect.warning);
      case 'redirect':
        return ports.redirect(effect.url, effect.result);
      default:
        return effect satisfies never;
    }
  }

  /** Begins a request; its answer is sent unless the request was aborted meanwhile. */
  function request<T>(
    id: number,
    call: (signal: Signal) => Promise<T>,
    answered: (id: number, answer: T) => PortEvent,
    refused: (id: number, error: unknown) => PortEvent = failed,
  ): void {
    const controller = abortable();
    requests.set(id, controller);
    const settle = (event: PortEvent) => {
      if (requests.delete(id)) send(event);
    };
    // An async function, so that a port that throws at once is a port that refuses.
    const answer = (async () => call(controller.signal))();
    answer.then(
      (value) => {
        settle(answered(id, value));
      },
      (error: unknown) => {
        settle(refused(id, error));
      },
    );
  }

  const failed = (id: number, error: unknown): PortEvent => ({
    type: 'request-failed',
    id,
    failure: ports.failureOf(error),
  });

  const signIn = (id: number, provider: string, given: Credentials): void => {
    request(
      id,
      (signal) => ports.service.linkWithPassword(provider, given, signal),
      (_, result) => ({ type: 'result-received', id, result }),
    );
  };

  function openWindow(id: number, provider: string): void {
    const opened = ports.windows.open(provider, (report) => {
      if (!windows.has(id)) return;
      if (report.type === 'refused') send({ type: 'window-refused', id, code: report.code });
      else send({ type: `window-${report.type}`, id });
    });
    if (!opened) return send({ type: 'window-blocked', id });
    windows.set(id, opened);
    send({ type: 'window-opened', id });
    pollSession(id);
  }

  function pollSession(id: number): void {
    const running = polls.get(id);
    if (running) return running.now();
    const begun = poll(
      ports,
      abortable,
      (session) => {
        send({ type: 'session-polled', id, session });
      },
      (failure) => {
        send({ type: 'request-failed', id, failure });
      },
    );
    polls.set(id, begun);
  }

  function abort(id: number): void {
    const running = requests.get(id);
    // Deleted first, so that no answer to it is sent any more.
    requests.delete(id);
    running?.abort();
    polls.get(id)?.stop();
    polls.delete(id);
    const open = windows.get(id);
    windows.delete(id);
    open?.close();
  }

  function startTimer(timer: Timer, seconds: number): void {
    timers.get(timer)?.();
    const cancel = ports.clock.after(seconds * 1000, () => {
      timers.delete(timer);
      send({ type: 'timer-fired', timer });
    });
    timers.set(timer, cancel);
  }

  function endTimers(which: (timer: Timer) => boolean): void {
    for (const [timer, cancel] of timers) {
      if (!which(timer)) continue;
      cancel();
      timers.delete(timer);
    }
  }

  return {
    get state() {
      return state;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
    dispose: () => {
      for (const id of new Set([...requests.keys(), ...polls.keys(), ...windows.keys()])) abort(id);
      endTimers(() => true);
      credentials = null;
      listeners.clear();
    },
  };
}
