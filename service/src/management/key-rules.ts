// Rules for both kinds of keys: how many there may be, and when they may end.
import type { Selectable } from 'kysely';
import { isInForce, type ApiKeyRow, type Rotation } from '../auth/index.js';
import type { Tables } from '../db/index.js';
import { broken, invalid } from '../http/index.js';
import { after } from '../work/index.js';

type Counted = Pick<Selectable<Tables['api_key']>, 'id' | 'expires_at' | 'replaced_by'>;

/** Expired and rotated keys do not count, until the total with them reaches this many times the limit. */
const withOld = 4;

/** Throws 409 if there is no room for another key. `most` is the owner's limit; `owner` names the owner. */
export function checkRoom(keys: readonly Counted[], most: number, owner: string, now: Date): void {
  const current = keys.filter((key) => key.replaced_by === null && isInForce(key, now));
  if (current.length >= most)
    throw broken(409, 'too_many_keys', `${owner} has at most ${most} of these keys.`);
  if (keys.length >= most * withOld)
    throw broken(
      409,
      'too_many_keys',
      'Too many keys that were rotated or have expired are still there: delete them.',
    );
}

/** Ten years, in seconds. */
const furthest = 315_360_000;

/**
 * The end that a body names; undefined if it names none. Throws 422 unless the end is in the future and within ten years.
 */
export function endOf(text: string | null | undefined, now: Date): Date | null | undefined {
  if (text == null) return text;
  const end = new Date(text);
  if (end > now && end <= after(now, furthest)) return end;
  const msg = end > now ? 'further than ten years from now' : 'the end of a key is a moment to come';
  throw invalid({ loc: ['body', 'expires_at'], msg, type: 'value_invalid' });
}

/** The rotation that a body asks for. */
export const rotationOf = (
  body: {
    readonly overlap_seconds?: number | null | undefined;
    readonly expires_at?: string | null | undefined;
  },
  now: Date,
): Rotation => ({ overlap: body.overlap_seconds, end: endOf(body.expires_at, now) });

/** The key with an id. Throws 404 if it is not in `keys`. */
export function keyIn(keys: readonly ApiKeyRow[], id: string): ApiKeyRow {
  const key = keys.find((each) => each.id === id);
  if (!key) throw broken(404, 'key_not_found', 'There is no such key.');
  return key;
}
