import type { Failure } from '../adapters/index.js';

/** A provider did not do what it was asked. The message is ours: nothing of the provider's answer is in it. */
export class ProviderFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`${failure.kind}: ${failure.message}`);
    this.name = 'ProviderFailure';
    this.failure = failure;
  }
}

/** Passing: the same is asked again after the usual waits, or at `retryAt` if the provider wants that to be later. */
export const later = (message: string, retryAt?: Date, errorType = 'provider_api_error'): ProviderFailure =>
  new ProviderFailure({ kind: 'later', errorType, message, ...(retryAt && { retryAt }) });

/** Passing: the same is asked again in so many seconds, which we have reckoned ourselves. */
export const laterIn = (
  seconds: number,
  message: string,
  errorType = 'provider_api_error',
): ProviderFailure => {
  const retryAt = new Date(Date.now() + seconds * 1000);
  return new ProviderFailure({ kind: 'later', errorType, message, retryAt, isOurs: true });
};

/** How often a provider may be asked is used up for so many seconds. */
export const tooOften = (seconds: number): ProviderFailure =>
  laterIn(seconds, 'The provider may not be asked more often.', 'rate_limited');

/**
 * When the same is asked again. `usual` is the end of our own wait. A provider that names no time, now, or one that is past has it
 * too: with less, it would be asked without a pause.
 */
export const againAt = ({ retryAt, isOurs }: Pick<Failure, 'retryAt' | 'isOurs'>, usual: Date): Date =>
  retryAt && (isOurs || retryAt > usual) ? retryAt : usual;
