import { move } from '../../state/index.js';
import type { StepHandlers } from '../handlers.js';
import { leaveProvider } from '../to-provider.js';
import { ask } from '../turn.js';
import { stageTimer } from '../wait.js';
import { toPhone } from './handoff.js';

export const signIn: StepHandlers<'sign-in'> = {
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
    return confirming === null
      ? ask(next, { type: 'submit-credentials', provider, ...given }, stageTimer)
      : [next, [{ type: 'hold-credentials', ...given }, stageTimer]];
  },
  'handoff-requested': toPhone,
  'back-requested': leaveProvider,
  'cancel-requested': leaveProvider,
  'another-provider-requested': leaveProvider,
};
