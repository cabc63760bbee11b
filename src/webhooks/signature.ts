import { WebhookError } from './webhook-error.js';

const hmac = { name: 'HMAC', hash: 'SHA-256' };
/** The shortest key that Standard Webhooks allows, in bytes. */
const shortestKey = 24;

/** Reads the key from a secret such as `whsec_…`. */
export async function importSecret(secret: string): Promise<CryptoKey> {
  const key = typeof secret === 'string' ? bytesOf(secret.replace(/^whsec_/, '')) : undefined;
  if (!key || key.length < shortestKey) throw new WebhookError('secret_invalid');
  return crypto.subtle.importKey('raw', key, hmac, false, ['sign']);
}

/**
 * Whether one signature in the header `webhook-signature` was made with one of the keys. The comparison takes constant time.
 * Each key signs only once, because anybody can send thousands of signatures with a long body.
 */
export async function isSignedBy(
  keys: readonly CryptoKey[],
  header: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const ours = await Promise.all(keys.map((key) => crypto.subtle.sign(hmac, key, signed)));
  const expected = ours.map((signature) => new Uint8Array(signature));
  return header.split(' ').some((each) => {
    // Other versions, such as `v1a`, are for other kinds of keys.
    const signature = each.startsWith('v1,') ? bytesOf(each.slice(3)) : undefined;
    return signature !== undefined && expected.some((own) => isSame(own, signature));
  });
}

/** Whether two signatures are the same. The time depends only on the length, which is not secret. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (const [at, byte] of one.entries()) difference |= byte ^ (other[at] ?? 0);
  return difference === 0;
}

/** Decodes base64 in its canonical form; undefined for anything else. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = atob(base64);
    return btoa(bytes) === base64 ? Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}
