import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Unreadable } from './unreadable.js';

/** The values that are encrypted in columns. `sealedColumns` (master-keys/sealed-columns.ts) lists each column. */
export type StoredPurpose =
  | 'connection'
  | 'provider-grant'
  | 'unnamed-grant'
  | 'notice-subscriber'
  | 'provider-offer'
  | 'pending-connection'
  | 'handoff-confirm'
  | 'challenge'
  | 'oauth-verifier'
  | 'custom-credentials'
  | 'bulk-items'
  | 'webhook-secret'
  | 'webhook-headers'
  | 'insurance'
  | 'event'
  | 'pulled-day'
  | 'lab-results'
  | 'kept-answer';

/** The values that are encrypted in addresses and answers, and stored nowhere. */
type PassingPurpose = 'oauth-form-post' | 'posted-link' | 'booking-key';

/** The values that are encrypted. Each purpose has a key of its own. */
export type SecretPurpose = StoredPurpose | PassingPurpose;

/** The values that are shown only as a digest. Each purpose has a key of its own. */
export type DigestPurpose =
  | 'provider-account'
  | 'application-budget'
  | 'sign-in'
  | 'handoff-number'
  | 'idempotency-key'
  | 'repeated-request';

/** Encrypts values of rows. A sealed value is bound to its row and cannot be opened in another one. */
export interface Secrets {
  seal(purpose: SecretPurpose, rowId: string, text: string): Uint8Array;
  /** Throws `Unreadable` if the value does not open. */
  open(purpose: SecretPurpose, rowId: string, sealed: Uint8Array): string;
  /** A secret that is the same in every process and after every start. It is stored nowhere. */
  derive(name: string): string;
  /** A keyed digest of a text that must not be shown. Without the key, nobody can find the text by trying texts. */
  digest(purpose: DigestPurpose, text: string): string;
}

/** The key that encrypts the ids of requests about links. */
export const requestIdKey = (secrets: Pick<Secrets, 'derive'>): Uint8Array =>
  Buffer.from(secrets.derive('request ids'), 'base64url');

/** The data keys that a process has, by number, beginning with 1. More may be added while it runs. */
export interface DataKeys {
  /** A key of 32 bytes; undefined if the process does not have it. */
  find(number: number): Uint8Array | undefined;
  /** The number of the key that seals now. */
  sealing(): number;
}

/** The key of digests and derived secrets. They could not be made again, so this key stays whichever key seals. */
const firstKey = 1;

/**
 * A sealed value is a header, iv, tag, ciphertext. The header of version 2 contains the number of the data key. Version 1 means
 * the first key and is still written with it, so that a process of a version before data keys can read what this one writes.
 */
const unnumbered = 1;
const numbered = 2;
const ivLength = 12;
const tagLength = 16;

/** The first bytes of every value that a data key has sealed. */
export function headerOf(number: number): Uint8Array {
  if (number === firstKey) return Buffer.of(unnumbered);
  const header = Buffer.alloc(5, numbered);
  header.writeUInt32BE(number, 1);
  return header;
}

/** The number of the data key of a sealed value, or of its first bytes; undefined if it is not sealed. */
export function keyNumberOf(sealed: Uint8Array): number | undefined {
  if (sealed[0] === unnumbered) return firstKey;
  if (sealed[0] !== numbered || sealed.length < 5) return undefined;
  return new DataView(sealed.buffer, sealed.byteOffset).getUint32(1);
}

/** Seals and opens with a single data key of 32 bytes, the first. */
export const createSecrets = (key: Uint8Array): Secrets =>
  createSecretsOf({ find: (number) => (number === firstKey ? key : undefined), sealing: () => firstKey });

/** AES-256-GCM, with a key for each purpose of each data key. */
export function createSecretsOf(dataKeys: DataKeys): Secrets {
  const dataKey = (number: number): Uint8Array => {
    const key = dataKeys.find(number);
    if (!key) throw new Error(`a value is sealed with data key ${number}, which this process does not have`);
    if (key.length !== 32) throw new Error(`data key ${number} is not 32 bytes long`);
    return key;
  };
  const first = dataKey(firstKey);
  const keys = new Map<string, Uint8Array>();
  const keyFor = (number: number, purpose: SecretPurpose): Uint8Array => {
    const name = `${number} ${purpose}`;
    const known = keys.get(name);
    if (known) return known;
    const key = new Uint8Array(hkdfSync('sha256', dataKey(number), '', `svc-service ${purpose}`, 32));
    keys.set(name, key);
    return key;
  };

  const digestKeys = new Map<DigestPurpose, Uint8Array>();
  const digestKeyFor = (purpose: DigestPurpose): Uint8Array => {
    const known = digestKeys.get(purpose);
    if (known) return known;
    const key = new Uint8Array(hkdfSync('sha256', first, '', `svc-service digest ${purpose}`, 32));
    digestKeys.set(purpose, key);
    return key;
  };

  const opened = (purpose: SecretPurpose, rowId: string, sealed: Uint8Array): string => {
    const number = keyNumberOf(sealed);
    if (number === undefined) throw new Error('a sealed value is of an unknown version');
    const rest = sealed.subarray(headerOf(number).length);
    const decipher = createDecipheriv('aes-256-gcm', keyFor(number, purpose), rest.subarray(0, ivLength), {
      authTagLength: tagLength,
    })
      .setAAD(Buffer.from(rowId))
      .setAuthTag(rest.subarray(ivLength, ivLength + tagLength));
    const text = decipher.update(rest.subarray(ivLength + tagLength));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  };

  return {
    seal(purpose, rowId, text) {
      const number = dataKeys.sealing();
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', keyFor(number, purpose), iv).setAAD(Buffer.from(rowId));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([headerOf(number), iv, cipher.getAuthTag(), sealed]);
    },
    open(purpose, rowId, sealed) {
      try {
        return opened(purpose, rowId, sealed);
      } catch (error) {
        throw new Unreadable(error);
      }
    },
    derive(name) {
      return Buffer.from(hkdfSync('sha256', first, '', `svc-service derived ${name}`, 32)).toString(
        'base64url',
      );
    },
    digest(purpose, text) {
      return createHmac('sha256', digestKeyFor(purpose)).update(text).digest('base64url');
    },
  };
}
