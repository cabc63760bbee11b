// The keys that wrap data keys: master keys in the settings, or a key
// management service. They see data keys, never the sealed values.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { createKmsWrapper, type Kms, kmsKeyOf } from './kms-command.js';
import type { KeyWrapper } from './key-wrapper.js';
import { fingerprintOf, type MasterKey } from './master-key.js';

export interface Keyring {
  /** The keys in the settings. The first one wraps, all of them unwrap. */
  readonly wrappers: readonly [KeyWrapper, ...KeyWrapper[]];
  /**
   * Unwraps what the key with this `id` has wrapped. Rejects with `MissingMasterKey` if the settings lack that key under any id.
   */
  unwrap(id: string, wrapped: Uint8Array, context: string): Promise<Uint8Array>;
}

/** A data key is wrapped with a key that the settings do not have. */
export class MissingMasterKey extends Error {
  readonly id: string;

  constructor(id: string) {
    super(`the settings do not have the master key "${id}"`);
    this.name = 'MissingMasterKey';
    this.id = id;
  }
}

/** If there is a key management service, it wraps, and master keys only unwrap. Undefined if there is no key to wrap with. */
export function createKeyring(masterKeys: readonly MasterKey[], kms: Kms | undefined): Keyring | undefined {
  const local = masterKeys.map(createLocalWrapper);
  const [first, ...others] = kms ? [createKmsWrapper(kms, kms.keyId), ...local] : local;
  if (!first) return undefined;
  return {
    wrappers: [first, ...others],
    async unwrap(id, wrapped, context) {
      const ofKms = kmsKeyOf(id);
      if (kms && ofKms !== undefined) return createKmsWrapper(kms, ofKms).unwrap(wrapped, context);
      // A key may have had another id when it wrapped, so the other keys are tried too.
      const ordered = [...local.filter((one) => one.id === id), ...local.filter((one) => one.id !== id)];
      for (const wrapper of ordered)
        try {
          return await wrapper.unwrap(wrapped, context);
        } catch {
          continue;
        }
      throw new MissingMasterKey(id);
    },
  };
}

const ivLength = 12;
const tagLength = 16;

/** AES-256-GCM with a master key. A wrapped key is iv, tag, ciphertext. */
function createLocalWrapper({ id, key: masterKey }: MasterKey): KeyWrapper {
  const wrapping = new Uint8Array(hkdfSync('sha256', masterKey, '', 'svc-service data keys', 32));
  return {
    id,
    mark: fingerprintOf(masterKey),
    wrap(key, context) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', wrapping, iv).setAAD(Buffer.from(context));
      const wrapped = Buffer.concat([cipher.update(key), cipher.final()]);
      return Promise.resolve(Buffer.concat([iv, cipher.getAuthTag(), wrapped]));
    },
    async unwrap(wrapped, context) {
      const iv = wrapped.subarray(0, ivLength);
      const decipher = createDecipheriv('aes-256-gcm', wrapping, iv, { authTagLength: tagLength })
        .setAAD(Buffer.from(context))
        .setAuthTag(wrapped.subarray(ivLength, ivLength + tagLength));
      return Buffer.concat([decipher.update(wrapped.subarray(ivLength + tagLength)), decipher.final()]);
    },
  };
}
