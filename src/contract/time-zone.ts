// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { timeZoneNames } from './time-zone-names.js';

let names: ReadonlySet<string> | undefined;

const allNames = (): ReadonlySet<string> =>
  (names ??= new Set([
    ...Object.entries(timeZoneNames).flatMap(([area, places]) =>
      [places]
        .flat()
        .flatMap((line) => line.split(' '))
        .map((place) => (area === '' ? place : `${area}/${place}`)),
    ),
    // Zones that are newer than the list.
    ...Intl.supportedValuesOf('timeZone'),
  ]));

/**
 * Whether a text is exactly the name of an IANA time zone or an older alias of one. `Intl` alone accepts any case, and names
 * of its own such as `PST`.
 */
export const isTimeZone = (text: string): boolean => allNames().has(text);

/** The name of an IANA time zone, or an older alias of one (spec 2.10). */
export const timeZone = z.string().check(z.refine(isTimeZone, 'expected the name of an IANA time zone'));
