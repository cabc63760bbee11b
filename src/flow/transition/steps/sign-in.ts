import { move } from '../../state/index.js';
import type { StepHandlers } from '../handlers.js';
import { leaveProvider } from '../to-provider.js';
import { ask } from '../turn.js';
import { toPhone } from './handoff.js';

/** Seconds after which the progress says that it takes a while. */
export const firstStage = 5;

export const signIn: StepHandlers<'sign-in'> = {
  'username-changed': (state, { username }) => [{ ...state, username }, []],
  'region-chosen': (state, { region }) => [{ ...state, region }, []],
  'resources-chosen': (state, { resources }) => [{ ...state, shared: resources }, []],
  'credentials-submitted': (state, { username, password, region, consent }) => {
    const { provider, confirming } = state;
    if (provider === null) return null;
    const next = move(state, {
      step: 'connecting',
      stage: 0,
      via: 'password',
      username,
      region,
      acted: true,
    });
    const given = { username, password, region, ...(consent && { consent }) };
    const timer = { type: 'start-timer', timer: 'stage', seconds: firstStage } as const;
    return confirming === null
      ? ask(next, { type: 'submit-credentials', provider, ...given }, timer)
      : [next, [{ type: 'hold-credentials', ...given }, timer]];
  },
  'handoff-requested': toPhone,
  'back-requested': leaveProvider,
  'cancel-requested': leaveProvider,
  'another-provider-requested': leaveProvider,
};
