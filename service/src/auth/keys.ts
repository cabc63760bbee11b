import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { recordUse } from '../audit/index.js';
import { batchedBy } from '../work/index.js';
import type { Db, Tables, Tx } from '../db/index.js';
import { ApiError, countCaller, countStranger, nameCaller } from '../http/index.js';
import { hash, isHashOf, mint } from '../crypto/index.js';

export type ApiKeyRow = Selectable<Tables['api_key']>;

/**
 * The owner of a key, by id. A team's key is for the data interface. Keys of an organization, or of some of its teams
 * (`teams`, stored in `management_key_team`), are for the management interface.
 */
export interface KeyOwner {
  readonly kind: ApiKeyRow['kind'];
  readonly id: string;
}

const prefixes = { team: 'sk_', org: 'mk_', teams: 'tmk_' } as const;

/** Creates a key and returns it with its row. Only its hash is stored. */
export async function createKey(
  tx: Tx,
  owner: KeyOwner,
  name: string,
  now: Date,
): Promise<{ readonly row: ApiKeyRow; readonly key: string }> {
  const key = mint(prefixes[owner.kind]);
  const row = await tx
    .insertInto('api_key')
    .values(rowOf(owner, name, key, now))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, key };
}

/**
 * Stores a key that was chosen elsewhere, such as in the settings (`seeded`), and returns its id. Storing it again changes nothing
 * and returns undefined.
 */
export async function storeKey(
  db: Db | Tx,
  owner: KeyOwner,
  name: string,
  key: string,
  now: Date,
  seeded = false,
): Promise<string | undefined> {
  const stored = await db
    .insertInto('api_key')
    .values({ ...rowOf(owner, name, key, now), seeded })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored?.id;
}

const rowOf = ({ kind, id }: KeyOwner, name: string, key: string, now: Date) => ({
  id: randomUUID(),
  kind,
  team_id: kind === 'team' ? id : null,
  org_id: kind === 'team' ? null : id,
  name,
  hash: hash(key),
  prefix: /^[a-z]+_/.exec(key)?.[0] ?? '',
  last4: key.slice(-4),
  created_on: now,
});

/** Keys of requests at the same time are looked up by one statement. */
export const findKey = batchedBy(
  100,
  async (db: Db, keys: readonly string[]): Promise<readonly (ApiKeyRow | undefined)[]> => {
    const hashes = new Map(keys.map((key) => [key, hash(key)]));
    const rows = await db
      .selectFrom('api_key')
      .selectAll()
      .where('hash', 'in', [...hashes.values()])
      .execute();
    return keys.map((key) => rows.find(({ hash: kept }) => isHashOf(key, kept)));
  },
);

/** The team of an API key (spec section 5). Throws 401 without a known key, 403 for one of another kind. */
export async function requireTeam(db: Db, key: string | undefined): Promise<string> {
  if (!key) throw new ApiError(401, 'The header x-svc-api-key is missing.');
  const row = await findKey(db, key);
  if (!row) {
    countStranger();
    throw new ApiError(401, 'The API key is unknown.');
  }
  nameCaller({ key_id: row.id, ...(row.team_id !== null && { team_id: row.team_id }) });
  countCaller(row.id);
  if (row.kind !== 'team' || row.team_id === null) {
    throw new ApiError(403, 'A management key does not serve here; use the API key of a team.');
  }
  await recordUse(db, row);
  return row.team_id;
}
