import type { Outcome } from './arrival.js';
import { screens, type Screen } from './texts.js';

/** The words for how it ended. */
export function screenOf({ state, errorType }: Outcome, provider: string | null): Screen {
  if (state === 'success') return screens.connected(provider);
  return errorType === 'user_cancelled' ? screens.cancelled(provider) : screens.failed(provider);
}
