import { screens, type Screen } from './texts.js';

/** How an attempt ended, as the callback's address says. For words only: the service holds the truth. */
export interface Outcome {
  readonly state: string;
  readonly errorType: string | null;
}

/** Reads the outcome from the fragment and takes the fragment away; a reload finds it in the history entry. */
export function takeOutcome(page: Window): Outcome | null {
  const { hash, pathname } = page.location;
  if (hash.length <= 1) return kept(page.history.state);
  const given = new URLSearchParams(hash.slice(1));
  const state = given.get('state');
  const outcome = state === null ? null : { state, errorType: given.get('error_type') };
  page.history.replaceState(outcome && { outcome }, '', pathname);
  return outcome;
}

function kept(entry: unknown): Outcome | null {
  // Only this page writes its history entries.
  return (entry as { outcome?: Outcome } | null)?.outcome ?? null;
}

/** The words for an outcome. */
export function screenOf({ state, errorType }: Outcome, provider: string | null): Screen {
  if (state === 'success') return screens.connected(provider);
  return errorType === 'user_cancelled' ? screens.cancelled(provider) : screens.failed(provider);
}
