// Withings' public interface. Every answer has the status 200; a number in the body says what went wrong.
import * as z from 'zod/mini';
import { defineAdapter } from './adapter.js';
import type { Failure } from './api.js';
import { dayAt } from './days.js';
import { longestOfEachDay } from './nights.js';
import * as collections from './withings/collections.js';
import * as items from './withings/items.js';
import { subscriptions } from './withings/subscriptions.js';

const Answer = z.looseObject({ status: z.number(), body: z.optional(z.unknown()) });
const TokenBody = z.looseObject({ access_token: z.string() });
const Account = z.union([z.int(), z.string().check(z.minLength(1))]);
const statusOf = (body: unknown): number | undefined => Answer.safeParse(body).data?.status;

/** The numbers in its answers, grouped by their consequences, from the maker's documentation ("Response Status"). */
const signedOut = new Set([100, 101, 102, 200, 401]);
const notAllowed = new Set([214, 277, 2553, 2555]);
const tooMany = 601;
/** Numbers among 500 to 599 that mean "Invalid params". The others are timeouts, wrong states and unnamed errors. */
const isInvalid = (status: number): boolean =>
  (status >= 501 && status <= 511) || [523, 532].includes(status);
const isPassing = (status: number): boolean => status >= 500 && status < 600 && !isInvalid(status);

/**
 * The address for notices is refused. The current documentation lists these two numbers as
 * "Invalid params"; their meaning comes from earlier versions, which public clients have kept.
 */
const addressRefused = new Set([293, 343]);

const failures = {
  token: { kind: 'token', errorType: 'provider_credential_error', message: 'Withings refuses the token.' },
  scope: {
    kind: 'scope',
    errorType: 'required_scopes_not_granted',
    message: 'Withings refuses this kind of data.',
  },
  tooMany: { kind: 'later', errorType: 'rate_limited', message: 'Withings was asked too often.' },
  address: {
    kind: 'permanent',
    errorType: 'provider_api_error',
    message:
      'Withings refuses the address for notices. PUBLIC_URL has to be https, at a domain (no IP address) and on port 443 or 80, and to answer HEAD from outside; the whole address has at most 255 characters.',
  },
  passing: { kind: 'later', errorType: 'provider_api_error', message: 'Withings cannot answer now.' },
} as const satisfies Record<string, Failure>;

/**
 * The resources of each category that a notice can name. Category 46, people who leave, is not used: it needs the scope
 * `user.info`, which nothing else needs. As notices are not signed, it could only trigger a look, and looks happen every
 * hour anyway.
 */
const resourcesOfCategory: Readonly<Record<string, readonly string[]>> = {
  1: ['body', 'heartrate'],
  2: ['body_temperature'],
  4: ['blood_pressure', 'heartrate'],
  16: ['activity', 'workouts'],
  44: ['sleep'],
};
const Notice = z.looseObject({
  userid: z.string().check(z.regex(/^\d{1,20}$/)),
  appli: z.string(),
  startdate: z.optional(z.string().check(z.regex(/^\d{1,11}$/))),
  enddate: z.optional(z.string().check(z.regex(/^\d{1,11}$/))),
  date: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))),
});

const metrics = { required: ['user.metrics'], optional: [] };
const activity = { required: ['user.activity'], optional: [] };
const measured = { from: ['measures'], scopes: metrics } as const;

export const withings = defineAdapter({
  slug: 'withings',
  name: 'Withings',
  description: 'Scales, watches, sleep mats and blood pressure monitors',
  aliases: ['ScanWatch', 'Body+', 'Body Scan', 'BPM Connect', 'Sleep Analyzer', 'Nokia Health'],
  helpUrl: 'https://support.withings.com',
  colour: '#0b5f6e',
  monogram: 'Wi',
  source: 'scale',
  signIn: {
    type: 'oauth',
    urls: {
      authorize: 'https://account.withings.com/oauth2_user/authorize2',
      token: 'https://wbsapi.withings.net/v2/oauth2',
      api: 'https://wbsapi.withings.net',
    },
    clientAuthentication: 'body',
    // Not documented.
    pkce: false,
    // Assumed: on the page, a person can only grant all scopes or none.
    scopes: { required: ['user.metrics', 'user.activity'], optional: [] },
    scopeSeparator: ',',
    prepareTokenRequest: (form) => form.set('action', 'requesttoken'),
    readTokenAnswer: (body) => {
      const answer = Answer.safeParse(body);
      if (answer.data?.status !== 0) return undefined;
      return { token_type: 'Bearer', ...TokenBody.safeParse(answer.data.body).data };
    },
    classifyTokenError: (status, body) => {
      const number = statusOf(body);
      if (number === undefined) return status >= 500 ? 'later' : undefined;
      if (number === tooMany || isPassing(number)) return 'later';
      // The same number stands for a wrong code, a wrong refresh token and a wrong secret.
      return 'suspicious';
    },
    readAccount: ({ token }) => Promise.resolve(String(Account.parse(token['userid']))),
    // An old refresh token works for another 8 hours, or until the new access token is first used.
    refresh: { rotates: true, aheadSeconds: 300, lifeSeconds: 10_800 },
    // `action=revoke` needs a signature with a nonce from another request, so it is not used: people end access in their
    // account.
  },
  collections,
  resources: {
    profile: {
      from: ['heights'],
      scopes: metrics,
      items: ({ heights }, context) => items.profileItems(heights, context),
    },
    sleep: {
      from: ['nights'],
      scopes: activity,
      items: ({ nights }, context) => longestOfEachDay(items.nightItems(nights, context)),
    },
    activity: {
      from: ['activities'],
      scopes: activity,
      items: ({ activities }, context) => items.activityItems(activities, context),
    },
    workouts: {
      from: ['workouts'],
      scopes: activity,
      items: ({ workouts }, context) => items.workoutItems(workouts, context),
    },
    body: { ...measured, items: ({ measures }, context) => items.bodyItems(measures, context) },
    heartrate: {
      ...measured,
      items: ({ measures }, context) => items.sampleItems([11], 'bpm')(measures, context),
    },
    blood_pressure: { ...measured, items: ({ measures }, context) => items.pressureItems(measures, context) },
    body_temperature: {
      ...measured,
      items: ({ measures }, context) => items.sampleItems([71, 12], '°C')(measures, context),
    },
  },
  limits: [{ per: 'application', requests: 120, seconds: 60 }],
  classify: ({ body }) => {
    const status = statusOf(body);
    if (status === undefined || status === 0) return undefined;
    if (signedOut.has(status)) return failures.token;
    if (notAllowed.has(status)) return failures.scope;
    if (status === tooMany) return failures.tooMany;
    if (isPassing(status)) return failures.passing;
    if (addressRefused.has(status)) return failures.address;
    return {
      kind: 'permanent',
      errorType: 'provider_api_error',
      message: `Withings answered with its status ${status}.`,
    };
  },
  notices: {
    subscriptions,
    // The check of the address expects 200, not 204.
    challenge: ({ method }) => (method === 'HEAD' ? { body: '', type: 'text/plain' } : undefined),
    // Nothing is signed, so anybody who knows the address could send this.
    verify: () => 'hint',
    read: ({ body }) => {
      const notice = Notice.parse(Object.fromEntries(new URLSearchParams(body)));
      const { userid: account } = notice;
      const resources = resourcesOfCategory[notice.appli];
      if (resources === undefined) return [];
      // One extra day on both sides, whatever the person's offset is.
      const dayOf = (seconds: string | undefined, more: number): string | undefined =>
        seconds === undefined ? notice.date : dayAt((Number(seconds) + more * 86_400) * 1000, 0);
      const [from, until] = [dayOf(notice.startdate, -1), dayOf(notice.enddate, 1)];
      return [{ account, is: 'changed', resources, ...(from && until && { from, until }) }];
    },
  },
});
