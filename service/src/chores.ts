// What the command line does with a database: keys and the switches of teams.
import { teamFlags, type TeamFlag } from 'svc-link/contract';
import { createKey, type ApiKeyRow, type KeyOwner } from './auth/index.js';
import { transact, type Db, type Tx } from './db/index.js';
import { isUuid } from './request.js';

/** A mistake of the person at the command line: one line, no stack. */
export class UsageError extends Error {}

/** What a chore writes, line by line. */
type Lines = readonly string[];

export interface KeyOptions {
  readonly team?: readonly string[] | undefined;
  readonly org?: string | undefined;
  readonly management?: boolean | undefined;
  readonly name?: string | undefined;
}

/** Makes a key for a team, for the organization, or for managing some teams. The key is the last line. */
export async function makeKey(db: Db, { team = [], org, management, name }: KeyOptions): Promise<Lines> {
  const name_ = name ?? 'made on the command line';
  if ((org === undefined) === (team.length === 0))
    throw new UsageError('keys create takes either --team ID or --org ID');
  if (team.length > 1 && !management)
    throw new UsageError('an API key is of one team; with --management it manages several');
  return transact(db, async (tx) => {
    const owners = [];
    for (const id of org === undefined ? team : [org])
      owners.push(await find(tx, org === undefined ? 'team' : 'org', id));
    const [first] = owners;
    const orgs = new Set(owners.map(({ org_id }) => org_id));
    if (!first || orgs.size > 1) throw new UsageError('the teams are of several organizations');
    const owner: KeyOwner =
      org !== undefined
        ? { kind: 'org', id: first.id }
        : management
          ? { kind: 'teams', id: first.org_id }
          : { kind: 'team', id: first.id };
    const { row, key } = await createKey(tx, owner, name_, new Date());
    if (owner.kind === 'teams')
      for (const team_id of new Set(owners.map(({ id }) => id)))
        await tx.insertInto('management_key_team').values({ key_id: row.id, team_id }).execute();
    const names = owners.map((each) => each.name).join(', ');
    return [`${kinds[owner.kind]} for ${names}. It is stored as a hash and not shown again:`, key];
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

/** Deletes a key, which stops at once. */
export async function revokeKey(db: Db, id: string | undefined): Promise<Lines> {
  if (id === undefined) throw new UsageError('keys revoke takes the id of a key, which keys list shows');
  const row = isUuid(id)
    ? await db.deleteFrom('api_key').where('id', '=', id).returning(['name', 'seeded']).executeTakeFirst()
    : undefined;
  if (!row) throw new UsageError(`there is no key ${id}`);
  return [
    `${row.name} is revoked.`,
    ...(row.seeded ? ['The settings name this key: it is back at the next start unless they change.'] : []),
  ];
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
  if (team === undefined || !teamFlags.includes(flag as TeamFlag))
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
      .$if(locked, (query) => query.forUpdate())
      .executeTakeFirst();
  }
  async function org() {
    const row = await db.selectFrom('org').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
    return row && { ...row, org_id: row.id, flags: [] };
  }
}
