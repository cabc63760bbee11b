import { WebhookError } from './webhook-error.js';

const hmac = { name: 'HMAC', hash: 'SHA-256' };
/** The shortest key that Standard Webhooks allows, in bytes. */
const shortestKey = 24;

/** The key that a secret such as `whsec_…` holds. */
export async function importSecret(secret: string): Promise<CryptoKey> {
  const key = typeof secret === 'string' ? bytesOf(secret.replace(/^whsec_/, '')) : undefined;
  if (!key || key.length < shortestKey) throw new WebhookError('secret_invalid');
  return crypto.subtle.importKey('raw', key, hmac, false, ['verify']);
}

/** Whether one signature of the header `webhook-signature` is by one of the keys. It compares in constant time. */
export async function isSignedBy(
  keys: readonly CryptoKey[],
  header: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const each of header.split(' ')) {
    // Other versions, such as `v1a`, are for other kinds of keys.
    const signature = each.startsWith('v1,') ? bytesOf(each.slice(3)) : undefined;
    if (!signature) continue;
    for (const key of keys) if (await crypto.subtle.verify(hmac, key, signature, signed)) return true;
  }
  return false;
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
