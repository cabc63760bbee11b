import { teamFlags } from 'svc-link/contract';
import { storeKey, type KeyOwner } from './auth/index.js';
import { transact, type Db, type Tx } from './db/index.js';
import { hash } from './hash.js';

export const seededOrg = '00000000-0000-4000-8000-000000000001';
export const seededTeam = '00000000-0000-4000-8000-000000000002';

const settingsKey = 'from the settings';

/** The first organization and team, and the keys that the settings name for them. May run at every start. */
export async function seed(
  db: Db,
  now: Date,
  keys: { readonly apiKey: string | undefined; readonly managementKey: string | undefined },
): Promise<void> {
  await transact(db, async (tx) => {
    const isNew = await tx
      .insertInto('org')
      .values({ id: seededOrg, name: 'Sandbox', created_on: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    // Once the organization is there, its teams are its own to keep or delete.
    if (isNew)
      await tx
        .insertInto('team')
        .values({
          id: seededTeam,
          org_id: seededOrg,
          name: 'Sandbox',
          region: 'us',
          flags: JSON.stringify(teamFlags),
          brand: JSON.stringify({ name: 'Example Health', color: null, logo: null }),
          terms_url: 'https://example.com/terms',
          privacy_url: 'https://example.com/privacy',
          created_on: now,
        })
        .execute();
    const team = await tx
      .selectFrom('team')
      .select('id')
      .where('id', '=', seededTeam)
      .where('deleted_on', 'is', null)
      .executeTakeFirst();
    const named = [
      { owner: { kind: 'team', id: seededTeam }, key: team && keys.apiKey },
      { owner: { kind: 'org', id: seededOrg }, key: keys.managementKey },
    ] as const;
    // All go before any comes: a key may have changed its owner.
    for (const { owner, key } of named) await removeEarlier(tx, owner, key);
    for (const { owner, key } of named) {
      if (key !== undefined) await storeKey(tx, owner, settingsKey, key, now, true);
    }
  });
}

/** A key that the settings no longer name serves no more. */
async function removeEarlier(tx: Tx, owner: KeyOwner, key: string | undefined): Promise<void> {
  let earlier = tx.deleteFrom('api_key').where('seeded', '=', true).where('kind', '=', owner.kind);
  if (key !== undefined) earlier = earlier.where('hash', '!=', hash(key));
  await earlier.execute();
}
