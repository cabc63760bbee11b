import type { Failure } from '../adapters/index.js';

/** A provider did not do what it was asked. The message is ours, and holds nothing of the provider's answer. */
export class ProviderFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`${failure.kind}: ${failure.message}`);
    this.name = 'ProviderFailure';
    this.failure = failure;
  }
}

/** A passing failure. The request is repeated after the usual waits, or at `retryAt` if the provider wants a later time. */
export const later = (message: string, retryAt?: Date, errorType = 'provider_api_error'): ProviderFailure =>
  new ProviderFailure({ kind: 'later', errorType, message, ...(retryAt && { retryAt }) });

/** A passing failure. The request is repeated after this many seconds, which we have computed ourselves. */
export const laterIn = (
  seconds: number,
  message: string,
  errorType = 'provider_api_error',
): ProviderFailure => {
  const retryAt = new Date(Date.now() + seconds * 1000);
  return new ProviderFailure({ kind: 'later', errorType, message, retryAt, isOurs: true });
};

/** The failure for a limit that is used up for this many seconds. */
export const tooOften = (seconds: number): ProviderFailure =>
  laterIn(seconds, 'The provider may not be asked more often.', 'rate_limited');

/**
 * When a request is repeated. `usual` is the end of our own wait. It also counts if the provider names no time, or one that
 * is not in the future: otherwise the provider would be asked without a pause.
 */
export const againAt = ({ retryAt, isOurs }: Pick<Failure, 'retryAt' | 'isOurs'>, usual: Date): Date =>
  retryAt && (isOurs || retryAt > usual) ? retryAt : usual;
