// The rotation of master keys, by the command line.
import type { Db } from '../db/index.js';
import {
  type AgreedKeys,
  agreeOnMasterKeys,
  type KeySettings,
  rotateMasterKey,
} from '../master-keys/index.js';
import { UsageError } from './lines.js';

export interface RotateOptions {
  readonly data?: boolean | undefined;
  /** The id of the master key that will wrap, if it is not the first one in the settings. */
  readonly to?: string | undefined;
  /** How long to wait for other processes, in seconds. */
  readonly wait?: string | undefined;
}

/** In seconds. A process looks for new data keys every 10. */
const usualWait = 45;

/** Rotates the master key. `alone`: no other process can use the database. Returns how many values could not be opened. */
export async function rotateMaster(
  db: Db,
  settings: KeySettings,
  { data = false, to, wait }: RotateOptions,
  { alone, say }: { readonly alone: boolean; readonly say: (line: string) => void },
): Promise<number> {
  if (wait !== undefined && !/^\d{1,4}$/.test(wait))
    throw new UsageError('--wait takes a number of seconds; 0 where no process of the service is running');
  const seconds = wait === undefined ? (alone ? 0 : usualWait) : Number(wait);
  const keys = await agreeOnMasterKeys(db, settings);
  return rotateMasterKey(
    db,
    { ...keys, keyring: preferring(keys.keyring, to) },
    { data, wait: seconds, alone, say },
  );
}

/** The keyring, in which the key with this `id` wraps. */
function preferring(keyring: AgreedKeys['keyring'], id: string | undefined): AgreedKeys['keyring'] {
  if (id === undefined) return keyring;
  const chosen = keyring.wrappers.find((wrapper) => wrapper.id === id);
  if (!chosen)
    throw new UsageError(
      `the settings have no master key "${id}", only ${keyring.wrappers.map((each) => `"${each.id}"`).join(', ')}`,
    );
  return { ...keyring, wrappers: [chosen, ...keyring.wrappers.filter((each) => each !== chosen)] };
}
