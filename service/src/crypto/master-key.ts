// Master keys as operators write them: in settings, or in a file of the data folder. They wrap the data keys and nothing else.
import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MasterKey {
  /** Names the key in messages, and beside the data keys that it has wrapped. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** Identifies a key. The key cannot be found from it. */
export const fingerprintOf = (key: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'svc-service derived master key fingerprint', 32)).toString(
    'base64url',
  );

/** The id of a key without one: the beginning of its fingerprint. */
export const idByFingerprint = (fingerprint: string): string => fingerprint.slice(0, 8);

export const nameMasterKey = (key: Uint8Array, id = idByFingerprint(fingerprintOf(key))): MasterKey => ({
  id,
  key,
});

/** Reads a master key as written in a setting or file: 32 bytes as base64 or hex. */
export function parseMasterKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  // Checked first, because Node ignores characters that are not base64.
  return /^[\w+/-]{43}=?$/.test(trimmed) ? Buffer.from(trimmed, 'base64') : undefined;
}

/**
 * Reads `id:key` or `key`, any number of them, on lines or separated by commas. The first one wraps. Returns undefined if one of
 * them is neither, or if two different keys have the same id. A key that occurs twice counts once.
 */
export function parseMasterKeys(text: string): readonly MasterKey[] | undefined {
  const found: MasterKey[] = [];
  for (const part of text.split(/[\n,]/)) {
    if (part.trim() === '') continue;
    const [, id, rest = part] = /^\s*([\w.-]{1,40}):(.*)$/.exec(part) ?? [];
    const key = parseMasterKey(rest);
    if (!key) return undefined;
    found.push(nameMasterKey(key, id));
  }
  const keys = withoutRepeats(found);
  return new Set(keys.map(({ id }) => id)).size === keys.length ? keys : undefined;
}

/** Each key once, with the id that it has first. */
export const withoutRepeats = (keys: readonly MasterKey[]): readonly MasterKey[] =>
  keys.filter(({ key }, at) => keys.findIndex((other) => Buffer.compare(other.key, key) === 0) === at);

export const masterKeyPath = (directory: string): string => join(directory, 'master.key');

/** The master keys of a data folder, the wrapping key first. Empty if the folder has no file of them. */
export function readMasterKeys(directory: string): readonly MasterKey[] {
  const path = masterKeyPath(directory);
  if (!existsSync(path)) return [];
  const keys = parseMasterKeys(readFileSync(path, 'utf8'));
  if (!keys || keys.length === 0) throw new Error(`${path} does not hold a master key`);
  return keys;
}

/** Creates the master key of a data folder, readable by its owner only. */
export function makeMasterKey(directory: string): MasterKey {
  const path = masterKeyPath(directory);
  const key = randomBytes(32);
  // Written to another file and then renamed, so that a process killed here leaves no half of a key.
  const draft = `${path}.new`;
  // An existing draft would keep its mode, and others might have it open.
  rmSync(draft, { force: true });
  writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600 });
  renameSync(draft, path);
  return nameMasterKey(key);
}
