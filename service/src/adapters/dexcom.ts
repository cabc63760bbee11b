// Dexcom: glucose of continuous sensors, by version 3 of its interface (developer.dexcom.com/docs/dexcomv3).
import * as z from 'zod/mini';
import { defineAdapter } from './adapter.js';
import type { Collection } from './collection.js';
import { sampleAt } from './day-item.js';
import { momentOf, momentOfLocal, offsetOfTimestamp, offsetOfZone } from './days.js';
import { maybeText } from './fields.js';
import { recordsOf } from './records.js';
import type { Urls } from './sign-in.js';
import { millimolesOfGlucoseMilligrams, rounded } from './units.js';

/** `sandbox` has made-up people, with no password. */
const hosts: Readonly<Record<string, string>> = {
  us: 'https://api.dexcom.com',
  eu: 'https://api.dexcom.eu',
  jp: 'https://api.dexcom.jp',
  sandbox: 'https://sandbox-api.dexcom.com',
};

/**
 * Where accounts of a region live. Older copies of Dexcom's page of its sign-in name `/v2/oauth2/…`, which new applications are not to
 * use; public clients of 2026 use these.
 */
function urlsOf(region: string | null): Urls {
  const api = hosts[region ?? 'us'];
  if (api === undefined) throw new TypeError('no region of this name');
  return { authorize: `${api}/v3/oauth2/login`, token: `${api}/v3/oauth2/token`, api };
}

/** A time with an offset or without; seconds may be missing. */
const time = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[-+]\d\d:?\d\d)?$/i));

const Value = z.looseObject({
  recordId: z.string(),
  /** By the device's clock, in UTC. */
  systemTime: time,
  /** What the person saw on the device, whose clock may have been set to anything. */
  displayTime: time,
  value: z.nullish(z.number()),
  /** Missing in production for some of the G7. Assumed: milligrams, as others who read them do. */
  unit: maybeText,
});
type Value = z.infer<typeof Value>;
const Values = z.looseObject({ records: z.array(z.unknown()) });
const DataRange = z.looseObject({ userId: z.string().check(z.minLength(1)) });

const momentOfSystem = (text: string): number =>
  offsetOfTimestamp(text) === null ? momentOfLocal(text, 0) : momentOf(text);

/**
 * How far the person's clock was ahead of UTC; null if that cannot be told. Phones say it. A receiver shows a time that people set
 * by hand, so that it is off by minutes, and all wrong if it is further off than any zone.
 */
function offsetOf({ systemTime, displayTime }: Value): number | null {
  if (/[-+]\d\d:?\d\d$/.test(displayTime)) return offsetOfTimestamp(displayTime);
  const shown = momentOfLocal(displayTime.replace(/z$/i, ''), 0);
  // Adding zero makes zero of minus zero.
  const offset = Math.round((shown - momentOfSystem(systemTime)) / 900_000) * 900 + 0;
  return offset >= -12 * 3600 && offset <= 14 * 3600 ? offset : null;
}

/** Above and below what a sensor measures, Dexcom sends the bound itself, which is kept. */
function millimolesOf({ value, unit }: Value): number | null {
  if (unit == null || unit === 'mg/dL') return rounded(millimolesOfGlucoseMilligrams(value), 2);
  return unit === 'mmol/L' ? rounded(value, 2) : null;
}

const glucose: Collection<Value> = {
  scopes: [],
  // Sensors without a phone are read out by hand, at times days later.
  span: { most: 30, pad: 1, lag: 7 },
  request: ({ window }) => ({
    to: '/v3/users/self/egvs',
    query: { startDate: `${window.from}T00:00:00`, endDate: `${window.until}T23:59:59` },
  }),
  read: (body) => ({ ...recordsOf(Value, z.parse(Values, body).records), next: null }),
};

export const dexcom = defineAdapter({
  slug: 'dexcom',
  name: 'Dexcom',
  description: 'Glucose sensors',
  aliases: ['G6', 'G7', 'Stelo', 'CGM'],
  colour: '#2f6b2f',
  monogram: 'D',
  source: 'glucose_sensor',
  signIn: {
    type: 'oauth',
    urls: ({ region }) => urlsOf(region),
    regions: Object.keys(hosts),
    clientAuthentication: 'body',
    pkce: false,
    scopes: { required: ['offline_access'], optional: [] },
    scopeSeparator: ' ',
    // There is one scope, and it is all or nothing.
    grantedScopes: () => null,
    async readAccount({ api }) {
      return z.parse(DataRange, await api.send({ to: '/v3/users/self/dataRange' })).userId;
    },
    // A refresh token can be used once, and lives for a year.
    refresh: { rotates: true, aheadSeconds: 300, lifeSeconds: 7200 },
  },
  collections: { glucose },
  resources: {
    glucose: {
      from: ['glucose'],
      scopes: { required: ['offline_access'], optional: [] },
      items: ({ glucose: values }, { timezone }) =>
        values.flatMap((each) => {
          const value = millimolesOf(each);
          if (value === null) return [];
          const at = momentOfSystem(each.systemTime);
          const offset = offsetOf(each) ?? offsetOfZone(timezone, at);
          return [sampleAt(each.recordId, at, offset, value, 'mmol/L')];
        }),
    },
  },
  limits: [{ per: 'application', requests: 60_000, seconds: 3600 }],
});
