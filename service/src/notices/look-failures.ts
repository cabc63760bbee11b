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

/** What went wrong, in our words: an error of a schema may hold what the provider sent. `whose`: by whose token it was asked. */
export function problemIn(error: unknown, whose: 'application' | 'person'): string {
  if (!(error instanceof ProviderFailure)) return 'The answer is not as the provider documents it.';
  const { kind, errorType, message } = error.failure;
  // The last one is the same while it is not certain yet.
  if (kind !== 'token' && kind !== 'reconnect' && errorType !== 'provider_credential_error') return message;
  return whose === 'application'
    ? 'The provider refuses the application.'
    : "The provider refuses the person's access: they may have ended it, and then have to link again.";
}
