import { teamFlags } from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import { forgetKeys, type KeyOwner, storeKey } from '../auth/index.js';
import { type Brand, type Db, transact, type Tx } from '../db/index.js';
import { hash } from '../crypto/index.js';

export const seededOrg = '00000000-0000-4000-8000-000000000001';
export const seededTeam = '00000000-0000-4000-8000-000000000002';

const settingsKey = 'from the settings';

/** The names of the first organization and its team. */
export interface FirstNames {
  readonly org: string;
  readonly team: string;
  readonly brand: Brand | null;
  readonly terms_url: string | null;
  readonly privacy_url: string | null;
}

export const sandboxNames: FirstNames = {
  org: 'Sandbox',
  team: 'Sandbox',
  brand: { name: 'Example Health', color: null, logo: null },
  terms_url: 'https://example.com/terms',
  privacy_url: 'https://example.com/privacy',
};

/** The names for PostgreSQL. People may see them before other names are chosen. */
export const neutralNames: FirstNames = {
  org: 'First organization',
  team: 'First team',
  brand: null,
  terms_url: null,
  privacy_url: null,
};

/** Stores the first organization and team, and their keys from the settings. May run at every start. */
export async function seed(
  db: Db,
  now: Date,
  keys: { readonly apiKey: string | undefined; readonly managementKey: string | undefined },
  names = sandboxNames,
): Promise<void> {
  await transact(db, async (tx) => {
    const isNew = await tx
      .insertInto('org')
      .values({ id: seededOrg, name: names.org, created_on: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    // If the organization exists already, it keeps or deletes its teams itself.
    if (isNew)
      await tx
        .insertInto('team')
        .values({
          id: seededTeam,
          org_id: seededOrg,
          name: names.team,
          region: 'us',
          flags: JSON.stringify(teamFlags),
          brand: names.brand && JSON.stringify(names.brand),
          terms_url: names.terms_url,
          privacy_url: names.privacy_url,
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
    // All old keys are deleted before a new one is stored, because a key may have changed its owner.
    for (const { owner, key } of named) if (key !== undefined) await removeEarlier(tx, owner, key);
    for (const { owner, key } of named)
      if (key !== undefined) {
        const stored = await storeKey(tx, owner, settingsKey, key, now, true);
        if (stored !== undefined)
          await recordAudit(tx, {
            action: 'key.created',
            of: auditOwner(owner),
            subject: stored,
            by: 'settings',
          });
      }
  });
  forgetKeys(db);
}

/** Whether nobody can call the service, because no key exists. */
export const isWithoutKeys = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('api_key').select('id').limit(1).executeTakeFirst()) === undefined;

const auditOwner = ({ kind, id }: KeyOwner) => (kind === 'team' ? { teamId: id } : { orgId: id });

/**
 * Deletes the key that the settings had before. If the settings have
 * no key, nothing is deleted, because another process may have one.
 */
async function removeEarlier(tx: Tx, owner: KeyOwner, key: string): Promise<void> {
  const removed = await tx
    .deleteFrom('api_key')
    .where('seeded', '=', true)
    .where('kind', '=', owner.kind)
    .where('hash', '!=', hash(key))
    .returning('id')
    .execute();
  for (const { id } of removed)
    await recordAudit(tx, { action: 'key.deleted', of: auditOwner(owner), subject: id, by: 'settings' });
}
