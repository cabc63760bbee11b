import { findProvider, isLinkable } from '../../state/index.js';
import { hasConnection } from '../connected.js';
import type { StepHandlers } from '../handlers.js';
import { toProvider } from '../to-provider.js';
import { toQuestion } from './disconnect.js';

export const selectProvider: StepHandlers<'select-provider'> = {
  'provider-chosen': (state, event) => {
    const provider = findProvider(state.providers, event.provider);
    return provider && isLinkable(provider) ? [toProvider(state, provider.slug), []] : null;
  },
  'disconnect-requested': (state, event) => {
    const provider = findProvider(state.providers, event.provider);
    return state.session?.manage && provider && hasConnection(provider)
      ? [toQuestion(state, provider.slug), []]
      : null;
  },
};
