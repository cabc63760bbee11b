// Some sealed values of each kind. They show which key wrote data that is older than the records of keys.
import type { Secrets } from '../crypto/index.js';
import type { Db } from '../db/index.js';
import { places, readSealed } from './sealed-rows.js';

/** How many rows of each kind are tried. */
const most = 20;

export async function isSomethingSealed(db: Db): Promise<boolean> {
  for (const place of places) if ((await readSealed(db, place, 1)).length > 0) return true;
  return false;
}

/** Whether one of the samples opens. A single row may be broken; if none opens, the key is wrong. */
export async function opensSomething(db: Db, secrets: Secrets): Promise<boolean> {
  for (const place of places)
    for (const { row, sealed } of await readSealed(db, place, most))
      try {
        secrets.open(place.purpose, place.place(row), sealed);
        return true;
      } catch {
        continue;
      }
  return false;
}
