// Converts providers' units into those of the interface. Missing values stay missing: null.

type Maybe = number | null | undefined;

const scaled =
  (factor: number) =>
  (value: Maybe): number | null =>
    value == null || !Number.isFinite(value) ? null : value * factor;

export const kilocaloriesOfKilojoules = scaled(1 / 4.184);
export const kilocaloriesOfJoules = scaled(1 / 4184);
export const metersOfMillimeters = scaled(1 / 1000);
export const kilogramsOfGrams = scaled(1 / 1000);
export const kilogramsOfPounds = scaled(0.45359237);
export const centimetersOfMeters = scaled(100);
export const centimetersOfInches = scaled(2.54);
export const secondsOfMilliseconds = scaled(1 / 1000);
export const secondsOfMinutes = scaled(60);
export const minutesOfSeconds = scaled(1 / 60);
/** Converts glucose from milligrams a deciliter to millimoles a liter. Its molar mass is 180.156 g. */
export const millimolesOfGlucoseMilligrams = scaled(1 / 18.0156);
/** Converts a percentage to a share from 0 to 1. */
export const shareOfPercent = scaled(1 / 100);

/** Rounds to a number of decimals, so that a value does not change by the last bits of a calculation. */
export const rounded = (value: Maybe, digits = 0): number | null =>
  value == null || !Number.isFinite(value) ? null : Math.round(value * 10 ** digits) / 10 ** digits;

/** A number that a provider sends as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(value))
    return null;
  return Number(value);
}

/** Seconds of an ISO 8601 duration without years and months, such as `PT1H2M3.5S`; null for anything else. */
export function secondsOfIsoDuration(text: string | null | undefined): number | null {
  const parts =
    /^P(?:(?<weeks>[\d.]+)W)?(?:(?<days>[\d.]+)D)?(?:T(?:(?<hours>[\d.]+)H)?(?:(?<minutes>[\d.]+)M)?(?:(?<seconds>[\d.]+)S)?)?$/.exec(
      text ?? '',
    )?.groups;
  if (!parts || !/\d/.test(text ?? '')) return null;
  const of = (name: string): number => Number(parts[name] ?? 0);
  const total =
    of('weeks') * 604_800 + of('days') * 86_400 + of('hours') * 3600 + of('minutes') * 60 + of('seconds');
  return Number.isFinite(total) ? total : null;
}

/** Seconds of a duration as protocol buffers write it in JSON, such as `1830s` or `-3.5s`; null for anything else. */
export const secondsOfProtobufDuration = (text: string | null | undefined): number | null =>
  /^-?\d+(?:\.\d+)?s$/.test(text ?? '') ? Number((text ?? '').slice(0, -1)) : null;
