// Dexcom: glucose from continuous sensors, with version 3 of its interface (developer.dexcom.com/docs/dexcomv3).
import * as z from 'zod/mini';
import { defineAdapter } from './adapter.js';
import type { Collection } from './collection.js';
import { sampleAt } from './day-item.js';
import { momentOf, momentOfLocal, offsetOfTimestamp, offsetOfZone } from './days.js';
import { maybeText } from './fields.js';
import { recordsOf } from './records.js';
import type { Urls } from './sign-in.js';
import { millimolesOfGlucoseMilligrams, rounded } from './units.js';

/** `sandbox` has invented people, without passwords. */
const hosts: Readonly<Record<string, string>> = {
  us: 'https://api.dexcom.com',
  eu: 'https://api.dexcom.eu',
  jp: 'https://api.dexcom.jp',
  sandbox: 'https://sandbox-api.dexcom.com',
};

/**
 * The addresses of a region's accounts. Older copies of Dexcom's page about signing in name
 * `/v2/oauth2/…`, which new applications must not use. Public clients of 2026 use the addresses below.
 */
function urlsOf(region: string | null): Urls {
  const api = hosts[region ?? 'us'];
  if (api === undefined) throw new TypeError('no region of this name');
  return { authorize: `${api}/v3/oauth2/login`, token: `${api}/v3/oauth2/token`, api };
}

/** A time with or without an offset. The seconds may be missing. */
const time = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[-+]\d\d:?\d\d)?$/i));

const Value = z.looseObject({
  recordId: z.string(),
  /** The device's time, in UTC. */
  systemTime: time,
  /** The time that the device showed to the person, who may have set the clock to anything. */
  displayTime: time,
  value: z.nullish(z.number()),
  /** Missing in production for some G7 sensors. Assumed: milligrams, as other clients read them. */
  unit: maybeText,
});
type Value = z.infer<typeof Value>;
const Values = z.looseObject({ records: z.array(z.unknown()) });
const DataRange = z.looseObject({ userId: z.string().check(z.minLength(1)) });

const momentOfSystem = (text: string): number =>
  offsetOfTimestamp(text) === null ? momentOfLocal(text, 0) : momentOf(text);

/**
 * The person's offset from UTC; null if it cannot be determined. Phones send it. A receiver's clock is set by hand, so it
 * may be wrong by minutes. If it differs by more than any time zone, it is wrong altogether.
 */
function offsetOf({ systemTime, displayTime }: Value): number | null {
  if (/[-+]\d\d:?\d\d$/.test(displayTime)) return offsetOfTimestamp(displayTime);
  const shown = momentOfLocal(displayTime.replace(/z$/i, ''), 0);
  // Adding zero turns minus zero into zero.
  const offset = Math.round((shown - momentOfSystem(systemTime)) / 900_000) * 900 + 0;
  return offset >= -12 * 3600 && offset <= 14 * 3600 ? offset : null;
}

/** If a value is beyond the range of the sensor, Dexcom sends the bound, which is stored as it is. */
function millimolesOf({ value, unit }: Value): number | null {
  if (unit == null || unit === 'mg/dL') return rounded(millimolesOfGlucoseMilligrams(value), 2);
  return unit === 'mmol/L' ? rounded(value, 2) : null;
}

const glucose: Collection<Value> = {
  scopes: [],
  // Sensors without a phone are read out by hand, sometimes days later.
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
    // There is only one scope, so a person grants everything or nothing.
    grantedScopes: () => null,
    async readAccount({ api }) {
      return z.parse(DataRange, await api.send({ to: '/v3/users/self/dataRange' })).userId;
    },
    // A refresh token can be used once, and is valid for a year.
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
