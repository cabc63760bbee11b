// What the command line does with a database: keys and the switches of teams.
import { teamFlags } from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import { type ApiKeyRow, createKey, type KeyOwner } from '../auth/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import { isUuid } from '../http/index.js';

/** A mistake of the person at the command line: one line, no stack. */
export class UsageError extends Error {}

/** The output of a chore, line by line. */
export type Lines = readonly string[];

export interface KeyOptions {
  readonly team?: readonly string[] | undefined;
  readonly org?: string | undefined;
  readonly management?: boolean | undefined;
  readonly name?: string | undefined;
}

/**
 * Creates a key for a team, for managing one team, or for the organization. The key is the last line. A key that manages
 * several teams can only be created by the management interface (spec 5).
 */
export async function makeKey(db: Db, { team = [], org, management, name }: KeyOptions): Promise<Lines> {
  const name_ = name ?? 'made on the command line';
  if ((org === undefined) === (team.length === 0))
    throw new UsageError('keys create takes either --team ID or --org ID');
  const [teamId = '', ...more] = team;
  if (more.length > 0)
    throw new UsageError(
      'a key made here is of one team; POST /v1/org/{org_id}/management_key makes one that manages several',
    );
  return transact(db, async (tx) => {
    const found = await (org === undefined ? find(tx, 'team', teamId, true) : find(tx, 'org', org, true));
    const owner: KeyOwner =
      org !== undefined
        ? { kind: 'org', id: found.id }
        : management
          ? { kind: 'teams', id: found.org_id }
          : { kind: 'team', id: found.id };
    const { row, key } = await createKey(tx, owner, name_, new Date());
    const of = owner.kind === 'team' ? { teamId: found.id } : { orgId: found.org_id };
    await recordAudit(tx, { action: 'key.created', of, subject: row.id });
    if (owner.kind === 'teams')
      await tx.insertInto('management_key_team').values({ key_id: row.id, team_id: found.id }).execute();
    return [`${kinds[owner.kind]} for ${found.name}. It is stored as a hash and not shown again:`, key];
  });
}

const kinds = { team: 'An API key', org: 'A management key', teams: 'A management key' } as const;

/** The keys of a team or of an organization, the oldest first. */
export async function listKeys(db: Db, { team = [], org }: KeyOptions): Promise<Lines> {
  const [id, ...more] = org === undefined ? team : [org, ...team];
  if (id === undefined || more.length > 0)
    throw new UsageError('keys list takes either --team ID or --org ID');
  const owner = await find(db, org === undefined ? 'team' : 'org', id);
  const ofTeam = db.selectFrom('management_key_team').select('key_id').where('team_id', '=', owner.id);
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .where((row) =>
      org === undefined
        ? row.or([row('team_id', '=', owner.id), row('id', 'in', ofTeam)])
        : row('org_id', '=', owner.id),
    )
    .orderBy('created_on')
    .orderBy('id')
    .execute();
  return rows.length === 0 ? ['There are no keys.'] : rows.map(lineOf);
}

const shortKinds = { team: 'API key', org: 'organization', teams: 'some teams' } as const;

const lineOf = ({ id, kind, prefix, last4, created_on, name }: ApiKeyRow): string =>
  [id, shortKinds[kind].padEnd(12), `${prefix}…${last4}`, created_on.toISOString().slice(0, 10), name].join(
    '  ',
  );

/** Deletes a key, which becomes invalid at once. */
export async function revokeKey(db: Db, id: string | undefined): Promise<Lines> {
  if (id === undefined) throw new UsageError('keys revoke takes the id of a key, which keys list shows');
  const row = isUuid(id) ? await transact(db, (tx) => deleteKey(tx, id)) : undefined;
  if (!row) throw new UsageError(`there is no key ${id}`);
  return [
    `${row.name} is revoked.`,
    ...(row.seeded ? ['The settings name this key: it is back at the next start unless they change.'] : []),
  ];
}

async function deleteKey(tx: Tx, id: string) {
  const row = await tx
    .deleteFrom('api_key')
    .where('id', '=', id)
    .returning(['name', 'seeded', 'team_id', 'org_id'])
    .executeTakeFirst();
  if (!row) return undefined;
  const of = row.team_id === null ? { orgId: row.org_id ?? '' } : { teamId: row.team_id };
  await recordAudit(tx, { action: 'key.deleted', of, subject: id });
  return row;
}

/** Every team with its organization and what is switched on. */
export async function listTeams(db: Db): Promise<Lines> {
  const rows = await db
    .selectFrom('team')
    .innerJoin('org', 'org.id', 'team.org_id')
    .select(['team.id', 'team.name', 'team.region', 'team.flags', 'org.id as org_id'])
    .where('deleted_on', 'is', null)
    .orderBy('team.created_on')
    .orderBy('team.id')
    .execute();
  return rows.map(({ id, name, region, flags, org_id }) =>
    [id, `organization ${org_id}`, region, name, flags.length > 0 ? flags.join(' ') : 'nothing on'].join(
      '  ',
    ),
  );
}

/** Switches something on or off for a team. */
export async function switchFlag(
  db: Db,
  verb: 'enable' | 'disable',
  team: string | undefined,
  flag: string | undefined,
): Promise<Lines> {
  if (team === undefined || !teamFlags.some((known) => known === flag))
    throw new UsageError(`teams ${verb} takes a team and one of ${teamFlags.join(', ')}`);
  await transact(db, async (tx) => {
    const { id, flags } = await find(tx, 'team', team, true);
    const rest = flags.filter((each) => each !== flag);
    const now = verb === 'enable' ? [...rest, flag] : rest;
    await tx
      .updateTable('team')
      .set({ flags: JSON.stringify(now) })
      .where('id', '=', id)
      .execute();
    await recordAudit(tx, { action: 'team.changed', of: { teamId: id }, detail: `flags: ${verb} ${flag}` });
  });
  return [`${flag} is ${verb === 'enable' ? 'on' : 'off'} for ${team}.`];
}

interface Owner {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly flags: readonly string[];
}

async function find(db: Db | Tx, kind: 'team' | 'org', id: string, locked = false): Promise<Owner> {
  const found = isUuid(id) ? await (kind === 'team' ? team() : org()) : undefined;
  if (!found) throw new UsageError(`there is no ${kind === 'org' ? 'organization' : 'team'} ${id}`);
  return found;

  function team() {
    return db
      .selectFrom('team')
      .select(['id', 'org_id', 'name', 'flags'])
      .where('id', '=', id)
      .where('deleted_on', 'is', null)
      .$if(locked, (query) => query.forNoKeyUpdate())
      .executeTakeFirst();
  }
  async function org() {
    const row = await db.selectFrom('org').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
    return row && { ...row, org_id: row.id, flags: [] };
  }
}
