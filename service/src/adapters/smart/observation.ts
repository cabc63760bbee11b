// FHIR R4: a measurement of a person, its time, and its values in the interface's units.
import * as z from 'zod/mini';
import { beginningOf, dayAt, momentOf, offsetOfTimestamp, offsetOfZone } from '../days.js';
import {
  centimetersOfInches,
  centimetersOfMeters,
  kilogramsOfGrams,
  kilogramsOfPounds,
  rounded,
} from '../units.js';

const text = z.nullish(z.string());

const Concept = z.looseObject({
  coding: z.nullish(z.array(z.looseObject({ system: text, code: text }))),
});
const Quantity = z.looseObject({
  value: z.nullish(z.number()),
  comparator: text,
  system: text,
  code: text,
});
type Quantity = z.infer<typeof Quantity>;

/** The fields of an Observation that are used (hl7.org/fhir/R4/observation.html). */
export const Observation = z.looseObject({
  resourceType: z.literal('Observation'),
  id: z.string(),
  meta: z.nullish(z.looseObject({ lastUpdated: text })),
  status: z.string(),
  code: Concept,
  effectiveDateTime: text,
  effectiveInstant: text,
  effectivePeriod: z.nullish(z.looseObject({ start: text, end: text })),
  valueQuantity: z.nullish(Quantity),
  component: z.nullish(z.array(z.looseObject({ code: Concept, valueQuantity: z.nullish(Quantity) }))),
});
export type Observation = z.infer<typeof Observation>;

/** The fields of a Patient that are used (hl7.org/fhir/R4/patient.html). */
export const Patient = z.looseObject({
  resourceType: z.literal('Patient'),
  gender: text,
  birthDate: text,
});
export type Patient = z.infer<typeof Patient>;

/** A page of a search. Besides the results, it may contain the server's remarks, which have other types. */
export const Bundle = z.looseObject({
  resourceType: z.literal('Bundle'),
  link: z.nullish(z.array(z.looseObject({ relation: z.string(), url: z.string() }))),
  entry: z.nullish(
    z.array(z.looseObject({ resource: z.nullish(z.looseObject({ resourceType: z.string() })) })),
  ),
});

/** Records that were withdrawn, or announced and never made, are no measurements. */
const withoutMeasurement = new Set(['entered-in-error', 'cancelled', 'registered']);

export const isMeasured = ({ status }: Observation): boolean => !withoutMeasurement.has(status);

export const isOf = (
  { code }: { readonly code: z.infer<typeof Concept> },
  loinc: readonly string[],
): boolean =>
  (code.coding ?? []).some(
    (coding) => coding.system === 'http://loinc.org' && loinc.includes(coding.code ?? ''),
  );

/** When something was measured. */
export interface Measured {
  readonly at: number;
  /** Seconds that the person's clock was ahead of UTC; null if this is not known. */
  readonly offset: number | null;
  readonly day: string;
}

/** When it was measured; null if not even the day is known. A day without a time counts as the beginning of the day. */
export function measuredAt(observation: Observation, timezone: string | null): Measured | null {
  const { effectiveDateTime, effectiveInstant, effectivePeriod } = observation;
  const when = effectiveDateTime ?? effectiveInstant ?? effectivePeriod?.start ?? effectivePeriod?.end ?? '';
  if (/^\d{4}-\d\d-\d\d$/.test(when))
    return Number.isNaN(Date.parse(when)) ? null : { ...beginningOf(when, timezone), day: when };
  try {
    const at = momentOf(when);
    // Many servers write every time in UTC, so an offset of zero says nothing about the person's clock.
    const offset = offsetOfTimestamp(when) || offsetOfZone(timezone, at);
    return { at, offset, day: dayAt(at, offset ?? 0) };
  } catch {
    return null;
  }
}

type Conversion = (value: number) => number | null;
const same: Conversion = (value) => value;

/** Conversions by UCUM code, for each unit of the interface. */
const conversions = {
  kilograms: {
    kg: same,
    g: kilogramsOfGrams,
    '[lb_av]': kilogramsOfPounds,
    '[oz_av]': (value) => kilogramsOfPounds(value / 16),
  },
  centimeters: {
    cm: same,
    m: centimetersOfMeters,
    mm: (value) => value / 10,
    '[in_i]': centimetersOfInches,
    '[ft_i]': (value) => centimetersOfInches(value * 12),
  },
  percent: { '%': same },
  bodyMassIndex: { 'kg/m2': same },
  perMinute: { '/min': same },
  celsius: { Cel: same, '[degF]': (value) => ((value - 32) * 5) / 9 },
  millimetersOfMercury: { 'mm[Hg]': same, kPa: (value) => value * 7.500_616_8 },
} as const satisfies Record<string, Record<string, Conversion>>;
export type Unit = keyof typeof conversions;

/** A value in a unit of the interface; null if there is no value, or if its own unit is missing or not convertible. */
export function valueIn(unit: Unit, quantity: Quantity | null | undefined, digits: number): number | null {
  // With a comparator the value is only a bound ("less than").
  if (quantity?.value == null || quantity.comparator != null) return null;
  if (quantity.system !== 'http://unitsofmeasure.org') return null;
  const known: Readonly<Record<string, Conversion>> = conversions[unit];
  // UCUM ignores text in braces, such as in `{beats}/min`.
  const convert = known[(quantity.code ?? '').replaceAll(/\{[^}]*\}/g, '')];
  return convert ? rounded(convert(quantity.value), digits) : null;
}
