import type { Opener } from '../bridge/index.js';

/** What this window keeps of itself while the person is with the provider. Nothing in it is secret. */
export interface WindowRecord extends Opener {
  /** The provider's name, for the words on return. */
  readonly provider: string;
}

const key = 'svc-link:window';

/** Survives the trip to the provider, a provider's opener policy included. */
export function keepRecord(record: WindowRecord): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(record));
  } catch {
    // Without storage the window can't report back; the widget asks the service by itself.
  }
}

export function readRecord(): WindowRecord | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { origin, nonce, provider } = value as Partial<Record<keyof WindowRecord, unknown>>;
    if (typeof origin !== 'string' || typeof nonce !== 'string' || typeof provider !== 'string') return null;
    return { origin, nonce, provider };
  } catch {
    return null;
  }
}
