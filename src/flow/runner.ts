import { begin } from './begin.js';
import type { Effect } from './effect.js';
import type { Event } from './event.js';
import { firstTurn, stranded } from './first-turn.js';
import type { Rest } from './rest.js';
import type { Ports } from './ports.js';
import type { State } from './state.js';
import type { Turn } from './turn.js';
import { createUnderWay } from './under-way.js';

/** A flow that runs: a snapshot of where it stands, and a way to tell it what happened. */
export interface Flow {
  readonly state: State;
  /** Calls back after every change, until the answered function is called. */
  subscribe(listener: () => void): () => void;
  /**
   * Takes an event. Past the first screen, what it orders is begun before this returns, so that a click
   * can open a window.
   */
  send(event: Event): void;
  /** Loads what is needed past the first screen; it does so by itself once that stands. */
  preload(): Promise<void>;
  /** Gives up everything that is under way, without a word to the host page. */
  dispose(): void;
}

/** Runs a flow over its ports. `load` brings what is needed past the first screen. */
export function createFlow(ports: Ports, load: () => Promise<Rest> = () => import('./rest.js')): Flow {
  let state = begin();
  let rest: { transition: Rest['transition']; perform: ReturnType<Rest['createPerform']> } | null = null;
  let loading: Promise<void> | null = null;
  let working = false;
  let queue: Event[] = [];
  const listeners = new Set<() => void>();
  const underWay = createUnderWay(ports, send);

  function send(event: Event): void {
    // Who closes does not wait for what was asked before.
    if (!rest && event.type === 'close-requested') queue = [];
    queue.push(event);
    work();
  }

  /** Takes the events in their order, until one needs what is not loaded yet. */
  function work(): void {
    if (working) return;
    working = true;
    try {
      for (let event = queue[0]; event; event = queue[0]) {
        const turn = rest ? rest.transition(state, event) : firstTurn(state, event);
        if (!turn) {
          void preload();
          return;
        }
        queue.shift();
        take(turn);
      }
    } finally {
      working = false;
    }
  }

  function take([after, effects]: Turn): void {
    const before = state;
    state = after;
    if (after.step !== before.step) underWay.endStep();
    if (after !== before) for (const listener of listeners) listener();
    for (const effect of effects) perform(effect);
    if (after.ready && !before.ready) void preload();
  }

  function preload(): Promise<void> {
    loading ??= load().then(
      ({ transition, createPerform }) => {
        rest = { transition, perform: createPerform(ports, underWay, send) };
        work();
      },
      () => {
        loading = null;
        const waited = queue.length > 0;
        queue = [];
        const turn = waited && stranded(state);
        if (turn) take(turn);
      },
    );
    return loading;
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'start-session': {
        const { id } = effect;
        underWay.request(
          id,
          (signal) => ports.service.start(signal),
          (answer) => ({ type: 'session-started', id, answer, now: ports.clock.now() }),
        );
        return;
      }
      case 'abort':
        underWay.abort(effect.id);
        return;
      case 'start-timer':
        underWay.startTimer(effect.timer, effect.seconds);
        return;
      case 'remember':
        ports.memory.write(effect.provider, effect.step);
        return;
      case 'forget':
        ports.memory.clear();
        return;
      case 'announce':
        ports.announce(effect.announcement);
        return;
      default:
        rest?.perform(effect);
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
    preload,
    dispose: () => {
      underWay.endAll();
      rest?.perform({ type: 'forget-credentials' });
      queue = [];
      listeners.clear();
    },
  };
}
