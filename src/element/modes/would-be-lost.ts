import type { State } from '../../flow/index.js';

/** The text for a person who leaves now: that what they entered is lost, or only that nothing is connected. */
export type Loss = 'leave.text' | 'leave.unfinished';

/** The text for what a person who leaves now would have to do again; null if there is nothing. */
export function wouldBeLost(state: State, root: ParentNode): Loss | null {
  switch (state.step) {
    case 'sign-in': {
      const fields = [...root.querySelectorAll<HTMLInputElement>('#username, #password')];
      return fields.some(({ value }) => value) ? 'leave.text' : null;
    }
    case 'authorize':
      return state.phase !== 'ready' && state.phase !== 'blocked' ? 'leave.unfinished' : null;
    case 'problem':
      return state.challenge && 'leave.text';
    case 'connecting':
      return state.via === 'password' ? 'leave.text' : 'leave.unfinished';
    case 'handoff':
      return 'leave.unfinished';
    case 'challenge':
      return 'leave.text';
    case 'loading':
    case 'select-provider':
    case 'disconnect':
    case 'done':
    case 'closed':
      return null;
    default:
      return state satisfies never;
  }
}
