import {
  begin,
  type Announced,
  type Source,
  type Effect,
  type Event,
  type PortEvent,
  type State,
} from '../state/index.js';
import { closeFirst, firstTurn, stranded, type transition, type Turn } from '../transition/index.js';
import type { FirstOrder, Performers } from './performers.js';
import type { FirstPorts } from './ports.js';
import { createUnderWay, type UnderWay } from './under-way.js';

/** A running flow: its current state, and a way to tell it what happened. */
export interface Flow {
  readonly state: State;
  /** Calls back after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Takes an event. After the first screen, its orders are begun before this returns, so that a click can open a window. */
  send(event: Event): void;
  /** Loads the code that is needed after the first screen. The flow also loads it by itself when an event needs it. */
  preload(): Promise<void>;
  /** Gives up everything that is under way. The host page gets no event. */
  dispose(): void;
}

/** The fields in which an event may have the service's answer. */
type Bringing = Record<'answer' | 'result' | 'session' | 'failure', { readonly reference?: string | null }>;

/** The code that loads after the first screen. */
export interface Rest {
  readonly transition: typeof transition;
  /** Carries out the other orders, with ports of its own. */
  readonly createPerformers: (
    underWay: UnderWay,
    send: (event: PortEvent) => void,
  ) => Omit<Performers, FirstOrder>;
}

/** Runs a flow over its ports. `load` loads the code that is needed after the first screen. */
export function createFlow(ports: FirstPorts, load: () => Promise<Rest>): Flow {
  let state = begin();
  let decide: (state: State, event: Event) => Turn | null = firstTurn;
  let loading: Promise<void> | null = null;
  let working = false;
  let isDisposed = false;
  let queue: Event[] = [];
  const listeners = new Set<() => void>();
  const underWay = createUnderWay(ports, send);
  const first: Pick<Performers, FirstOrder> = {
    'start-session': ({ id }) => {
      underWay.request(
        id,
        (signal) =>
          ports.start(signal, (answer) => {
            send({ type: 'session-given', id, answer, now: ports.clock.now() });
          }),
        (answer) => ({ type: 'session-started', id, answer, now: ports.clock.now() }),
      );
    },
    abort: ({ id }) => {
      underWay.abort(id);
    },
    'start-timer': ({ timer, seconds }) => {
      underWay.startTimer(timer, seconds);
    },
    announce: ({ announcement: { name, detail } }, source) => {
      // Of the same name, which the compiler does not see through the union.
      ports.announce({ name, detail: { ...detail, ...source } } as Announced);
    },
  };
  let performers: Partial<Performers> = first;
  /** Orders whose code has not loaded yet: until then only those about what to remember. */
  let waiting: (() => void)[] = [];

  function send(event: Event): void {
    // Closing does not wait for earlier events.
    if (decide === firstTurn && event.type === 'close-requested') queue = [];
    queue.push(event);
    work();
  }

  /** Takes the events in their order, until one needs code that has not loaded yet. */
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
        // An event has some of these fields or none.
        take(turn, event as Partial<Bringing>);
      }
    } finally {
      working = false;
    }
  }

  /** `cause`: the event that led to the turn. */
  function take([after, effects]: Turn, cause: Partial<Bringing> = {}): void {
    const before = state;
    state = after;
    if (after.step !== before.step) underWay.endStep();
    if (after !== before) for (const listener of listeners) listener();
    const { reference } = cause.answer ?? cause.result ?? cause.session ?? cause.failure ?? {};
    // If one turn ends a run and begins another, the end is announced first, with the session of the old run.
    let { session } = before.exited || after.run === before.run ? after : before;
    for (const effect of effects) {
      const source = { link_session_id: session?.link_session_id ?? null, request_id: reference ?? null };
      const perform = () => {
        // The compiler does not see that the performer found by an effect's type takes that effect.
        (performers[effect.type] as (order: Effect, by: Source) => void)(effect, source);
      };
      if (performers[effect.type]) perform();
      else waiting.push(perform);
      if (effect.type === 'announce' && effect.announcement.name === 'svc-exit') ({ session } = after);
    }
  }

  function preload(): Promise<void> {
    loading ??= load().then(
      (rest) => {
        performers = { ...first, ...rest.createPerformers(underWay, send) };
        decide = rest.transition;
        for (const perform of waiting) perform();
        waiting = [];
        work();
        if (isDisposed) underWay.endAll();
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
      isDisposed = true;
      underWay.endAll();
      take([state, [{ type: 'forget-credentials' }]]);
      queue = [];
      listeners.clear();
    },
  };
}
