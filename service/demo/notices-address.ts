// The address for notices of a team's own application, for a service that is
// not started yet. It is made from the service's data folder or database.
import { applicationOf } from '../src/credentials/index.js';
import { migrate } from '../src/db/index.js';
import { agreeOnMasterKeys } from '../src/master-keys/index.js';
import { noticesUrl } from '../src/notices/index.js';
import { createLog, keySettingsOf, openStorage, readSettings } from '../src/server/index.js';

export async function noticesAddresses(
  env: Readonly<Record<string, string | undefined>>,
  publicUrl: string,
  applications: readonly { readonly slug: string; readonly clientId: string }[],
): Promise<ReadonlyMap<string, string>> {
  const settings = readSettings(env);
  const database = await openStorage(settings, createLog('silent'));
  try {
    await migrate(database);
    const { secrets } = await agreeOnMasterKeys(database.db, keySettingsOf(settings));
    return new Map(
      applications.map(({ slug, clientId }) => [
        slug,
        noticesUrl({ publicUrl, secrets }, slug, applicationOf(clientId)),
      ]),
    );
  } finally {
    await database.close();
  }
}
