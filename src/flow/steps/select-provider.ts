import type { Event } from '../event.js';
import { findProvider, isLinkable, onlyProvider, toProvider } from '../provider.js';
import type { In } from '../state.js';
import type { Turn } from '../turn.js';

export function selectProvider(state: In<'select-provider'>, event: Event): Turn | null {
  switch (event.type) {
    case 'query-changed':
      return [{ ...state, query: event.query }, []];
    case 'provider-chosen': {
      const provider = findProvider(state.providers, event.provider);
      return provider && isLinkable(provider) ? [toProvider(state, provider.slug), []] : null;
    }
    case 'options-changed': {
      const only = onlyProvider(state);
      return only === null ? null : [toProvider(state, only), []];
    }
    default:
      return null;
  }
}
