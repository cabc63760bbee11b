import type { State } from '../../flow/index.js';

/** Whether a person who leaves now would have to do something over again. */
export function wouldBeLost(state: State, root: ParentNode): boolean {
  switch (state.step) {
    case 'sign-in':
      return [...root.querySelectorAll<HTMLInputElement>('#username, #password')].some(({ value }) => value);
    case 'authorize':
      return state.phase !== 'ready' && state.phase !== 'blocked';
    case 'problem':
      return state.challenge !== null;
    case 'handoff':
    case 'connecting':
    case 'challenge':
      return true;
    case 'loading':
    case 'select-provider':
    case 'disconnect':
    case 'done':
    case 'closed':
      return false;
    default:
      return state satisfies never;
  }
}
