import { move } from '../../state/index.js';
import type { StepHandlers } from '../handlers.js';
import { leaveProvider } from '../to-provider.js';
import { ask } from '../turn.js';

/** Seconds after which the progress says that it takes a while. */
export const firstStage = 5;

export const signIn: StepHandlers<'sign-in'> = {
  'username-changed': (state, { username }) => [{ ...state, username }, []],
  'region-chosen': (state, { region }) => [{ ...state, region }, []],
  'credentials-submitted': (state, { username, password, region }) => {
    const { provider } = state;
    return provider === null
      ? null
      : ask(
          move(state, { step: 'connecting', stage: 0, via: 'password', username, region, acted: true }),
          { type: 'submit-credentials', provider, username, password, region },
          { type: 'start-timer', timer: 'stage', seconds: firstStage },
        );
  },
  'back-requested': leaveProvider,
  'cancel-requested': leaveProvider,
  'another-provider-requested': leaveProvider,
};
