// What follows if subscriptions could not be made or kept.
import { ProviderFailure } from '../provider-http/index.js';

/** Seconds before each further try; the last one again and again. */
const waits = [60, 300, 1800, 7200, 21_600];

/** The seconds before the next try after so many, which the provider may want to be more. */
export function waitAfter(tries: number, error: unknown): number {
  const wait = waits[Math.min(tries, waits.length) - 1] ?? 60;
  const until = error instanceof ProviderFailure ? error.failure.retryAt : undefined;
  return Math.max(wait, until ? (until.getTime() - Date.now()) / 1000 : 0);
}

/** What went wrong, in our words: an error of a schema may hold what the provider sent. */
export function problemIn(error: unknown): string {
  if (!(error instanceof ProviderFailure)) return 'The answer is not as the provider documents it.';
  const { kind, message } = error.failure;
  return kind === 'token' ? 'The provider refuses the application.' : message;
}
