// Strava's interface, version 3 (developers.strava.com): workouts. Its terms do not allow several teams to share an
// application.
import * as z from 'zod/mini';
import { addDays } from '../work/index.js';
import { dayItem } from './day-item.js';
import { defineAdapter } from './adapter.js';
import type { Collection, DayItem, ItemContext } from './collection.js';
import { dayAt, momentOf, offsetOfZone, timestampAt } from './days.js';
import { maybeNumber, maybeText, recordId, timestamp } from './fields.js';
import { recordsOf } from './records.js';
import { sportOfStravaName } from './sports.js';
import { notices } from './strava/notices.js';
import { classify, errorsOf, standing } from './strava/refusals.js';
import { rounded } from './units.js';

const Athlete = z.looseObject({ id: recordId, sex: maybeText });
const Activity = z.looseObject({
  id: recordId,
  name: maybeText,
  sport_type: maybeText,
  /** The earlier name of `sport_type`. */
  type: maybeText,
  start_date: timestamp,
  /** The person's local time, although it ends with a `Z`. */
  start_date_local: z.nullish(timestamp),
  /** Seconds. */
  elapsed_time: z.number(),
  moving_time: maybeNumber,
  /** Meters. */
  distance: maybeNumber,
  total_elevation_gain: maybeNumber,
  average_heartrate: maybeNumber,
  max_heartrate: maybeNumber,
  /** Lists do not contain this, and a request for each activity would use up the daily limit. */
  calories: maybeNumber,
});
type Activity = z.infer<typeof Activity>;

const secondsOf = (day: string): number => Date.parse(day) / 1000;
const mostAPage = 200;

const collections = {
  athlete: {
    scopes: ['read'],
    span: 'now',
    request: () => ({ to: '/athlete' }),
    read: (body) => ({ records: [z.parse(Athlete, body)], next: null }),
  } satisfies Collection<z.infer<typeof Athlete>>,
  activities: {
    scopes: ['activity:read'],
    span: { most: 180, pad: 1, lag: 7 },
    request: ({ window, cursor }) => ({
      to: '/athlete/activities',
      query: {
        after: secondsOf(window.from) - 1,
        before: secondsOf(addDays(window.until, 1)),
        page: cursor ?? '1',
        per_page: mostAPage,
      },
    }),
    read(body, { cursor }) {
      const listed = z.parse(z.array(z.unknown()), body);
      // According to Strava, a page may be short without being the last one; the last page is empty.
      const next = listed.length === 0 ? null : String(Number(cursor ?? '1') + 1);
      return { ...recordsOf(Activity, listed), next };
    },
  } satisfies Collection<Activity>,
};

function workoutOf(activity: Activity, { timezone }: ItemContext): DayItem {
  const start = momentOf(activity.start_date);
  const offset =
    activity.start_date_local == null
      ? offsetOfZone(timezone, start)
      : (momentOf(activity.start_date_local) - start) / 1000;
  const day = dayAt(start, offset ?? 0);
  return dayItem(day, String(activity.id), offset, {
    title: activity.name ?? null,
    sport: sportOfStravaName(activity.sport_type ?? activity.type),
    time_start: timestampAt(start, offset ?? 0),
    time_end: timestampAt(start + activity.elapsed_time * 1000, offset ?? 0),
    moving_time: activity.moving_time ?? null,
    calories: activity.calories ?? null,
    distance: activity.distance ?? null,
    total_elevation_gain: activity.total_elevation_gain ?? null,
    average_hr: rounded(activity.average_heartrate, 1),
    max_hr: activity.max_heartrate ?? null,
  });
}

const genders: Readonly<Record<string, string>> = { F: 'female', M: 'male' };

const Account = z.looseObject({ id: recordId });
const CodeAnswer = z.looseObject({ athlete: Account });

export const strava = defineAdapter({
  slug: 'strava',
  name: 'Strava',
  description: 'Runs, rides and other workouts',
  aliases: [],
  helpUrl: 'https://support.strava.com',
  colour: '#b03a00',
  monogram: 'St',
  source: 'app',
  ownApplicationsOnly: true,
  signIn: {
    type: 'oauth',
    urls: {
      authorize: 'https://www.strava.com/oauth/authorize',
      token: 'https://www.strava.com/api/v3/oauth/token',
      revoke: 'https://www.strava.com/oauth/revoke',
      api: 'https://www.strava.com/api/v3',
    },
    clientAuthentication: 'body',
    pkce: false,
    scopes: { required: ['activity:read'], optional: ['read', 'activity:read_all'] },
    scopeSeparator: ',',
    // Without this, a person who left out a scope the first time is never asked for it again.
    authorizeParameters: () => ({ approval_prompt: 'force' }),
    classifyTokenError(_, body) {
      const resources = errorsOf(body).map(({ resource }) => resource);
      // Assumed: Strava names the refused resource instead of an error code of RFC 6749.
      if (resources.includes('Application')) return 'application';
      return resources.includes('RefreshToken') ? 'dead' : undefined;
    },
    grantedScopes({ callback }) {
      const granted = callback.get('scope')?.split(',') ?? [];
      // The wider scope includes the other one.
      return granted.includes('activity:read_all') ? [...new Set([...granted, 'activity:read'])] : granted;
    },
    // Only the answer to the code contains the account.
    readAccount: async ({ token }) => String(z.parse(CodeAnswer, token).athlete.id),
    readImportedAccount: async ({ api }) => String(z.parse(Account, await api.send({ to: '/athlete' })).id),
    refresh: { rotates: true, aheadSeconds: 300, lifeSeconds: 21_600 },
    // RFC 7009 replaces `deauthorize`, which ends in 2027. Public clients say that either token ends both,
    // and that an unknown token is answered as if it had been ended. Only the refresh token never expires.
    revoke: ({ accessToken, refreshToken }) => ({
      method: 'POST',
      to: { address: 'revoke' },
      form: {
        token: refreshToken ?? accessToken,
        token_type_hint: refreshToken === null ? 'access_token' : 'refresh_token',
      },
      as: 'application',
    }),
  },
  collections,
  resources: {
    profile: {
      from: ['athlete'],
      scopes: { required: ['read'], optional: [] },
      items: ({ athlete }, { window }) =>
        athlete.map(({ sex }) => ({
          day: window.until,
          id: 'profile',
          item: { height: null, birth_date: null, gender: genders[sex ?? ''] ?? null, time_zone: null },
        })),
    },
    workouts: {
      from: ['activities'],
      scopes: { required: ['activity:read'], optional: ['activity:read_all'] },
      items: ({ activities }, context) => activities.map((each) => workoutOf(each, context)),
    },
  },
  // The limits for requests that read; all our requests do.
  limits: [
    { per: 'application', requests: 100, seconds: 900, aligned: true },
    { per: 'application', requests: 1000, seconds: 86_400, aligned: true },
  ],
  standing,
  classify,
  notices,
});
