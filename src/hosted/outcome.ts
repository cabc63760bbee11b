import type { Outcome } from './arrival.js';
import { screens, type Screen } from './texts.js';

/** The screen for how an attempt ended. `waits`: it is connected only once the host's server has confirmed. */
export function screenOf({ state, errorType }: Outcome, provider: string | null, waits = false): Screen {
  if (state === 'success') return waits ? screens.goingBack() : screens.connected(provider);
  return errorType === 'user_cancelled' ? screens.cancelled(provider) : screens.failed(provider);
}
