// SMART on FHIR: the health record of a clinic or insurer, on any server in the settings (hl7.org/fhir/smart-app-launch).
import * as z from 'zod/mini';
import { defineAdapter } from './adapter.js';
import type { Collection, DayItem, PageContext, Resource } from './collection.js';
import { timestampAt } from './days.js';
import {
  Bundle,
  isMeasured,
  isOf,
  type Measured,
  measuredAt,
  Observation,
  Patient,
  type Unit,
  valueIn,
} from './smart/observation.js';
import { recordsOf } from './records.js';
import { readPatient, searchObservations, signIn } from './smart/sign-in.js';

/** Assumed: LOINC's code for a measured body fat percentage, which is not among FHIR's vital signs. */
const codes = {
  weight: ['29463-7'],
  height: ['8302-2'],
  bodyMassIndex: ['39156-5'],
  fat: ['41982-0'],
  heartRate: ['8867-4'],
  breaths: ['9279-1'],
  temperature: ['8310-5'],
  // The second code is what servers used before FHIR's profile of the first.
  pressure: ['85354-9', '55284-4'],
  systolic: ['8480-6'],
  diastolic: ['8462-4'],
} as const;

const patientOf = ({ account }: PageContext): string => account.slice(account.lastIndexOf('/') + 1);
const headers = { accept: 'application/fhir+json' };

/** The address of the next page, which may be relative to the page before (RFC 3986 5). */
function absolute(next: string, { account, cursor }: PageContext): string {
  const asked = cursor ?? `${account.replace(/\/Patient\/[^/]*$/, '')}/Observation`;
  return URL.canParse(next, asked) ? new URL(next, asked).href : next;
}

/** A search for measurements. The server chooses the address of the next page. */
const search = (
  span: Collection<Observation>['span'],
  query: (context: PageContext) => Readonly<Record<string, string | readonly string[]>>,
): Collection<Observation> => ({
  scopes: [searchObservations],
  span,
  request: (context) =>
    context.cursor === null
      ? {
          to: '/Observation',
          query: { patient: patientOf(context), ...query(context), _count: 100 },
          headers,
        }
      : { to: context.cursor, headers },
  read(body, context) {
    const { entry, link } = z.parse(Bundle, body);
    const found = (entry ?? []).flatMap(({ resource }) =>
      resource?.resourceType === 'Observation' ? [resource] : [],
    );
    const next = (link ?? []).find(({ relation }) => relation === 'next')?.url;
    return {
      ...recordsOf(Observation, found),
      next: next == null ? null : absolute(next, context),
    };
  },
});

const collections = {
  observations: search({ most: 92, pad: 1, lag: 14 }, ({ window }) => ({
    category: 'vital-signs',
    date: [`ge${window.from}`, `le${window.until}`],
  })),
  heights: search('now', () => ({ code: `http://loinc.org|${codes.height[0]}` })),
  patient: {
    scopes: [readPatient],
    span: 'now',
    request: (context) => ({ to: `/Patient/${patientOf(context)}`, headers }),
    read: (body) => ({ records: [z.parse(Patient, body)], next: null }),
  } satisfies Collection<Patient>,
} as const;

const about = ({ day, offset }: Measured): { calendar_date: string; timezone_offset: number | null } => ({
  calendar_date: day,
  timezone_offset: offset,
});
const momentAt = ({ at, offset }: Measured): string => timestampAt(at, offset ?? 0);

/** Sorts later versions after earlier ones, so that the last version counts. */
const byVersion = (a: Observation, b: Observation): number =>
  (a.meta?.lastUpdated ?? '').localeCompare(b.meta?.lastUpdated ?? '') || a.id.localeCompare(b.id);

/** The measurements with certain codes whose day is known. */
const measurements = (
  observations: readonly Observation[],
  loinc: readonly string[],
  timezone: string | null,
): { readonly observation: Observation; readonly measured: Measured }[] =>
  observations
    .filter((observation) => isMeasured(observation) && isOf(observation, loinc))
    .toSorted(byVersion)
    .flatMap((observation) => {
      const measured = measuredAt(observation, timezone);
      return measured ? [{ observation, measured }] : [];
    });

/** Body measurements at the same moment are one item, although each value is a record of its own. */
const body: Resource<typeof collections> = {
  from: ['observations'],
  scopes: { required: [searchObservations], optional: [] },
  items({ observations }, { timezone }) {
    const kinds = [
      { field: 'weight', codes: codes.weight, unit: 'kilograms' },
      { field: 'fat', codes: codes.fat, unit: 'percent' },
      { field: 'body_mass_index', codes: codes.bodyMassIndex, unit: 'bodyMassIndex' },
    ] as const;
    const items = new Map<number, DayItem>();
    for (const kind of kinds)
      for (const { observation, measured } of measurements(observations, kind.codes, timezone)) {
        const value = valueIn(kind.unit, observation.valueQuantity, 2);
        if (value === null) continue;
        const known = items.get(measured.at)?.item ?? {
          ...about(measured),
          measured_at: momentAt(measured),
          weight: null,
          fat: null,
          water_percentage: null,
          muscle_mass: null,
          body_mass_index: null,
        };
        const id = new Date(measured.at).toISOString();
        items.set(measured.at, { day: measured.day, id, item: { ...known, [kind.field]: value } });
      }
    return [...items.values()];
  },
};

/** Measurements with one value each. */
const samples = (
  loinc: readonly string[],
  from: Unit,
  unit: string,
  digits: number,
): Resource<typeof collections> => ({
  from: ['observations'],
  scopes: { required: [searchObservations], optional: [] },
  items: ({ observations }, { timezone }) =>
    measurements(observations, loinc, timezone).flatMap(({ observation, measured }) => {
      const value = valueIn(from, observation.valueQuantity, digits);
      const item = { ...about(measured), timestamp: momentAt(measured), value, unit };
      return value === null ? [] : [{ day: measured.day, id: observation.id, item }];
    }),
});

const bloodPressure: Resource<typeof collections> = {
  from: ['observations'],
  scopes: { required: [searchObservations], optional: [] },
  items: ({ observations }, { timezone }) =>
    measurements(observations, codes.pressure, timezone).flatMap(({ observation, measured }) => {
      const of = (loinc: readonly string[]): number | null =>
        valueIn(
          'millimetersOfMercury',
          observation.component?.find((component) => isOf(component, loinc))?.valueQuantity,
          0,
        );
      const [systolic, diastolic] = [of(codes.systolic), of(codes.diastolic)];
      // One value alone is of no use: everybody who reads blood pressure expects both.
      if (systolic === null || diastolic === null) return [];
      const item = { ...about(measured), timestamp: momentAt(measured), systolic, diastolic, unit: 'mmHg' };
      return [{ day: measured.day, id: observation.id, item }];
    }),
};

const profile: Resource<typeof collections> = {
  from: ['patient', 'heights'],
  scopes: { required: [readPatient], optional: [searchObservations] },
  items({ patient: [person], heights }, { window, timezone }) {
    if (!person) return [];
    const height = measurements(heights, codes.height, timezone)
      .toSorted((a, b) => a.measured.at - b.measured.at)
      .map(({ observation }) => valueIn('centimeters', observation.valueQuantity, 1))
      .findLast((value) => value !== null);
    // A birth date may be only a year or a month, and a gender may be `unknown`.
    const birthDate = /^\d{4}-\d\d-\d\d$/.test(person.birthDate ?? '') ? person.birthDate : null;
    const gender = ['female', 'male', 'other'].includes(person.gender ?? '') ? person.gender : null;
    const item = { height: height ?? null, birth_date: birthDate, gender, time_zone: null };
    return [{ day: window.until, id: 'profile', item }];
  },
};

export const smart = defineAdapter({
  slug: 'smart',
  name: 'SMART on FHIR',
  description: 'Health records of a clinic',
  aliases: ['FHIR'],
  colour: '#7a2f5f',
  monogram: 'FH',
  source: 'app',
  signIn,
  collections,
  resources: {
    body,
    profile,
    heartrate: samples(codes.heartRate, 'perMinute', 'bpm', 0),
    respiratory_rate: samples(codes.breaths, 'perMinute', 'breaths/min', 1),
    body_temperature: samples(codes.temperature, 'celsius', '°C', 1),
    blood_pressure: bloodPressure,
  },
  // The standard has none. A server's `Retry-After` is followed.
  limits: [],
});
