import type { Answer, Failure, FailureKind } from '../adapters/index.js';
import { retryAfterSeconds } from '../outbound/index.js';

/** The longest wait that a provider may ask for, in seconds: daily limits end at midnight. */
const longestWait = 25 * 3600;

/** When a provider may be asked again; undefined if it does not say. */
export function retryAtOf({ headers }: Pick<Answer, 'headers'>, now: Date): Date | undefined {
  const seconds = retryAfterSeconds(headers.get('retry-after'), now);
  return seconds === undefined ? undefined : new Date(now.getTime() + Math.min(seconds, longestWait) * 1000);
}

const isPassing = (status: number): boolean =>
  // A redirect is not followed: it leads to a page which says that something is closed for now.
  (status >= 300 && status < 400) || status === 408 || status === 425 || status === 429 || status >= 500;

/**
 * What an unsuccessful answer means by its status alone. `isEmpty`: the answer has no text at all, as opposed to text that
 * is no JSON.
 */
export function failureOfStatus(answer: Answer, isEmpty: boolean, now: Date): Failure {
  const { status, body } = answer;
  const kind = kindOf(status, body, isEmpty);
  const retryAt = retryAtOf(answer, now);
  return {
    kind,
    ...words(kind, status),
    ...(kind === 'later' && retryAt && { retryAt }),
  };
}

function kindOf(status: number, body: unknown, isEmpty: boolean): FailureKind {
  if (status === 401) return 'token';
  // Without JSON the answer comes from a proxy in front of the provider, and says nothing about the person.
  if (status === 403) return body === undefined ? 'later' : 'scope';
  if (isPassing(status)) return 'later';
  // An HTML page proves nothing permanent. This kind of data is asked for again, and does not keep others waiting
  // meanwhile.
  return body === undefined && !isEmpty ? 'schema' : 'permanent';
}

function words(kind: FailureKind, status: number): Pick<Failure, 'errorType' | 'message'> {
  if (kind === 'token')
    return { errorType: 'provider_credential_error', message: 'The provider refuses the token.' };
  if (kind === 'scope')
    return { errorType: 'required_scopes_not_granted', message: 'The provider refuses this kind of data.' };
  if (status === 429) return { errorType: 'rate_limited', message: 'The provider was asked too often.' };
  return { errorType: 'provider_api_error', message: `The provider answered with status ${status}.` };
}
