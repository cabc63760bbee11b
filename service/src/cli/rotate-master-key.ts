// The rotation of master keys, as the command line asks for it.
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
  /** The id of the master key that is to wrap, if not the first one of the settings. */
  readonly to?: string | undefined;
  /** In seconds. */
  readonly wait?: string | undefined;
}

/** In seconds: a process looks for data keys every 10. */
const usualWait = 45;

/** `alone`: no other process can use the database. Returns how many values could not be opened. */
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

/** The keyring, with the key called `id` to wrap. */
function preferring(keyring: AgreedKeys['keyring'], id: string | undefined): AgreedKeys['keyring'] {
  if (id === undefined) return keyring;
  const chosen = keyring.wrappers.find((wrapper) => wrapper.id === id);
  if (!chosen)
    throw new UsageError(
      `the settings have no master key "${id}", only ${keyring.wrappers.map((each) => `"${each.id}"`).join(', ')}`,
    );
  return { ...keyring, wrappers: [chosen, ...keyring.wrappers.filter((each) => each !== chosen)] };
}
