// Google Health API v4, the successor of Fitbit's. People can untick each scope, so each resource must work
// without the scopes of the others. Nights have no score, and profiles have no birth date.
import * as z from 'zod/mini';
import { addDays } from '../work/index.js';
import { defineAdapter } from './adapter.js';
import { dayAt, momentOf } from './days.js';
import { jsonOf, maybeText, timeOfDay, timestamp } from './fields.js';
import { collections, scopes } from './google-health/collections.js';
import { activityItems, bodyItems, courseItems, exerciseItem, nightItems } from './google-health/items.js';
import type { NoticeRequest } from './notices.js';
import { isSameSecret } from './signatures.js';
import { centimetersOfMeters, metersOfMillimeters, numberOf, rounded } from './units.js';

const Identity = z.looseObject({ healthUserId: z.string().check(z.minLength(1)) });

const Refusal = z.looseObject({
  error: z.looseObject({ details: z.nullish(z.array(z.looseObject({ reason: maybeText }))) }),
});
/** Reasons for which nobody in the application's project is let in. */
const ofTheProject = ['SERVICE_DISABLED', 'CONSUMER_INVALID', 'CONSUMER_SUSPENDED', 'BILLING_DISABLED'];

const NoticeOf = z.looseObject({
  data: z.looseObject({
    healthUserId: z.string().check(z.minLength(1)),
    dataType: z.string(),
    intervals: z.nullish(
      z.array(
        z.looseObject({
          civilIso8601TimeInterval: z.nullish(
            z.looseObject({ startTime: timeOfDay, endTime: z.nullish(timeOfDay) }),
          ),
          physicalTimeInterval: z.nullish(
            z.looseObject({ startTime: timestamp, endTime: z.nullish(timestamp) }),
          ),
        }),
      ),
    ),
  }),
});
const NoticeBody = z.union([z.array(NoticeOf), NoticeOf]);
type Interval = NonNullable<z.infer<typeof NoticeOf>['data']['intervals']>[number];

const resourcesOfType: Readonly<Record<string, readonly string[]>> = {
  sleep: ['sleep', 'sleep_cycle'],
  'daily-heart-rate-variability': ['sleep'],
  'daily-respiratory-rate': ['sleep'],
  exercise: ['workouts'],
  weight: ['body'],
  'body-fat': ['body'],
  height: ['profile'],
  steps: ['activity'],
  distance: ['activity'],
  floors: ['activity'],
  'active-minutes': ['activity'],
  'active-energy-burned': ['activity'],
  'total-calories': ['activity'],
  'heart-rate': ['activity'],
  'daily-resting-heart-rate': ['activity'],
};

/** The days that an interval touches: the person's own days if it has them, otherwise the days around its UTC days. */
function daysOf({ civilIso8601TimeInterval: civil, physicalTimeInterval: physical }: Interval): string[] {
  if (civil) return [civil.startTime, civil.endTime ?? civil.startTime].map((time) => time.slice(0, 10));
  if (!physical) return [];
  const utc = (time: string): string => dayAt(momentOf(time), 0);
  return [addDays(utc(physical.startTime), -1), addDays(utc(physical.endTime ?? physical.startTime), 1)];
}

const isVerification = ({ body }: NoticeRequest): boolean =>
  z.looseObject({ type: z.literal('verification') }).safeParse(jsonOf(body)).success;

/** Whether the header is the one that was configured at Google; undefined if there is none. */
function isAuthorized({ headers }: NoticeRequest, secret: string | null): boolean | undefined {
  const sent = headers.get('authorization');
  return sent === null ? undefined : secret !== null && isSameSecret(sent, `Bearer ${secret}`);
}

export const googleHealth = defineAdapter({
  slug: 'google_health',
  name: 'Google Health',
  description: 'Fitbit, Pixel Watch and the apps that Google Health gathers',
  maker: 'Google',
  aliases: ['Fitbit', 'Pixel Watch'],
  helpUrl: 'https://support.google.com/fitbit',
  colour: '#1a65c8',
  monogram: 'GH',
  source: 'watch',
  signIn: {
    type: 'oauth',
    urls: {
      authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
      token: 'https://oauth2.googleapis.com/token',
      revoke: 'https://oauth2.googleapis.com/revoke',
      api: 'https://health.googleapis.com/v4',
    },
    clientAuthentication: 'body',
    pkce: true,
    scopes: { required: [], optional: Object.values(scopes) },
    scopeSeparator: ' ',
    // Without `consent`, a second link would bring no refresh token. Without `select_account`, a person with one account in
    // the browser could not choose another.
    authorizeParameters: () => ({ access_type: 'offline', prompt: 'select_account consent' }),
    readAccount: async ({ api }) => Identity.parse(await api.send({ to: '/users/me/identity' })).healthUserId,
    refresh: { rotates: false, aheadSeconds: 300, lifeSeconds: 3600 },
    // Ends everything that the person has granted to the application. 400: it had ended before.
    revoke: ({ accessToken, refreshToken }) => ({
      method: 'POST',
      to: { address: 'revoke' },
      form: { token: refreshToken ?? accessToken },
      as: 'nobody',
      alsoSuccess: [400],
    }),
  },
  collections,
  resources: {
    profile: {
      from: ['settings', 'height'],
      scopes: { required: [scopes.settings], optional: [scopes.metrics] },
      items: ({ settings, height: [height] }, { window }) =>
        settings.map(({ timeZone }) => ({
          day: window.until,
          id: 'profile',
          item: {
            height: rounded(centimetersOfMeters(metersOfMillimeters(numberOf(height?.heightMillimeters))), 1),
            birth_date: null,
            gender: null,
            time_zone: timeZone || null,
          },
        })),
    },
    sleep: {
      from: ['sleep', 'variability', 'breaths'],
      scopes: { required: [scopes.sleep], optional: [scopes.metrics] },
      items: nightItems,
    },
    sleep_cycle: {
      from: ['sleep'],
      scopes: { required: [scopes.sleep], optional: [] },
      items: courseItems,
    },
    activity: {
      from: ['steps', 'distance', 'floors', 'energy', 'activeEnergy', 'minutes', 'heartRate', 'resting'],
      scopes: { required: [scopes.activity], optional: [scopes.metrics] },
      items: activityItems,
    },
    workouts: {
      from: ['exercises'],
      scopes: { required: [scopes.activity], optional: [] },
      items: ({ exercises }, context) => exercises.map((each) => exerciseItem(each, context)),
    },
    body: {
      from: ['weight', 'fat'],
      scopes: { required: [scopes.metrics], optional: [] },
      items: bodyItems,
    },
  },
  // The limit of one person applies to applications that Google has not verified yet; it doubles afterwards.
  limits: [
    { per: 'application', requests: 120_000, seconds: 60 },
    { per: 'grant', requests: 150, seconds: 60 },
  ],
  classify({ status, body }) {
    if (status !== 403 && status !== 400) return undefined;
    const details = Refusal.safeParse(body).data?.error.details ?? [];
    const reasons = details.flatMap(({ reason }) => reason ?? []);
    // Not a permanent failure, because people may set up Google Health, or move there from Fitbit, at any time.
    if (reasons.includes('ACCOUNT_NOT_LINKED'))
      return {
        kind: 'scope',
        errorType: 'provider_data_refused',
        message:
          'Google has no health profile of this account: Google Health is not set up, or the account is still one of Fitbit.',
      };
    if (status === 400) return undefined;
    if (reasons.includes('RATE_LIMIT_EXCEEDED'))
      return { kind: 'later', errorType: 'rate_limited', message: 'Google was asked too often.' };
    if (reasons.some((reason) => ofTheProject.includes(reason)))
      return {
        kind: 'application',
        errorType: 'provider_api_error',
        message: 'The Google Health API is not open to the project of the application.',
      };
    return undefined;
  },
  notices: {
    // The engine does not set this up: a subscriber needs a service account of the project, which the service does not
    // have.
    // Google checks twice, with the header and without. The second check must be refused.
    challenge: (request, secret) =>
      isVerification(request) && isAuthorized(request, secret)
        ? { body: '', type: 'text/plain', status: 201 }
        : undefined,
    verify(request, secret) {
      const authorized = isAuthorized(request, secret);
      if (authorized === true) return 'signed';
      if (isVerification(request)) return 'forged';
      // Some real notices came without the header, and where Google publishes the key of their signature is not known.
      return authorized === undefined || secret === null ? 'hint' : 'forged';
    },
    read({ body }) {
      const notices = NoticeBody.parse(jsonOf(body));
      return (Array.isArray(notices) ? notices : [notices]).flatMap(({ data }) => {
        const resources = resourcesOfType[data.dataType];
        if (resources === undefined) return [];
        const days = (data.intervals ?? []).flatMap(daysOf).toSorted();
        const [from, until] = [days.at(0), days.at(-1)];
        return [
          {
            account: data.healthUserId,
            is: 'changed' as const,
            resources,
            ...(from === undefined || until === undefined ? {} : { from, until }),
          },
        ];
      });
    },
  },
});
