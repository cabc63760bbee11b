import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is encrypted; each has a key of its own. */
export type SecretPurpose =
  | 'connection'
  | 'provider-grant'
  | 'unnamed-grant'
  | 'notice-subscriber'
  | 'pending-connection'
  | 'handoff-confirm'
  | 'challenge'
  | 'oauth-verifier'
  | 'oauth-form-post'
  | 'posted-link'
  | 'custom-credentials'
  | 'bulk-items'
  | 'booking-key'
  | 'webhook-secret'
  | 'webhook-headers'
  | 'insurance'
  | 'event'
  | 'pulled-day'
  | 'lab-results'
  | 'kept-answer';

/** What is shown only as a digest; each has a key of its own. */
export type DigestPurpose =
  | 'provider-account'
  | 'sign-in'
  | 'handoff-number'
  | 'idempotency-key'
  | 'repeated-request';

/** Encrypts values of rows. A sealed value is bound to its row and does not open in another one. */
export interface Secrets {
  seal(purpose: SecretPurpose, rowId: string, text: string): Uint8Array;
  open(purpose: SecretPurpose, rowId: string, sealed: Uint8Array): string;
  /** A secret that is the same in every process and after every start, and is stored nowhere. */
  derive(name: string): string;
  /** A keyed digest of a text that must not be shown. Without the key it cannot be found by trying texts. */
  digest(purpose: DigestPurpose, text: string): string;
}

/** The key of the ids that requests of links are given. */
export const requestIdKey = (secrets: Pick<Secrets, 'derive'>): Uint8Array =>
  Buffer.from(secrets.derive('request ids'), 'base64url');

const version = 1;
const ivLength = 12;
const tagLength = 16;

/** AES-256-GCM; a sealed value is version, iv, tag, ciphertext. `masterKey` is 32 bytes. */
export function createSecrets(masterKey: Uint8Array): Secrets {
  if (masterKey.length !== 32) throw new Error('the master key is not 32 bytes long');
  const keys = new Map<SecretPurpose, Uint8Array>();
  const keyFor = (purpose: SecretPurpose): Uint8Array => {
    const known = keys.get(purpose);
    if (known) return known;
    const key = new Uint8Array(hkdfSync('sha256', masterKey, '', `svc-service ${purpose}`, 32));
    keys.set(purpose, key);
    return key;
  };

  return {
    seal(purpose, rowId, text) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv).setAAD(Buffer.from(rowId));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), sealed]);
    },
    open(purpose, rowId, sealed) {
      if (sealed[0] !== version) throw new Error('a sealed value is of an unknown version');
      const iv = sealed.subarray(1, 1 + ivLength);
      const tag = sealed.subarray(1 + ivLength, 1 + ivLength + tagLength);
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), iv, { authTagLength: tagLength })
        .setAAD(Buffer.from(rowId))
        .setAuthTag(tag);
      const text = decipher.update(sealed.subarray(1 + ivLength + tagLength));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
    derive(name) {
      return Buffer.from(hkdfSync('sha256', masterKey, '', `svc-service derived ${name}`, 32)).toString(
        'base64url',
      );
    },
    digest(purpose, text) {
      const key = new Uint8Array(hkdfSync('sha256', masterKey, '', `svc-service digest ${purpose}`, 32));
      return createHmac('sha256', key).update(text).digest('base64url');
    },
  };
}

/** Reads a master key as written in a setting or file: 32 bytes as base64 or hex. */
export function parseMasterKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  // Checked first, because Node ignores characters that are not base64.
  return /^[\w+/-]{43}=?$/.test(trimmed) ? Buffer.from(trimmed, 'base64') : undefined;
}

export const masterKeyPath = (directory: string): string => join(directory, 'master.key');

/** The master key of a data folder; undefined if it has none. */
export function readMasterKey(directory: string): Uint8Array | undefined {
  const path = masterKeyPath(directory);
  if (!existsSync(path)) return undefined;
  const key = parseMasterKey(readFileSync(path, 'utf8'));
  if (!key) throw new Error(`${path} does not hold a master key`);
  return key;
}

/** Creates the master key of a data folder, readable by its owner only. */
export function makeMasterKey(directory: string): Uint8Array {
  const path = masterKeyPath(directory);
  const key = randomBytes(32);
  // Renamed into place, so that a process killed here leaves no half of a key.
  const draft = `${path}.new`;
  // An existing file would keep its mode, and others might have it open.
  rmSync(draft, { force: true });
  writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600 });
  renameSync(draft, path);
  return key;
}
