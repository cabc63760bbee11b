import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { type Keyring, kmsKeyOf } from '../crypto/index.js';
import type { Db } from '../db/index.js';
import { readDataKeys, wrapChecked } from './data-keys.js';

/** No data key has this number, so what is wrapped here replaces none. */
const noDataKey = 0;

/**
 * Writes a warning into the log of a start if the key management service that is to wrap has wrapped nothing yet and does not
 * work. Otherwise only the next rotation would show it. One that has wrapped a data key was needed by the start itself. Never
 * rejects.
 */
export async function tellOfUnusedKms(db: Db, keyring: Keyring, log: Pick<Logger, 'warn'>): Promise<void> {
  const [{ id }] = keyring.wrappers;
  if (kmsKeyOf(id) === undefined) return;
  try {
    if ((await readDataKeys(db)).some(({ wrapped_by }) => wrapped_by === id)) return;
    await wrapChecked(keyring, randomBytes(32), noDataKey);
  } catch (err) {
    log.warn(
      { err },
      'SVC_KMS_COMMAND does not wrap keys as it should: the next rotation of the master key would fail. Nothing needs it until then.',
    );
  }
}
