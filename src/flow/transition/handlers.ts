import type { Event, In, State, Step } from '../state/index.js';
import type { Turn } from './turn.js';

type Handle<S extends State, T extends Event['type']> = (
  state: S,
  event: Extract<Event, { type: T }>,
) => Turn | null;

/** What events mean in some states. An event without a handler, or whose handler returns null, means nothing there. */
export type Handlers<S extends State> = { readonly [T in Event['type']]?: Handle<S, T> };

/** The events that a step takes. */
export type StepHandlers<S extends Step> = Handlers<In<S>>;

/** The turn that these handlers make of an event, or null. */
export function handle<S extends State>(handlers: Handlers<S>, state: S, event: Event): Turn | null {
  // The compiler does not see that the handler found by an event's type takes that event.
  const found = handlers[event.type] as ((state: S, event: Event) => Turn | null) | undefined;
  return found ? found(state, event) : null;
}
