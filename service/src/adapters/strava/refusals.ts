// Strava's refusals, and how many requests are left.
import * as z from 'zod/mini';
import type { Answer, Failure, Standing } from '../api.js';
import { maybeText } from '../fields.js';
import { numberOf } from '../units.js';

const Refusal = z.looseObject({
  errors: z.array(z.looseObject({ resource: maybeText, field: maybeText, code: maybeText })),
});
export const errorsOf = (body: unknown): z.infer<typeof Refusal>['errors'] => {
  const read = Refusal.safeParse(body);
  return read.success ? read.data.errors : [];
};

/** Assumed, from reports of developers: a missing scope is a 401 that names the scope; a disabled application is a 403. */
export function classify({ status, body }: Answer): Failure | undefined {
  const errors = errorsOf(body);
  if (
    status === 401 &&
    errors.some(({ field, code }) => code === 'missing' && field?.endsWith('_permission'))
  )
    return {
      kind: 'scope',
      errorType: 'required_scopes_not_granted',
      message: 'The person did not share this kind of data.',
    };
  if (status === 403 && errors.some(({ resource }) => resource === 'Application'))
    return {
      kind: 'application',
      errorType: 'provider_api_error',
      message: 'Strava has switched the application off, or its subscription has ended.',
    };
  // Assumed, from reports of developers, word for word.
  if (errors.some(({ resource, code }) => resource === 'PushSubscription' && code === 'already exists'))
    return {
      kind: 'permanent',
      errorType: 'already_subscribed',
      message: 'Strava has a subscription of the application that this service did not make.',
    };
  if (errors.some(({ resource, field }) => resource === 'PushSubscription' && field === 'callback url'))
    return {
      kind: 'permanent',
      errorType: 'provider_api_error',
      message: 'Strava could not reach the address for notices.',
    };
  return undefined;
}

/** What is left in the tighter of the two windows: a quarter of an hour and a day, both in UTC. */
export function standing({ headers }: Answer, now: Date): Standing | undefined {
  const numbers = (name: string): (number | null)[] => headers.get(name)?.split(',').map(numberOf) ?? [];
  const [most, used] = [numbers('x-readratelimit-limit'), numbers('x-readratelimit-usage')];
  const [tightest] = [900, 86_400]
    .flatMap((seconds, at) => {
      const [limit, usage] = [most[at], used[at]];
      return limit == null || usage == null ? [] : [{ seconds, remaining: Math.max(0, limit - usage) }];
    })
    .toSorted((a, b) => a.remaining - b.remaining);
  if (!tightest) return undefined;
  const length = tightest.seconds * 1000;
  const resetAt = new Date((Math.floor(now.getTime() / length) + 1) * length);
  return { per: 'application', ...tightest, resetAt };
}
