// A value that travels in an address of ours, for the one redirect that follows: sealed, so that it does not
// stand there in the open and nobody else can write one.
import type { SecretPurpose, Secrets } from './secrets.js';

/** Only the redirect that follows reads it. Milliseconds of real time. */
const lifetime = 60_000;

/** Short enough for an address. */
const longest = 6000;

interface Sealed {
  readonly value: unknown;
  readonly until: number;
}

/** A JSON value as one parameter of an address. Null if it is too long to be one. */
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

/** The value; null if it was not sealed here for this purpose, or too long ago. */
export function openParameter(
  secrets: Secrets,
  purpose: SecretPurpose,
  bound: string,
  sealed: string,
): unknown {
  try {
    const text = secrets.open(purpose, bound, Buffer.from(sealed, 'base64url'));
    // Only `sealParameter` can have written it.
    const { value, until } = JSON.parse(text) as Sealed;
    return until < Date.now() ? null : value;
  } catch {
    return null;
  }
}
