// What follows if subscriptions could not be made or renewed.
import { ProviderFailure } from '../provider-http/index.js';

/** Seconds before each further try. The last value repeats. */
const waits = [60, 300, 1800, 7200, 21_600];

/** The seconds before the next try after this many tries, unless the provider wants a longer wait. */
export function waitAfter(tries: number, error: unknown): number {
  const wait = waits[Math.min(tries, waits.length) - 1] ?? 60;
  const until = error instanceof ProviderFailure ? error.failure.retryAt : undefined;
  return Math.max(wait, until ? (until.getTime() - Date.now()) / 1000 : 0);
}

/**
 * The problem in our own words, because a schema's error may hold what the provider sent. `whose`: whose token the request
 * carried.
 */
export function problemIn(error: unknown, whose: 'application' | 'person'): string {
  if (!(error instanceof ProviderFailure)) return 'The answer is not as the provider documents it.';
  const { kind, errorType, message } = error.failure;
  // The error type `provider_credential_error` means the same while the refusal is not certain yet.
  if (kind !== 'token' && kind !== 'reconnect' && errorType !== 'provider_credential_error') return message;
  return whose === 'application'
    ? 'The provider refuses the application.'
    : "The provider refuses the person's access: they may have ended it, and then have to link again.";
}
