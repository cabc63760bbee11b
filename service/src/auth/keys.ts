import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Tables, Tx } from '../db/index.js';
import { ApiError } from '../errors.js';
import { hash } from '../hash.js';

export type ApiKeyRow = Selectable<Tables['api_key']>;

/** Whose a key is: a team's key serves the data interface, an organization's the management interface. */
export type KeyOwner =
  { readonly kind: 'team'; readonly id: string } | { readonly kind: 'org'; readonly id: string };

/** Stores a key by its hash. The same key again changes nothing. */
export async function storeKey(
  db: Db | Tx,
  owner: KeyOwner,
  name: string,
  key: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('api_key')
    .values({
      id: randomUUID(),
      kind: owner.kind,
      team_id: owner.kind === 'team' ? owner.id : null,
      org_id: owner.kind === 'org' ? owner.id : null,
      name,
      hash: hash(key),
      prefix: /^[a-z]+_/.exec(key)?.[0] ?? '',
      last4: key.slice(-4),
      created_on: now,
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

export async function findKey(db: Db, key: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_key').selectAll().where('hash', '=', hash(key)).executeTakeFirst();
}

/** The team of an API key (spec section 5). Throws 401 without a known key, 403 for one of another kind. */
export async function requireTeam(db: Db, key: string | undefined): Promise<string> {
  if (!key) throw new ApiError(401, 'The header x-svc-api-key is missing.');
  const row = await findKey(db, key);
  if (!row) throw new ApiError(401, 'The API key is unknown.');
  if (row.kind !== 'team' || row.team_id === null) {
    throw new ApiError(403, 'A management key does not serve here; use the API key of a team.');
  }
  return row.team_id;
}
