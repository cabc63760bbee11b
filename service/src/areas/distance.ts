// Distances between places, and a search for the places near one.

/** In degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Many places in columns, in millionths of a degree. */
export interface Places {
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
}

/** The mean radius of the earth, in miles. */
const earthRadius = 3958.7613;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Miles between two places along the earth (haversine). */
export function milesBetween(a: Place, b: Place): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2);
  const east = Math.sin(radians(b.longitude - a.longitude) / 2);
  const square = north * north + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east * east;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** The indexes of the places that are at most `miles` away, ascending. */
export function positionsWithin({ latitudes, longitudes }: Places, middle: Place, miles: number): number[] {
  // A box around the circle excludes most places without computing their exact distance.
  const angle = miles / earthRadius;
  const north = (angle * 180e6) / Math.PI + 1;
  const east =
    (Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(middle.latitude)))) * 180e6) / Math.PI + 1;
  const latitude = middle.latitude * 1e6;
  const longitude = middle.longitude * 1e6;
  const found: number[] = [];
  for (let at = 0; at < latitudes.length; at++) {
    // The index is in range, because both columns have the same length.
    const lat = latitudes[at] as number;
    const lng = longitudes[at] as number;
    if (Math.abs(lat - latitude) > north) continue;
    const apart = Math.abs(lng - longitude);
    // The Aleutian Islands lie on both sides of the 180th meridian.
    if (Math.min(apart, 360e6 - apart) > east) continue;
    if (milesBetween(middle, { latitude: lat / 1e6, longitude: lng / 1e6 }) <= miles) found.push(at);
  }
  return found;
}
