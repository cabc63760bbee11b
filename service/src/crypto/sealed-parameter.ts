// A value in one of our own addresses, for the redirect that follows at once. It is sealed, so that nobody can read or forge it.
import type { SecretPurpose, Secrets } from './secrets.js';

/** In milliseconds of real time. Short, because only the next redirect reads the value. */
const lifetime = 60_000;

/** The longest value that is short enough for an address, in characters. */
const longest = 6000;

interface Sealed {
  readonly value: unknown;
  readonly until: number;
}

/** Seals a JSON value into one parameter of an address. Null if the value is too long for that. */
export function sealParameter(
  secrets: Secrets,
  purpose: SecretPurpose,
  bound: string,
  value: unknown,
): string | null {
  const text = JSON.stringify({ value, until: Date.now() + lifetime } satisfies Sealed);
  if (text.length > longest) return null;
  return Buffer.from(secrets.seal(purpose, bound, text)).toString('base64url');
}

/** Opens the value. Null if it was not sealed here for this purpose, or is too old. */
export function openParameter(
  secrets: Secrets,
  purpose: SecretPurpose,
  bound: string,
  sealed: string,
): unknown {
  try {
    const text = secrets.open(purpose, bound, Buffer.from(sealed, 'base64url'));
    // Only `sealParameter` writes it.
    const { value, until } = JSON.parse(text) as Sealed;
    return until < Date.now() ? null : value;
  } catch {
    return null;
  }
}
