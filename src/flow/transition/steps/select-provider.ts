import { findProvider, isLinkable, onlyProvider } from '../../state/index.js';
import type { StepHandlers } from '../handlers.js';
import { toProvider } from '../to-provider.js';

export const selectProvider: StepHandlers<'select-provider'> = {
  'query-changed': (state, { query }) => [{ ...state, query }, []],
  'provider-chosen': (state, event) => {
    const provider = findProvider(state.providers, event.provider);
    return provider && isLinkable(provider) ? [toProvider(state, provider.slug), []] : null;
  },
  'options-changed': (state) => {
    const only = onlyProvider(state);
    return only === null ? null : [toProvider(state, only), []];
  },
};
