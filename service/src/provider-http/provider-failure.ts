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

/** Passing: the same is asked again, at `retryAt` or after the usual waits. */
export const later = (message: string, retryAt?: Date, errorType = 'provider_api_error'): ProviderFailure =>
  new ProviderFailure({ kind: 'later', errorType, message, ...(retryAt && { retryAt }) });

/** How often a provider may be asked is used up. */
export const tooOften = (retryAt: Date): ProviderFailure =>
  later('The provider may not be asked more often.', retryAt, 'rate_limited');
