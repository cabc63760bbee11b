import type { Effect, State } from '../state/index.js';

/** The result of an event: the next state and the orders to the runner. */
export type Turn = readonly [State, readonly Effect[]];

type Without<T, Key extends string> = T extends unknown ? Omit<T, Key> : never;
/** An order whose answer is awaited, before it has its number. */
type Question = Without<Extract<Effect, { id: number }>, 'id'>;

/** Gives an order the next number and awaits its answer. */
export function ask(state: State, question: Question, ...more: Effect[]): Turn {
  const [next, id] = number(state, question);
  return [{ ...next, awaiting: id.id }, [id, ...more]];
}

/** The same, while the person continues with the step. */
export function askBehind(state: State, question: Question): Turn {
  const [next, order] = number(state, question);
  return [{ ...next, renewing: order.id }, [order]];
}

function number(state: State, question: Question): [State, Extract<Effect, { id: number }>] {
  const id = state.effectId + 1;
  // With its number, the order is whole again.
  return [{ ...state, effectId: id }, { ...question, id } as Extract<Effect, { id: number }>];
}
