import { sandboxAccount, sandboxAnswer, sandboxCode, sandboxRegion } from 'svc-link/contract';
import type { ProviderEntry } from './entry.js';

/** The codes that a person still has to enter; the first one is asked for now. Plain JSON, so that a row can hold it. */
export interface PendingChallenge {
  /** As in `SignInOutcome`. */
  readonly account: string;
  readonly methods: readonly string[];
}

/** A provider's answer to a sign-in or to a code. */
export type SignInOutcome =
  /** `account` is the provider's own id, which is a user name and is never shown. */
  | { readonly type: 'success'; readonly account: string }
  | {
      readonly type: 'challenge';
      readonly method: string;
      readonly hint: string | null;
      readonly next: PendingChallenge;
    }
  | { readonly type: 'error'; readonly errorType: string }
  | { readonly type: 'http-status'; readonly status: number; readonly retryAfter?: number }
  | { readonly type: 'hang' }
  | { readonly type: 'slow'; readonly milliseconds: number; readonly then: SignInOutcome }
  | { readonly type: 'garbage' };

export interface SignIn {
  readonly provider: ProviderEntry;
  readonly username: string;
  readonly password: string;
  readonly region: string | null;
  readonly userId: string;
}

/** The fictional password providers. The part of the user name before the `@` decides their answer (docs/testing.md). */
export function signIn({ provider, username, password, region, userId }: SignIn): SignInOutcome {
  if (provider.regions.length > 0 && region !== sandboxRegion(provider.slug)) {
    return { type: 'error', errorType: 'unsupported_region' };
  }
  const answer = sandboxAnswer(username, password);
  const account = accountBehind(username, userId);
  const success: SignInOutcome = { type: 'success', account };
  switch (answer.type) {
    case 'success':
      return success;
    case 'challenge':
      return challenge({ account, methods: answer.codes });
    case 'slow':
      return { ...answer, then: success };
    default:
      return answer;
  }
}

/**
 * The account of a user name at a fictional provider. Everybody uses the same few names,
 * so each of our users has a separate account for each of them, except for `shared`.
 */
export function accountBehind(username: string, userId: string): string {
  const account = sandboxAccount(username);
  return account === 'shared' ? account : `${account} of ${userId}`;
}

/** Why a provider returns no data. If the reason is temporary, the provider may be asked again. */
export interface PullProblem {
  readonly temporary: boolean;
  readonly errorType: string;
  readonly message: string;
}

/** Why the data of a user name is refused after `refused` earlier refusals; undefined if it is returned. */
export function pullProblem(username: string, refused: number): PullProblem | undefined {
  const name = username.slice(0, username.indexOf('@')).trim().toLowerCase();
  if (name === 'pull-fail') {
    const message = 'The provider refuses the data of this account for good.';
    return { temporary: false, errorType: 'provider_data_refused', message };
  }
  if (name === 'pull-retry' && refused < 2) {
    const message = 'The provider could not be reached.';
    return { temporary: true, errorType: 'provider_api_error', message };
  }
  return undefined;
}

/** Answers the first of the codes that are still asked for. */
export function answerChallenge(pending: PendingChallenge, code: string): SignInOutcome {
  const [method, ...rest] = pending.methods;
  if (method === undefined || sandboxCode(method)?.code !== code) {
    return { type: 'error', errorType: 'incorrect_mfa_code' };
  }
  return rest.length > 0
    ? challenge({ account: pending.account, methods: rest })
    : { type: 'success', account: pending.account };
}

function challenge(next: PendingChallenge): SignInOutcome {
  const [key = ''] = next.methods;
  const { method = key, hint = null } = sandboxCode(key) ?? {};
  return { type: 'challenge', method, hint, next };
}
