import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { recordUse } from '../audit/index.js';
import { batchedBy, serviceTime } from '../work/index.js';
import type { Db, Tables, Tx } from '../db/index.js';
import { ApiError, broken, countCaller, countStranger, nameCaller } from '../http/index.js';
import { hash, isHashOf, mint } from '../crypto/index.js';
import { type FoundKey, recall } from './known-keys.js';
import { noteUse } from './last-use.js';

export type ApiKeyRow = Selectable<Tables['api_key']>;

/**
 * The owner of a key, by id. A team's key is for the data interface. A key of an organization, or of some of its teams
 * (`teams`, stored in `management_key_team`), is for the management interface.
 */
export interface KeyOwner {
  readonly kind: ApiKeyRow['kind'];
  readonly id: string;
}

const prefixes = { team: 'sk_', org: 'mk_', teams: 'tmk_' } as const;

/** Creates a key and returns it with its row. Without `end` it does not expire. Only its hash is stored. */
export async function createKey(
  tx: Tx,
  owner: KeyOwner,
  name: string,
  now: Date,
  end: Date | null = null,
): Promise<{ readonly row: ApiKeyRow; readonly key: string }> {
  const key = mint(prefixes[owner.kind]);
  const row = await tx
    .insertInto('api_key')
    .values({ ...rowOf(owner, name, key, now), expires_at: end })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, key };
}

/**
 * Stores a key that already exists, such as a key in the settings (`seeded`), and returns its id. Storing it again changes
 * nothing and returns undefined.
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

/** One statement looks up the keys of all requests at the same moment. */
const findKey = batchedBy(
  100,
  async (db: Db, keys: readonly string[]): Promise<readonly (FoundKey | undefined)[]> => {
    const hashes = new Map(keys.map((key) => [key, hash(key)]));
    const rows = await db
      .selectFrom('api_key')
      .selectAll()
      .select(sql<boolean>`coalesce(expires_at <= ${serviceTime}, false)`.as('isOver'))
      .where('hash', 'in', [...hashes.values()])
      .execute();
    return keys.map((key) => rows.find(({ hash: kept }) => isHashOf(key, kept)));
  },
);

/** Whether a text is somebody's key that has not expired. */
export async function isKnownKey(db: Db, key: string): Promise<boolean> {
  const row = await findKey(db, key);
  return row !== undefined && !row.isOver;
}

/** The name of each kind of key, and what to do if one has expired. Only a caller with a known key gets the remedy. */
const wordings = {
  api: {
    name: 'API key',
    remedy: 'Ask whoever manages the team for a new one: by createApiKey, or in the console.',
  },
  management: {
    name: 'management key',
    remedy:
      'Make a new one with another key of the organization, or where the service runs by "svc-service keys create".',
  },
} as const;

/** Finds a key that is known and has not expired. Throws 401 for any other. */
export async function requireKey(db: Db, key: string, kind: keyof typeof wordings): Promise<ApiKeyRow> {
  const { name, remedy } = wordings[kind];
  const row = await (kind === 'api' ? recall(db, key, findKey) : findKey(db, key));
  if (!row) {
    countStranger();
    throw new ApiError(401, `The ${name} is unknown.`);
  }
  nameCaller({ key_id: row.id, ...(row.team_id !== null && { team_id: row.team_id }) });
  if (row.isOver) {
    countStranger();
    throw broken(401, 'key_expired', `The ${name} has expired. ${remedy}`);
  }
  countCaller(row.id);
  return row;
}

/** Records that a key was accepted. */
export async function noteKey(db: Db, row: ApiKeyRow): Promise<void> {
  noteUse(db, row.id);
  await recordUse(db, row);
}

/** The team of an API key (spec section 5). Throws 401 without a known key, and 403 for a key of another kind. */
export async function requireTeam(db: Db, key: string | undefined): Promise<string> {
  // A key in another header is not looked up, so that the answer does not tell whether it is known.
  if (!key)
    throw new ApiError(
      401,
      'The header x-svc-api-key is missing. It takes the API key of a team; a management key does not serve here.',
    );
  const row = await requireKey(db, key, 'api');
  if (row.kind !== 'team' || row.team_id === null) {
    throw new ApiError(403, 'A management key does not serve here; use the API key of a team.');
  }
  await noteKey(db, row);
  return row.team_id;
}
