import type { Warn } from './warn.js';

/** Asks the page for a link token. Rejects where it gives none, and tells the developer. */
export async function askToken(provider: (() => Promise<string>) | undefined, warn: Warn): Promise<string> {
  try {
    const token: unknown = await provider?.();
    if (typeof token !== 'string' || !token.trim()) throw new TypeError('no token');
    return token.trim();
  } catch (error) {
    warn('token-provider');
    throw error;
  }
}
