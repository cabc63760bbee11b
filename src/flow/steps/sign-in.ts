import { move } from '../begin.js';
import type { Event } from '../event.js';
import { leaveProvider } from '../provider.js';
import type { In } from '../state.js';
import { ask, type Turn } from '../turn.js';

/** Seconds after which the progress says that it takes a while. */
export const firstStage = 5;

export function signIn(state: In<'sign-in'>, event: Event): Turn | null {
  const { provider } = state;
  switch (event.type) {
    case 'username-changed':
      return [{ ...state, username: event.username }, []];
    case 'region-chosen':
      return [{ ...state, region: event.region }, []];
    case 'credentials-submitted': {
      if (provider === null) return null;
      const { username, password, region } = event;
      return ask(
        move(state, { step: 'connecting', stage: 0, via: 'password', username, region }),
        { type: 'submit-credentials', provider, username, password, region },
        { type: 'start-timer', timer: 'stage', seconds: firstStage },
      );
    }
    case 'back-requested':
    case 'cancel-requested':
    case 'another-provider-requested':
      return leaveProvider(state);
    default:
      return null;
  }
}
