import { initial } from './begin.js';
import type { Shared, State, StepState } from './state.js';
import type { StepsThatAre } from './step-facts.js';

const started: StepsThatAre<'started'> = { loading: 1, done: 1, closed: 1 };

/**
 * Makes the next step: keeps what every step knows and drops what only the last step knew. Gives up what was awaited, unless
 * `next` names it.
 */
export function move(state: State, next: StepState & Partial<Shared>): State {
  const kept = Object.fromEntries(Object.keys(initial).map((key) => [key, Reflect.get(state, key)]));
  // The compiler cannot see that the keys of Shared make a Shared.
  const moved = { ...(kept as unknown as Shared), awaiting: null, ...next };
  return moved.step in started ? { ...moved, confirming: null } : moved;
}
