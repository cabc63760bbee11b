// The ZIP codes of the United States; service/data/zip-codes.mjs describes the format of the file.
import { readFileSync } from 'node:fs';
import type { Place, Places } from './distance.js';

/** Columns of equal length, in the order of the codes. */
export interface ZipCodes extends Places {
  readonly zips: Uint32Array;
  stateAt(position: number): string;
  /** Whether people live in an area of this code. */
  isArea(position: number): boolean;
}

export interface ZipCode {
  readonly zip: string;
  /** Two letters; `AA`, `AE` and `AP` are the armed forces'. */
  readonly state: string;
  /** Null if unknown, for example for the armed forces' codes. */
  readonly place: Place | null;
}

let loaded: ZipCodes | undefined;

/** All of them; read from the file once. */
export const zipCodes = (): ZipCodes => (loaded ??= read());

function read(): ZipCodes {
  const { buffer, byteOffset, byteLength } = readFileSync(
    new URL('../../data/zip-codes.bin', import.meta.url),
  );
  // Typed arrays must begin at a multiple of four bytes, which a buffer from Node's pool may not.
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
  const [count = 0] = new Uint32Array(bytes, 0, 1);
  const states = new Uint8Array(bytes, 4 + count * 12, count * 2);
  const areas = new Uint8Array(bytes, 4 + count * 14, count);
  return {
    zips: new Uint32Array(bytes, 4, count),
    latitudes: new Int32Array(bytes, 4 + count * 4, count),
    longitudes: new Int32Array(bytes, 4 + count * 8, count),
    stateAt: (position) => String.fromCharCode(...states.subarray(position * 2, position * 2 + 2)),
    isArea: (position) => areas[position] === 1,
  };
}

/** The ZIP code with these five digits. */
export function findZipCode(zip: string): ZipCode | undefined {
  const all = zipCodes();
  const position = positionOf(all.zips, Number(zip));
  if (position === undefined) return undefined;
  const latitude = (all.latitudes[position] ?? 0) / 1e6;
  const longitude = (all.longitudes[position] ?? 0) / 1e6;
  const isKnown = latitude !== 0 || longitude !== 0;
  return { zip, state: all.stateAt(position), place: isKnown ? { latitude, longitude } : null };
}

/** Binary search: the codes ascend. */
function positionOf(zips: Uint32Array, zip: number): number | undefined {
  let [low, high] = [0, zips.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((zips[middle] ?? 0) < zip) low = middle + 1;
    else high = middle;
  }
  return zips[low] === zip ? low : undefined;
}
