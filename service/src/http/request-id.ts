// The id of a request leads to a link session, without a row for each request. It is one encrypted block: half of the session's
// id, and as many random bytes. Without the key nobody can tell it from a random id.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A new id for a request about this session. `key`: 32 bytes. */
export function requestIdFor(key: Uint8Array, sessionId: string): string {
  const block = Buffer.concat([bytesOf(sessionId).subarray(0, 8), randomBytes(8)]);
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return uuidOf(Buffer.concat([cipher.update(block), cipher.final()]));
}

/**
 * The first and the last id that the session of this request can have. If the request was about no session, no session has an id
 * in that range.
 */
export function sessionRangeOf(
  key: Uint8Array,
  requestId: string,
): { readonly first: string; readonly last: string } {
  const cipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const half = Buffer.concat([cipher.update(bytesOf(requestId)), cipher.final()]).subarray(0, 8);
  const filled = (byte: number): string => uuidOf(Buffer.concat([half, Buffer.alloc(8, byte)]));
  return { first: filled(0), last: filled(255) };
}

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
