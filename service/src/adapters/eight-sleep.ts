// Eight Sleep: nights in its beds, through the private interface of its app. The maker
// documents nothing: everything here comes from public clients, and may stop working any day.
import * as z from 'zod/mini';
import { defineAdapter } from './adapter.js';
import type { Answer, Failure } from './api.js';
import type { Collection, DayItem, ItemContext } from './collection.js';
import { dayAt, offsetOfZone, timestampAt } from './days.js';
import { Day, Days, meanOf, nightOf, type Session } from './eight-sleep/nights.js';
import { longestOfEachDay } from './nights.js';
import { recordsOf } from './records.js';
import { dayItem, sampleAt } from './day-item.js';
import { rounded } from './units.js';

const Entered = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  /** In seconds. */
  expires_in: z.number(),
  userId: z.string().check(z.regex(/^[\w-]{1,64}$/)),
});

const Refusal = z.looseObject({ error: z.string() });

/** A refused password has the status of an invalid request. Any other failure says nothing about the person. */
function classify({ status, body }: Answer): Failure | undefined {
  const error = Refusal.safeParse(body).data?.error;
  if ((status === 400 || status === 401) && error === 'invalid_grant')
    return {
      kind: 'token',
      errorType: 'provider_credential_error',
      message: 'Eight Sleep refuses the password.',
    };
  if ((status === 400 || status === 401) && (error === 'invalid_client' || error === 'unauthorized_client'))
    return {
      kind: 'application',
      errorType: 'provider_api_error',
      message: 'Eight Sleep refuses the client_id.',
    };
  return undefined;
}

const days: Collection<Day> = {
  scopes: [],
  // A night may be processed for hours, and be corrected later.
  span: { most: 32, pad: 1, lag: 3 },
  request: ({ account, window }) => ({
    to: `/users/${account}/trends`,
    query: {
      // UTC days, so that an answer does not depend on where the person is. The times give the person's own days.
      tz: 'UTC',
      from: window.from,
      to: window.until,
      'include-main': 'false',
      'include-all-sessions': 'true',
      'model-version': 'v2',
    },
  }),
  read: (body) => ({ ...recordsOf(Day, z.parse(Days, body).days), next: null }),
};

const noScopes = { required: [], optional: [] } as const;

/** The finished sessions, each once. */
const sessionsOf = (all: readonly Day[]): readonly { readonly session: Session; readonly day: Day }[] =>
  all.flatMap((day) =>
    day.processing === true ? [] : (day.sessions ?? []).map((session) => ({ session, day })),
  );

function sleepOf(all: readonly Day[], { timezone }: ItemContext) {
  return sessionsOf(all).flatMap(({ session, day: { mainSessionId, score } }) => {
    const night = nightOf(session);
    if (!night) return [];
    const { start, stop, times, latency } = night;
    const offset = offsetOfZone(timezone, stop);
    const day = dayAt(stop, offset ?? 0);
    const { heartRate = [], rmssd = [], respiratoryRate = [] } = night.series;
    return [
      dayItem(day, session.id, offset, {
        bedtime_start: timestampAt(start, offsetOfZone(timezone, start) ?? 0),
        bedtime_stop: timestampAt(stop, offset ?? 0),
        ...times,
        latency,
        // The score of a day is the score of its main session.
        score: session.id === mainSessionId ? (score ?? null) : null,
        hr_lowest: heartRate.length === 0 ? null : Math.min(...heartRate.map(({ value }) => value)),
        hr_average: meanOf(heartRate),
        average_hrv: meanOf(rmssd),
        respiratory_rate: meanOf(respiratoryRate),
      }),
    ];
  });
}

const heartRateOf = (all: readonly Day[], { timezone }: ItemContext): DayItem[] =>
  sessionsOf(all).flatMap(({ session }) =>
    (nightOf(session)?.series.heartRate ?? []).map(({ at, value }) =>
      sampleAt(String(at), at, offsetOfZone(timezone, at), rounded(value, 1) ?? value, 'bpm'),
    ),
  );

export const eightSleep = defineAdapter({
  slug: 'eight_sleep',
  name: 'Eight Sleep',
  description: 'Beds that follow your nights',
  aliases: ['Pod', 'Pod Cover'],
  helpUrl: 'https://help.eightsleep.com',
  colour: '#3f3f46',
  monogram: 'E',
  source: 'sleep_sensor',
  signIn: {
    type: 'password',
    username: 'email',
    regions: [],
    urls: { token: 'https://auth-api.8slp.net/v1/tokens', api: 'https://client-api.8slp.net/v1' },
    clientFields: ['client_secret'],
    async signIn({ username, password }, { api, client, now }) {
      const answer = await api.send({
        to: { address: 'token' },
        json: {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          grant_type: 'password',
          username,
          password,
        },
        as: 'nobody',
      });
      const { access_token: token, expires_in, userId } = z.parse(Entered, answer);
      return {
        type: 'success',
        account: userId,
        session: { token, expiresAt: now + expires_in * 1000, kept: null },
      };
    },
    authorize: ({ token }) => ({ authorization: `Bearer ${token}` }),
    // No refresh token is known.
    renewal: { by: 'password', aheadSeconds: 300 },
  },
  collections: { days },
  resources: {
    sleep: {
      from: ['days'],
      scopes: noScopes,
      items: ({ days: all }, context) => longestOfEachDay(sleepOf(all, context)),
    },
    heartrate: {
      from: ['days'],
      scopes: noScopes,
      items: ({ days: all }, context) => heartRateOf(all, context),
    },
  },
  // Not published. The interface is known to refuse clients that ask often.
  limits: [{ per: 'grant', requests: 20, seconds: 60 }],
  classify,
});
