// The answer that tells how a try with a password ended.
import type { LinkResult } from 'svc-link/contract';
import type { AttemptEnd } from './complete.js';
import type { LinkSessionRow } from './session-row.js';
import { toLinkResult } from './session-view.js';

/** `error` is for developers. */
export function errorResult(
  provider: string,
  session: LinkSessionRow,
  errorType: string,
  error: string,
): LinkResult {
  return toLinkResult(provider, session, { state: 'error', errorType, error });
}

/** Undefined if a later try has begun. */
export function resultOfEnd(
  provider: string,
  session: LinkSessionRow,
  end: AttemptEnd,
): LinkResult | undefined {
  switch (end.type) {
    case 'success':
      return toLinkResult(
        provider,
        { ...session, consent: end.consent },
        { state: 'success', account: end.account },
      );
    case 'pending_confirmation':
      return toLinkResult(provider, session, { state: 'unconfirmed', confirmCode: end.confirmCode });
    case 'error':
      return errorResult(provider, session, end.errorType, debugTextOf(end.errorType));
    case 'superseded':
      return undefined;
    default:
      return end satisfies never;
  }
}

const debugTextOf = (errorType: string): string =>
  errorType === 'account_mismatch'
    ? 'The provider accepted the sign-in, of another account than that of the connection to renew.'
    : `The provider refused: ${errorType}.`;
