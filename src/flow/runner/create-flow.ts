import { begin, type Effect, type Event, type State } from '../state/index.js';
import { closeFirst, firstTurn, stranded, type transition, type Turn } from '../transition/index.js';
import type { createPerformers, FirstOrder, Performers } from './performers.js';
import type { Ports } from './ports.js';
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
  /** Loads what is needed past the first screen; it does so by itself if an event asks for it. */
  preload(): Promise<void>;
  /** Gives up everything that is under way. The host page gets no event. */
  dispose(): void;
}

/** What loads after the first screen. */
export interface Rest {
  readonly transition: typeof transition;
  readonly createPerformers: typeof createPerformers;
}

/** Runs a flow over its ports. `load` brings what is needed past the first screen. */
export function createFlow(ports: Ports, load: () => Promise<Rest>): Flow {
  let state = begin();
  let decide: (state: State, event: Event) => Turn | null = firstTurn;
  let loading: Promise<void> | null = null;
  let working = false;
  let queue: Event[] = [];
  const listeners = new Set<() => void>();
  const underWay = createUnderWay(ports, send);
  const first: Pick<Performers, FirstOrder> = {
    'start-session': ({ id }) => {
      underWay.request(
        id,
        (signal) => ports.service.start(signal),
        (answer) => ({ type: 'session-started', id, answer, now: ports.clock.now() }),
      );
    },
    abort: ({ id }) => {
      underWay.abort(id);
    },
    'start-timer': ({ timer, seconds }) => {
      underWay.startTimer(timer, seconds);
    },
    remember: ({ provider, step }) => {
      ports.memory.write(provider, step);
    },
    forget: () => {
      ports.memory.clear();
    },
    announce: ({ announcement }) => {
      ports.announce(announcement);
    },
  };
  // Until the rest has loaded, transitions order nothing else.
  let performers: Partial<Performers> = first;

  function send(event: Event): void {
    // Closing does not wait for earlier events.
    if (decide === firstTurn && event.type === 'close-requested') queue = [];
    queue.push(event);
    work();
  }

  /** Takes the events in their order, until one needs what is not loaded yet. */
  function work(): void {
    if (working) return;
    working = true;
    try {
      for (let event = queue[0]; event; event = queue[0]) {
        const turn = decide(state, event);
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
  }

  function preload(): Promise<void> {
    loading ??= load().then(
      (rest) => {
        performers = { ...first, ...rest.createPerformers(ports, underWay, send) };
        decide = rest.transition;
        work();
      },
      () => {
        loading = null;
        const waited = queue;
        queue = [];
        const closes = waited.some(({ type }) => type === 'close-requested');
        const turn = closes ? closeFirst(state) : waited.length > 0 ? stranded(state) : null;
        if (turn) take(turn);
      },
    );
    return loading;
  }

  function perform(effect: Effect): void {
    // The compiler does not see that the performer found by an effect's type takes that effect.
    const found = performers[effect.type] as ((order: Effect) => void) | undefined;
    found?.(effect);
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
      perform({ type: 'forget-credentials' });
      queue = [];
      listeners.clear();
    },
  };
}
