import { findProvider, isLinkable } from '../../state/index.js';
import type { StepHandlers } from '../handlers.js';
import { toProvider } from '../to-provider.js';

export const selectProvider: StepHandlers<'select-provider'> = {
  'provider-chosen': (state, event) => {
    const provider = findProvider(state.providers, event.provider);
    return provider && isLinkable(provider) ? [toProvider(state, provider.slug), []] : null;
  },
};
