import type { Adapter } from './adapter.js';

/** Every real provider, in the order in which lists show them. */
export const adapters: readonly Adapter[] = [];
